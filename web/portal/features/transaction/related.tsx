import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { TransactionBadge } from '../../transactions/transaction-badge.tsx'
import { useWords } from '../../words/use-words.ts'
import type { TransactionDetail } from './queries.ts'

/** Its refunds, the payment that it refunds, and other requests of the same order. */
export function Related({ detail: { related } }: { readonly detail: TransactionDetail }) {
  const words = useWords('transactions')
  const format = useFormat()
  const { organizationId } = useOrganization()
  if (related.length === 0) return null
  return (
    <section className="card" aria-labelledby="related">
      <h2 id="related">{words.related}</h2>
      <ul className="related">
        {related.map(({ id, type, state, amount, currency = '', submitTimeUtc }) => (
          <li key={id}>
            <Link to="/o/$organizationId/transactions/$id" params={{ organizationId, id }}>
              {words.types[type]} {amount !== undefined && format.amount(amount, currency)}
            </Link>
            <TransactionBadge state={state} />
            <time className="quiet small" dateTime={submitTimeUtc}>
              {format.instant(submitTimeUtc)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
