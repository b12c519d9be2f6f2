import { useWords } from '../../words/use-words.ts'
import type { Choices } from './choices.ts'
import type { ImportFile } from './queries.ts'
import { useFieldLabels } from './use-field-labels.ts'

type Props = { readonly columns: ImportFile['columns']; readonly choices: Choices }

/** The first rows as they are mapped. */
export function FirstRows({ columns, choices }: Props) {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  const mapped = columns.flatMap(({ name, samples }) => {
    const field = choices.mapping[name]
    return field === undefined ? [] : [{ name, field, samples }]
  })
  const rowCount = Math.max(0, ...mapped.map(({ samples }) => samples.length))
  if (rowCount === 0) return null
  const places = Array.from({ length: rowCount }, (_, index) => index)
  return (
    <section className="card" aria-labelledby="first-rows">
      <h2 id="first-rows">{words.preview}</h2>
      <div className="import-rows">
        {places.map((place) => (
          <section key={place} aria-label={words.row({ place: String(place + 1) })}>
            <h3>{words.row({ place: String(place + 1) })}</h3>
            <dl className="rows stacked">
              {mapped.map(({ name, field, samples }) => (
                <div key={name} className="fact">
                  <dt>{full(field)}</dt>
                  <dd>{(samples[place] ?? '').trim() || choices.defaults[field] || '–'}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  )
}
