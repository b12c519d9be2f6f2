import { type ClipboardEvent, type KeyboardEvent, type RefObject, useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { UseFieldArrayReturn } from 'react-hook-form'
import { LINES_MAX } from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { useFormat } from '../../../format/use-format.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { BLANK_LINE, type EditorForm, type LineForm } from '../form/editor-form.ts'
import { type Column, isCells, rowsBeyond, withPasted } from '../form/pasted-lines.ts'
import { useEditor } from '../use-editor.ts'

type Lines = UseFieldArrayReturn<EditorForm, 'lines'>
type Grid = { readonly gridRef: RefObject<HTMLTableElement | null>; readonly columns: readonly Column[] }

/** Adds, removes, moves and pastes lines, with the focus where the person goes on. */
export function useLineEdits({ fields, insert, remove, move, replace }: Lines, { gridRef, columns }: Grid) {
  const words = useWords('editor')
  const { form } = useEditor()
  const format = useFormat()

  /** Renders the change immediately: the next key, however fast, belongs to the cell that gets the focus. */
  const changeAndFocus = useCallback(
    (change: () => void, row: number, column: Column = 'item') => {
      flushSync(change)
      cellOf(gridRef.current, row, column)?.focus()
    },
    [gridRef],
  )
  const add = (after: number) => {
    const isRoom = fields.length < LINES_MAX
    changeAndFocus(() => isRoom && insert(after + 1, BLANK_LINE, { shouldFocus: false }), after + 1)
  }
  const removeAt = useCallback(
    (row: number) => {
      const removeOne = () => {
        remove(row)
        if (form.getValues('lines').length === 0) insert(0, BLANK_LINE, { shouldFocus: false })
      }
      changeAndFocus(removeOne, Math.max(0, row - 1))
    },
    [remove, insert, form, changeAndFocus],
  )
  const moveBy = (row: number, step: -1 | 1, focus: () => HTMLElement | null | undefined) => {
    if (row + step < 0 || row + step >= fields.length) return false
    flushSync(() => move(row, row + step))
    focus()?.focus()
    return true
  }
  /** The handle moves its line by arrows alone. */
  const pressOnHandle = (event: KeyboardEvent<HTMLElement>) => {
    const row = Number((event.target as HTMLElement).dataset['line'])
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveBy(row, step, () => handleOf(gridRef.current, row + step))
  }
  const pressInCell = (event: KeyboardEvent<HTMLElement>, { row, column }: Place) => {
    const step = event.altKey ? STEPS[event.key] : undefined
    if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault()
      add(row)
    } else if (step !== undefined) {
      const isMoved = moveBy(row, step, () => cellOf(gridRef.current, row + step, column))
      if (isMoved) event.preventDefault()
    }
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    // A suggestion that Enter chooses has prevented the default.
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const place = placeOf(event.target)
    if (place !== undefined) pressInCell(event, place)
    else if ((event.target as HTMLElement).dataset['line'] !== undefined) pressOnHandle(event)
  }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const place = placeOf(event.target)
    if (place === undefined || !isCells(text)) return
    event.preventDefault()
    const target = { ...place, columns, rowsMax: LINES_MAX }
    const beyond = rowsBeyond(text, target)
    const lines = [...withPasted(form.getValues('lines'), text, target)] as LineForm[]
    changeAndFocus(() => replace(lines), place.row, place.column)
    if (beyond > 0) showToast(words.tooManyLines({ count: format.count(beyond) }))
  }
  return { add, removeAt, pressKey, paste }
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }
const CELL = /^lines\.(\d+)\.(item|sku|quantity|price|discount|tax)$/

function cellOf(grid: HTMLElement | null, row: number, column: Column): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[name="lines.${row}.${column}"]`) ?? null
}

function handleOf(grid: HTMLElement | null, row: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-line="${row}"]`) ?? null
}

type Place = { readonly row: number; readonly column: Column }

function placeOf(target: EventTarget): Place | undefined {
  const [, row, column] = CELL.exec((target as HTMLInputElement).name ?? '') ?? []
  return row === undefined ? undefined : { row: Number(row), column: column as Column }
}
