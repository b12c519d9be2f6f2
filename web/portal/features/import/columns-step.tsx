import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { doubledColumns, withField } from './choices.ts'
import { ColumnRow } from './column-row.tsx'
import { DefaultValues } from './default-values.tsx'
import { FirstRows } from './first-rows.tsx'
import { Missing } from './missing.tsx'
import { NotationFields } from './notation-fields.tsx'
import type { StepProps } from './step-props.ts'

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
      <DefaultValues choices={choices} onChange={onChange} />
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
