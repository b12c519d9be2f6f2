import { useWords } from '../../words/use-words.ts'
import type { Settings } from './queries.ts'

/** Belongs to the organization, and is shown because documents have it too. */
export function BusinessContact({ phone, addressDetails = {} }: Settings['merchantInformation']) {
  const words = useWords('settings')
  const { address1, address2, city, state, postalCode, country } = addressDetails
  const address = [address1, address2, [postalCode, city].filter(Boolean).join(' '), state, country]
    .filter((line) => line !== undefined && line !== '')
    .join(', ')
  const facts = [
    [words.phone, phone],
    [words.address, address],
  ] as const
  return (
    <section className="card" aria-labelledby="contact">
      <h2 id="contact">{words.contact}</h2>
      <dl className="rows">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value === undefined || value === '' ? words.none : value}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{words.contactText}</p>
    </section>
  )
}
