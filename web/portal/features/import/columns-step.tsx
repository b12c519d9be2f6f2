import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { type Choices, canBeCommon, doubledColumns, missingFields, withField } from './choices.ts'
import { ColumnRow } from './column-row.tsx'
import { CommonValues } from './common-values.tsx'
import { FirstRows } from './first-rows.tsx'
import { NotationFields } from './notation-fields.tsx'
import type { ImportFile } from './queries.ts'
import { useFieldLabels } from './use-field-labels.ts'

export type StepProps = {
  readonly file: ImportFile
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}

/** Which column is which field, with the first values of each. */
export function ColumnsStep({ file, choices, onChange }: StepProps) {
  const words = useWords('imports')
  const { columns } = file
  const names = columns.map(({ name }) => name)
  const doubled = doubledColumns(choices, names)
  const isMapped = Object.keys(choices.mapping).length > 0
  return (
    <div className="import-page">
      <section className="card" aria-labelledby="map">
        <h2 id="map">{words.map}</h2>
        <p className="help">{file.isRemembered ? words.isRemembered : words.isSuggested}</p>
        <ul className="import-columns">
          {columns.map((column) => (
            <ColumnRow
              key={column.name}
              column={column}
              field={choices.mapping[column.name] ?? ''}
              isDoubled={doubled.has(column.name)}
              onField={(field) => onChange(withField(choices, column.name, field))}
            />
          ))}
        </ul>
      </section>
      <CommonValues choices={choices} onChange={onChange} />
      <NotationFields choices={choices} onChange={onChange} />
      <Missing choices={choices} />
      <FirstRows columns={columns} choices={choices} />
      <div className="import-actions">
        {isMapped && doubled.size === 0 ? (
          <Link className={buttonClass()} to="." search={{ step: 'check' }}>
            {words.check}
          </Link>
        ) : (
          <button type="button" className={buttonClass()} disabled>
            {words.check}
          </button>
        )}
      </div>
    </div>
  )
}

/** Fields that every invoice would lack. */
export function Missing({ choices }: Pick<StepProps, 'choices'>) {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  const missing = missingFields(choices)
  if (missing.length === 0) return null
  return (
    <div className="notice warning" role="status">
      <p>{missing.some(canBeCommon) ? words.missing : words.missingLines}</p>
      <ul>
        {missing.map((field) => (
          <li key={field}>{full(field)}</li>
        ))}
      </ul>
    </div>
  )
}
