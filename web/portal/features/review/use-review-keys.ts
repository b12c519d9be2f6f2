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
    const listen = (event: KeyboardEvent): void => {
      const target = event.target as Element | null
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target?.closest(TYPING) != null || document.querySelector('[role=dialog]') !== null) return
      const step = STEPS[event.key]
      if (step !== undefined) {
        const next = stepped(ids, id, step)
        if (next !== undefined) open(next)
        event.preventDefault()
        return
      }
      const button = document.querySelector<HTMLButtonElement>(`button[data-key="${event.key}"]`)
      if (button === null || !/^[a-z]$/.test(event.key)) return
      button.click()
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ids, id, open])
}

/** The next one in the queue; it ends at both ends. */
export function stepped(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
  if (id === undefined) return step === 1 ? ids[0] : ids.at(-1)
  return ids[Math.min(Math.max(ids.indexOf(id) + step, 0), ids.length - 1)]
}
