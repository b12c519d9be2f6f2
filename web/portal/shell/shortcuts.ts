// pure

export type Shortcut = 'commands' | 'search' | 'shortcuts' | 'create' | { readonly goTo: string }

type Press = {
  readonly key: string
  readonly hasCommandKey: boolean
  readonly hasAltKey: boolean
  /** Whether the reader is typing: single keys are text then. */
  readonly isTyping: boolean
}

/** Reads keys one after the other; `g` waits for the next one. */
export class ShortcutReader {
  #isAfterG = false

  read({ key, hasCommandKey, hasAltKey, isTyping }: Press): Shortcut | undefined {
    const isAfterG = this.#isAfterG
    this.#isAfterG = false
    if (hasCommandKey) return key.toLowerCase() === 'k' && !hasAltKey ? 'commands' : undefined
    if (isTyping || hasAltKey) return undefined
    if (isAfterG) return { goTo: key }
    if (key === '/') return 'search'
    if (key === '?') return 'shortcuts'
    if (key === 'c') return 'create'
    this.#isAfterG = key === 'g'
    return undefined
  }
}
