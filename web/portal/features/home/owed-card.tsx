import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { OwedChart } from './charts.ts'
import type { Owed } from './queries.ts'

type Props = { readonly owed: Owed; readonly currency: string; readonly today: string }
type Part = Owed['parts'][number]

/** Open invoices by age: the sum, one bar, and each part with a link to its invoices. */
export function OwedCard({ owed, currency, today }: Props) {
  const words = useWords('home')
  const format = useFormat()
  const id = useId()
  const [chosen, choose] = useState<string>()
  const { count, overdueCount } = owed
  const shown = owed.parts.filter((part) => part.count > 0)
  return (
    <section className="card home-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{words.owed}</h2>
        <p className="large money">
          <ListLink search={{ view: 'open', currency }}>{format.amount(owed.amount, currency)}</ListLink>
        </p>
        <p className="quiet">
          {count === 0 ? words.nothingOwed : words.openInvoices({ count, text: format.count(count) })}
        </p>
        {overdueCount > 0 && (
          <p className="late">
            <ListLink search={{ view: 'overdue', currency, sort: 'dueDate:asc' }}>
              {words.overdue} <span className="money">{format.amount(owed.overdueAmount, currency)}</span>
            </ListLink>
          </p>
        )}
      </header>
      {shown.length > 0 && (
        <OwedChart owed={owed} currency={currency} today={today} chosen={chosen} onChoose={choose}>
          <ul className="bar-labels">
            {shown.map((part) => (
              <li
                key={part.age}
                className={chosen === part.age ? 'chosen' : ''}
                onPointerEnter={() => choose(part.age)}
                onPointerLeave={() => choose(undefined)}
              >
                <span className={`swatch ${part.age}`}>{words.ages[part.age]}</span>
                <ListLink search={searchOf(part, currency)}>
                  <span className="money">{format.amount(part.amount, currency)}</span>
                </ListLink>
                <span className="quiet small">
                  {words.invoiceCount({ count: part.count, text: format.count(part.count) })}
                </span>
              </li>
            ))}
          </ul>
        </OwedChart>
      )}
    </section>
  )
}

/** The list of exactly these invoices. */
function searchOf({ age, dueFrom, dueTo }: Part, currency: string): Readonly<Record<string, string>> {
  const days = { ...(dueFrom !== null && { dueFrom }), ...(dueTo !== null && { dueTo }) }
  return { view: age === 'notDue' ? 'open' : 'overdue', ...days, currency }
}

function ListLink(props: { readonly search: Readonly<Record<string, string>>; readonly children: React.ReactNode }) {
  return <Link to="/o/$organizationId/invoices" from="/o/$organizationId" {...props} />
}
