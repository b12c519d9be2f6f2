import { useId } from 'react'
import { useWords } from '../../words/use-words.ts'
import type { ImportFile } from './queries.ts'
import { useFieldLabels } from './use-field-labels.ts'

type Props = {
  readonly column: ImportFile['columns'][number]
  readonly field: string
  readonly isDoubled: boolean
  readonly onField: (field: string) => void
}

const SHOWN_LENGTH_MAX = 60

/** A column by its name and first values, and the field that it goes to. */
export function ColumnRow({ column: { name, samples }, field, isDoubled, onField }: Props) {
  const words = useWords('imports')
  const id = useId()
  const values = samples.map(shortened).filter((sample) => sample !== '')
  const described = isDoubled ? `${id}-values ${id}-problem` : `${id}-values`
  return (
    <li>
      <div>
        <p className="column-name value" id={`${id}-name`}>
          {name}
        </p>
        <p className="help value" id={`${id}-values`}>
          {values.length === 0 ? words.noValues : values.join(' · ')}
        </p>
      </div>
      <div className="field">
        <select
          aria-label={words.fieldOf({ column: name })}
          aria-describedby={described}
          aria-invalid={isDoubled || undefined}
          value={field}
          onChange={({ target }) => onField(target.value)}
        >
          <option value="">{words.ignore}</option>
          <FieldOptions field={field} />
        </select>
        {isDoubled && <Doubled id={`${id}-problem`} field={field} />}
      </div>
    </li>
  )
}

function FieldOptions({ field }: Pick<Props, 'field'>) {
  const { groups, short, full } = useFieldLabels()
  const isKnown = field === '' || groups.some(({ fields }) => fields.includes(field))
  return (
    <>
      {groups.map(({ name, fields }) => (
        <optgroup key={name} label={name}>
          {fields.map((one) => (
            <option key={one} value={one}>
              {short(one)}
            </option>
          ))}
        </optgroup>
      ))}
      {!isKnown && <option value={field}>{full(field)}</option>}
    </>
  )
}

function Doubled({ id, field }: { readonly id: string; readonly field: string }) {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  return (
    <p className="problem" id={id}>
      {words.twice({ name: full(field) })}
    </p>
  )
}

/** Enough to recognize a column by. */
function shortened(sample: string): string {
  const letters = [...sample.trim().slice(0, SHOWN_LENGTH_MAX * 2)]
  return letters.length > SHOWN_LENGTH_MAX ? `${letters.slice(0, SHOWN_LENGTH_MAX).join('')}…` : letters.join('')
}
