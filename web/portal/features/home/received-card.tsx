import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { ReceivedChart } from './charts.ts'
import { comparisonOf } from './comparison.ts'
import { PaymentsLink } from './payments-link.tsx'
import type { ReceivedPayments } from './queries.ts'

type Props = { readonly received: ReceivedPayments | null; readonly currency: string }
type Shown = { readonly received: ReceivedPayments; readonly currency: string }

/** The last 30 days beside the 30 before; money that no processor moved stands apart. */
export function ReceivedCard({ received, currency }: Props) {
  const words = useWords('home')
  const id = useId()
  return (
    <section className="card home-card" aria-labelledby={id}>
      {received === null ? (
        <header>
          <h2 id={id}>{words.received}</h2>
          <p className="quiet" role="alert">
            {words.unavailable}
          </p>
        </header>
      ) : (
        <ReceivedParts id={id} received={received} currency={currency} />
      )}
    </section>
  )
}

function ReceivedParts({ id, received, currency }: Shown & { readonly id: string }) {
  const words = useWords('home')
  const format = useFormat()
  const { total, previous } = received
  const isEmpty = total.paidCount === 0 && previous.paidCount === 0
  return (
    <>
      <header>
        <h2 id={id}>{words.received}</h2>
        <p className="large money">
          <PaymentsLink period={received} currency={currency}>
            {format.amount(total.paidAmount, currency)}
          </PaymentsLink>
        </p>
        <p className="quiet">
          {isEmpty
            ? words.nothingReceived
            : words.paymentCount({ count: total.paidCount, text: format.count(total.paidCount) })}
        </p>
        {!isEmpty && <Compared received={received} currency={currency} />}
      </header>
      {!received.isComplete && <p className="notice plain">{words.incomplete}</p>}
      {!isEmpty && <ReceivedChart received={received} currency={currency} />}
      <Apart received={received} currency={currency} />
      {received.settled && <Settled received={received} settled={received.settled} currency={currency} />}
    </>
  )
}

function Compared({ received, currency }: Shown) {
  const { total, previous } = received
  const words = useWords('home')
  const language = useLanguage()
  const format = useFormat()
  const comparison = comparisonOf(total.paidAmount, previous.paidAmount)
  const amount = format.amount(previous.paidAmount, currency)
  if (comparison.kind === 'nothingBefore') return <p className="quiet">{words.nothingBefore}</p>
  const percent = (ratio: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(ratio)
  const text =
    comparison.kind === 'same'
      ? words.same({ amount })
      : words[comparison.kind]({ percent: percent(comparison.ratio), amount })
  const period = { from: received.previousFrom, to: received.previousTo }
  return (
    <p className="quiet">
      <PaymentsLink period={period} currency={currency}>
        {text}
      </PaymentsLink>
    </p>
  )
}

/** Refunds, and payments received elsewhere. */
function Apart({ received, currency }: Shown) {
  const words = useWords('home')
  const format = useFormat()
  const { total } = received
  const shown = [
    { type: 'REFUND', name: words.refunded, count: total.refundedCount, amount: total.refundedAmount } as const,
    { type: 'EXTERNAL', name: words.external, count: total.externalCount, amount: total.externalAmount } as const,
  ].filter(({ count }) => count !== 0)
  if (shown.length === 0) return null
  return (
    <dl className="home-facts">
      {shown.map(({ type, name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="money">
            <PaymentsLink period={received} currency={currency} type={type}>
              {format.amount(amount, currency)}
            </PaymentsLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type SettledProps = Shown & { readonly settled: NonNullable<ReceivedPayments['settled']> }

/** As the report on net funding has it. */
function Settled({ received: { from, to }, settled, currency }: SettledProps) {
  const words = useWords('home')
  const format = useFormat()
  const id = useId()
  const rows = [
    [words.purchases, settled.purchaseAmount],
    [words.refunds, negative(settled.refundAmount)],
    [words.fees, negative(settled.feeAmount)],
    [words.chargebacks, negative(settled.chargebackAmount)],
  ] as const
  return (
    <section className="home-settled" aria-labelledby={id}>
      <h3 id={id}>{words.settled}</h3>
      <p className="help">{words.settledText}</p>
      <dl className="home-statement">
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="money">{format.amount(amount, currency)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{words.net}</dt>
          <dd className="money">
            <Link
              to="/o/$organizationId/reports/-/on-demand"
              from="/o/$organizationId"
              search={{ report: 'net-fundings', from, to }}
            >
              {format.amount(settled.netAmount, currency)}
            </Link>
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** As taken from the merchant. */
function negative(amount: string): string {
  if (/^-?0*(?:\.0*)?$/.test(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
