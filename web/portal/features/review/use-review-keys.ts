import { useEffect } from 'react'

type Keys = {
  readonly ids: readonly string[]
  readonly id: string | undefined
  readonly open: (id: string | undefined) => void
}

const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]'
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves through the queue by `j` and `k` or the arrows; `a` and `r` press the buttons of the payment that is shown. */
export function useReviewKeys({ ids, id, open }: Keys): void {
  useEffect(() => {
    const act = (key: string): boolean => {
      const step = STEPS[key]
      if (step === undefined) return pressButton(key)
      const next = stepped(ids, id, step)
      if (next !== undefined) open(next)
      return true
    }
    const listen = (event: KeyboardEvent): void => {
      if (!isForOthers(event) && act(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ids, id, open])
}

/** Somebody types, a dialog is open, or it is a shortcut of the browser. */
function isForOthers(event: KeyboardEvent): boolean {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey
  if (event.defaultPrevented || isShortcut || document.querySelector('[role=dialog]') !== null) return true
  return (event.target as Element | null)?.closest(TYPING) != null
}

/** Presses the button that names the key; false if there is none. */
function pressButton(key: string): boolean {
  const button = /^[a-z]$/.test(key) ? document.querySelector<HTMLButtonElement>(`button[data-key="${key}"]`) : null
  button?.click()
  return button !== null
}

/** The next one in the queue; it ends at both ends. */
export function stepped(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
  if (id === undefined) return step === 1 ? ids[0] : ids.at(-1)
  return ids[Math.min(Math.max(ids.indexOf(id) + step, 0), ids.length - 1)]
}
