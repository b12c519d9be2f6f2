import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useWatch } from 'react-hook-form'
import { LINES_MAX } from '../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { useWords } from '../../words/use-words.ts'
import { BLANK_LINE, type LineForm } from './form/editor-form.ts'
import { type Column, isCells, rowsBeyond, withPasted } from './form/pasted-lines.ts'
import { LineRow } from './line-row.tsx'
import { useEditor } from './use-editor.ts'

/** The items as a grid for the keyboard. A row is rendered again only if one of its own texts changes. */
export function LineGrid() {
  const words = useWords('editor')
  const { form, saved } = useEditor()
  const { fields, insert, remove, move, replace } = useFieldArray({ control: form.control, name: 'lines' })
  const level = useWatch({ control: form.control, name: 'level' })
  const [hasSku, setSku] = useState(() => saved !== undefined)
  const columns = columnsOf(hasSku, level !== 'total')
  const [gridRef, width] = useWidth<HTMLTableElement>()
  const isCards = width < (columns.length > COLUMNS_OF_NARROW ? WIDE : NARROW)
  const role = isCards ? CARD_ROLES : undefined
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
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (place === undefined || event.nativeEvent.isComposing) return
    const step = event.altKey ? STEPS[event.key] : undefined
    if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault()
      add(place.row)
    } else if (step !== undefined && place.row + step >= 0 && place.row + step < fields.length) {
      event.preventDefault()
      changeAndFocus(() => move(place.row, place.row + step), place.row + step, place.column)
    }
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
  return (
    <>
      <div className="line-options">
        <CheckField
          label={words.perLine}
          checked={level !== 'total'}
          disabled={level === 'both'}
          onChange={({ target }) => form.setValue('level', target.checked ? 'lines' : 'total', { shouldDirty: true })}
        />
        <CheckField label={words.showSku} checked={hasSku} onChange={({ target }) => setSku(target.checked)} />
      </div>
      <table
        className={isCards ? 'line-grid cards' : 'line-grid'}
        ref={gridRef}
        role={role?.table}
        aria-label={words.items}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column}>
                {words[column]}
              </th>
            ))}
            <th scope="col" className="sum">
              {words.amount}
            </th>
            <td className="end" />
          </tr>
        </thead>
        <tbody role={role?.rowgroup} onKeyDown={pressKey} onPaste={paste}>
          {fields.map(({ id }, index) => (
            <LineRow key={id} index={index} columns={columns} isCard={isCards} onRemove={removeAt} />
          ))}
        </tbody>
      </table>
      <div className="line-actions">
        <Button kind="plain" isCompact onClick={() => add(fields.length - 1)} disabled={fields.length >= LINES_MAX}>
          <Plus size={16} aria-hidden="true" />
          {words.addLine}
        </Button>
        <p className="help">{words.gridHelp}</p>
      </div>
    </>
  )
}

/** Where the columns do not fit, each item is a card. It stays a table for screen readers. */
const CARD_ROLES = { table: 'table', rowgroup: 'rowgroup' } as const
const COLUMNS_OF_NARROW = 4
const NARROW = 520
const WIDE = 720

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }
const CELL = /^lines\.(\d+)\.(item|sku|quantity|price|discount|tax)$/
const COLUMN_SETS = new Map<string, readonly Column[]>()

/** The same list for the same choice, so that rows are not rendered again. */
function columnsOf(hasSku: boolean, hasParts: boolean): readonly Column[] {
  const key = `${hasSku} ${hasParts}`
  const columns = COLUMN_SETS.get(key) ?? [
    ...(hasSku ? (['item', 'sku', 'quantity', 'price'] as const) : (['item', 'quantity', 'price'] as const)),
    ...(hasParts ? (['discount', 'tax'] as const) : []),
  ]
  COLUMN_SETS.set(key, columns)
  return columns
}

function cellOf(grid: HTMLElement | null, row: number, column: Column): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[name="lines.${row}.${column}"]`) ?? null
}

function placeOf(target: EventTarget): { readonly row: number; readonly column: Column } | undefined {
  const [, row, column] = CELL.exec((target as HTMLInputElement).name ?? '') ?? []
  return row === undefined ? undefined : { row: Number(row), column: column as Column }
}
