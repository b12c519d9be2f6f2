import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { isZero } from '../../invoice-list/rows.ts'
import { useOrganization } from '../../session/organization.ts'
import { TransactionBadge } from '../../transactions/transaction-badge.tsx'
import { useWords } from '../../words/use-words.ts'
import type { ReviewFacts } from './queries.ts'

/** Earlier payments and disputes of the same payer. */
export function Earlier({ facts: { earlier, review } }: { readonly facts: ReviewFacts }) {
  const words = useWords('review')
  const transactions = useWords('transactions')
  const format = useFormat()
  const { organizationId } = useOrganization()
  if (review.customer.email === undefined) return <p className="quiet">{words.noAddress}</p>
  const { disputes } = earlier
  return (
    <section className="card" aria-labelledby="earlier">
      <h3 id="earlier">{words.earlier}</h3>
      {disputes.length > 0 && (
        <p className="notice warning">
          {words.disputes({ count: disputes.length, text: format.count(disputes.length) })}
        </p>
      )}
      {earlier.transactions.length === 0 ? (
        <p>{words.firstTime}</p>
      ) : (
        <>
          <ul className="review-sums">
            {earlier.sums
              .filter(({ paymentAmount }) => !isZero(paymentAmount))
              .map(({ currency, paymentAmount, refundAmount }) => (
                <li key={currency}>
                  {transactions.paidSum({ amount: format.amount(paymentAmount, currency) })}
                  {!isZero(refundAmount) &&
                    ` · ${transactions.refundedSum({ amount: format.amount(refundAmount, currency) })}`}
                </li>
              ))}
          </ul>
          <ul className="related">
            {earlier.transactions.map(({ id, type, state, amount, currency = '', submitTimeUtc }) => (
              <li key={id}>
                <Link to="/o/$organizationId/transactions/$id" params={{ organizationId, id }}>
                  {transactions.types[type]} {amount !== undefined && format.amount(amount, currency)}
                </Link>
                <TransactionBadge state={state} />
                <time className="quiet small" dateTime={submitTimeUtc}>
                  {format.instant(submitTimeUtc)}
                </time>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
