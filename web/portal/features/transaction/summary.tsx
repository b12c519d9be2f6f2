import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { isZero } from '../../invoice-list/rows.ts'
import { useOrganization } from '../../session/organization.ts'
import { useMethodText } from '../../transactions/use-method-text.ts'
import { useWords } from '../../words/use-words.ts'
import type { TransactionDetail } from './queries.ts'

type Props = { readonly detail: TransactionDetail }

/** The amount first, then how and when, and who. */
export function Summary({ detail: { transaction, payment } }: Props) {
  const words = useWords('transactions')
  const format = useFormat()
  const methodText = useMethodText()
  const { type, amount, currency = '', submitTimeUtc } = transaction
  const shown = amount === undefined ? '' : format.amount(amount, currency)
  const refunded = type === 'PAYMENT' && payment !== null && !isZero(payment.refundedAmount)
  return (
    <section className="card invoice-summary" aria-label={words.types[type]}>
      <div>
        <p className="quiet">{words.types[type]}</p>
        <p className={shown.length > LENGTH_MAX ? 'amount money long' : 'amount money'}>{shown}</p>
        {refunded && (
          <p className="quiet">{words.refundedSum({ amount: format.amount(payment.refundedAmount, currency) })}</p>
        )}
      </div>
      <div>
        <p className="quiet">{words.columns.method}</p>
        <p className="value">{methodText(transaction) || '–'}</p>
        <p className="quiet">{words.columns.time}</p>
        <p>
          <time dateTime={submitTimeUtc}>{format.instant(submitTimeUtc)}</time>
        </p>
      </div>
      <Customer detail={transaction} />
    </section>
  )
}

/** The most characters that a phone shows in the largest size. */
const LENGTH_MAX = 14

function Customer({ detail: { customer } }: { readonly detail: TransactionDetail['transaction'] }) {
  const words = useWords('transactions')
  const invoices = useWords('invoices')
  const { organizationId } = useOrganization()
  const { name, company, email } = customer
  const names = [name, company].filter((part) => part !== undefined)
  return (
    <div>
      <p className="quiet">{words.columns.customer}</p>
      {names.map((part) => (
        <p key={part} className="value">
          {part}
        </p>
      ))}
      {email !== undefined && (
        <p className="value">
          <Link to="/o/$organizationId/transactions" params={{ organizationId }} search={{ email }}>
            {email}
          </Link>
        </p>
      )}
      {names.length === 0 && email === undefined && <p>{invoices.unnamed}</p>}
    </div>
  )
}
