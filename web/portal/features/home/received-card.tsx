import { useId } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { ReceivedChart } from './charts.ts'
import { comparisonOf } from './comparison.ts'
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
        <p className="large money">{format.amount(total.paidAmount, currency)}</p>
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
      {received.settled && <Settled settled={received.settled} currency={currency} />}
    </>
  )
}

function Compared({ received: { total, previous }, currency }: Shown) {
  const words = useWords('home')
  const language = useLanguage()
  const format = useFormat()
  const comparison = comparisonOf(total.paidAmount, previous.paidAmount)
  const amount = format.amount(previous.paidAmount, currency)
  if (comparison.kind === 'nothingBefore') return <p className="quiet">{words.nothingBefore}</p>
  if (comparison.kind === 'same') return <p className="quiet">{words.same({ amount })}</p>
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(comparison.ratio)
  return <p className="quiet">{words[comparison.kind]({ percent, amount })}</p>
}

/** Refunds, and payments received elsewhere. */
function Apart({ received: { total }, currency }: Shown) {
  const words = useWords('home')
  const format = useFormat()
  const shown = [
    { name: words.refunded, count: total.refundedCount, amount: total.refundedAmount },
    { name: words.external, count: total.externalCount, amount: total.externalAmount },
  ].filter(({ count }) => count !== 0)
  if (shown.length === 0) return null
  return (
    <dl className="home-facts">
      {shown.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="money">{format.amount(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

type SettledProps = { readonly settled: NonNullable<ReceivedPayments['settled']>; readonly currency: string }

/** As the report on net funding has it. */
function Settled({ settled, currency }: SettledProps) {
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
          <dd className="money">{format.amount(settled.netAmount, currency)}</dd>
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
