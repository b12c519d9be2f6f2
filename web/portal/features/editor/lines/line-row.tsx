import { GripVertical, X } from 'lucide-react'
import { memo, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { LINE_FIELDS } from '../../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { moneyText } from '../../../../../src/kernel/language.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { useProblem, useRegister } from '../fields.tsx'
import { blankForm, isBlank } from '../form/editor-form.ts'
import type { Column } from '../form/pasted-lines.ts'
import { readForm } from '../form/read-form.ts'
import type { Kind } from '../problem-text.tsx'
import { useEditor } from '../use-editor.ts'
import { ItemInput } from './item-input.tsx'

const KINDS: Readonly<Record<Column, Kind | undefined>> = {
  ...{ item: undefined, sku: undefined, quantity: 'quantity', price: 'price', discount: 'part', tax: 'part' },
}
const LENGTHS: Readonly<Record<Column, number>> = {
  ...{ item: LINE_FIELDS.productName.lengthMax, sku: LINE_FIELDS.productSku.lengthMax },
  ...{ quantity: 15, price: 30, discount: 30, tax: 30 },
}

type Props = {
  readonly index: number
  readonly columns: readonly Column[]
  readonly isCard: boolean
  readonly onRemove: (index: number) => void
}

/** One item. It watches its own texts only. */
export const LineRow = memo(function LineRow({ index, columns, isCard, onRemove }: Props) {
  const words = useWords('editor')
  const format = useFormat()
  const place = format.count(index + 1)
  const role = isCard ? 'cell' : undefined
  return (
    <tr role={isCard ? 'row' : undefined} aria-label={words.line({ place })}>
      {columns.map((column) => (
        <Cell key={column} index={index} column={column} place={place} role={role} />
      ))}
      <td className="sum money" role={role}>
        <span className="cell-label" aria-hidden="true">
          {words.amount}
        </span>
        <LineAmount index={index} />
      </td>
      <td className="end" role={role}>
        <button
          type="button"
          className="button quiet compact icon line-handle"
          data-line={index}
          aria-label={words.moveLine({ place })}
          title={words.moveLine({ place })}
        >
          <GripVertical size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="button quiet compact icon"
          aria-label={words.removeLine({ place })}
          title={words.removeLine({ place })}
          onClick={() => onRemove(index)}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
})

type CellProps = {
  readonly index: number
  readonly column: Column
  readonly place: string
  readonly role: 'cell' | undefined
}

function Cell({ index, column, place, role }: CellProps) {
  const words = useWords('editor')
  const register = useRegister()
  const id = useId()
  const kind = KINDS[column]
  const name = `lines.${index}.${column}` as const
  const problem = useProblem(name, kind)
  const shared = {
    'aria-label': `${words[column]}, ${words.line({ place })}`,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : id,
    autoComplete: 'off',
    maxLength: LENGTHS[column],
  } as const
  return (
    <td className={column} role={role}>
      <div className="field">
        <span className="cell-label" aria-hidden="true">
          {words[column]}
        </span>
        {column === 'item' ? (
          <ItemInput index={index} {...shared} />
        ) : (
          <input
            {...register(name, kind)}
            {...shared}
            {...(kind && kind !== 'part' && { inputMode: 'decimal' as const })}
            {...(column === 'quantity' && { placeholder: '1' })}
            {...(kind === 'part' && { placeholder: '0%' })}
          />
        )}
        {problem !== undefined && (
          <p className="problem" id={id}>
            {problem}
          </p>
        )}
      </div>
    </td>
  )
}

function LineAmount({ index }: { readonly index: number }) {
  const language = useLanguage()
  const { form, saved } = useEditor()
  const [line, currency, level] = useWatch({ control: form.control, name: [`lines.${index}`, 'currency', 'level'] })
  if (line === undefined || isBlank(line)) return <span className="quiet">–</span>
  const [total] = readForm(blankForm({ currency, level, lines: [line] }), saved).lineTotals
  return total === undefined ? <span className="quiet">–</span> : moneyText(total, language)
}
