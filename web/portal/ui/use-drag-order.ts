import type { PointerEvent } from 'react'
import { flushSync } from 'react-dom'

type Move = (from: number, to: number) => void

/**
 * Moves a row with the pointer that holds its handle, an element with `data-line`; the others make room while it moves. `rows`
 * gives the elements in their order.
 */
export function useDragOrder(move: Move, rows: () => readonly Element[]) {
  return (event: PointerEvent<HTMLElement>) => {
    const handle = (event.target as Element).closest<HTMLElement>('[data-line]')
    if (handle === null || event.button !== 0) return
    // Otherwise a mouse selects text, and the handle does not get the focus in every browser.
    event.preventDefault()
    handle.focus()
    let from = Number(handle.dataset['line'])
    const end = new AbortController()
    const { signal } = end
    const follow = ({ clientY, pointerId }: globalThis.PointerEvent) => {
      if (pointerId !== event.pointerId) return
      const to = lineAt(rows(), clientY, from)
      if (to === from) return
      flushSync(() => move(from, to))
      handle.focus()
      from = to
    }
    // On the window: the row, and with it the handle, gets another place in the document.
    addEventListener('pointermove', follow, { signal })
    for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, () => end.abort(), { signal })
  }
}

/** The place of the row below the pointer, once its middle is passed: rows of different heights would flicker. */
function lineAt(rows: readonly Element[], y: number, from: number): number {
  const boxes = rows.map((row) => row.getBoundingClientRect())
  const below = boxes.findIndex(({ bottom }) => y < bottom)
  const to = below < 0 ? boxes.length - 1 : below
  const { top = 0, bottom = 0 } = boxes[to] ?? {}
  const isPassed = to > from ? y > (top + bottom) / 2 : y < (top + bottom) / 2
  return isPassed ? to : from
}
