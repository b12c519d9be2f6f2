import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { LINES_MAX } from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { useWords } from '../../../words/use-words.ts'
import type { Column } from '../form/pasted-lines.ts'
import { useEditor } from '../use-editor.ts'
import { LineRow } from './line-row.tsx'
import { useLineDrag } from './use-line-drag.ts'
import { useLineEdits } from './use-line-edits.ts'

/** The items as a grid for the keyboard. A row is rendered again only if one of its own texts changes. */
export function LineGrid() {
  const words = useWords('editor')
  const { form, saved } = useEditor()
  const lines = useFieldArray({ control: form.control, name: 'lines' })
  const { fields } = lines
  const level = useWatch({ control: form.control, name: 'level' })
  const [hasSku, setSku] = useState(() => saved !== undefined)
  const columns = columnsOf(hasSku, level !== 'total')
  const [gridRef, width] = useWidth<HTMLTableElement>()
  const isCards = width < (columns.length > COLUMNS_OF_NARROW ? WIDE : NARROW)
  const role = isCards ? CARD_ROLES : undefined
  const { add, removeAt, pressKey, paste } = useLineEdits(lines, { gridRef, columns })
  const grab = useLineDrag(lines.move, gridRef)
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
        <tbody role={role?.rowgroup} onKeyDown={pressKey} onPaste={paste} onPointerDown={grab}>
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
const NARROW = 560
const WIDE = 760

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
