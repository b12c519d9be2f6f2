import { useFormat } from '../../../format/use-format.ts'
import { useWords } from '../../../words/use-words.ts'
import { NetBar } from './charts.ts'

type Total = { readonly currency: string; readonly value: string }
type Summary = {
  readonly type: 'PURCHASES' | 'REFUNDS' | 'FEES' | 'CHARGEBACKS'
  readonly paymentSubType: string
  readonly fundedCount: number
  readonly fundedAmount: string
  readonly currencyCode: string
}
type Response = {
  readonly netFundingSummaries: readonly Summary[]
  readonly totalPurchases: readonly Total[]
  readonly totalRefunds: readonly Total[]
  readonly totalFees: readonly Total[]
  readonly totalChargebacks: readonly Total[]
  readonly netTotal: readonly Total[]
}

/** Money that came in, deductions, and the remainder: each currency by itself. */
export function NetFundings({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const funding = data as unknown as Response
  const currencies = [...new Set(funding.netTotal.map(({ currency }) => currency))]
  return (
    <>
      <div className="net-totals">
        {currencies.map((currency) => (
          <NetTotal key={currency} funding={funding} currency={currency} />
        ))}
      </div>
      <Summaries summaries={funding.netFundingSummaries} />
    </>
  )
}

function NetTotal({ funding, currency }: { readonly funding: Response; readonly currency: string }) {
  const words = useWords('reports')
  const format = useFormat()
  const valueIn = (totals: readonly Total[]) => totals.find((one) => one.currency === currency)?.value
  const textOf = (value: string | undefined) => (value === undefined ? '–' : format.amount(value, currency))
  const lines = [
    ['purchases', words.movements.PURCHASES, valueIn(funding.totalPurchases)],
    ['refunds', words.movements.REFUNDS, valueIn(funding.totalRefunds)],
    ['fees', words.movements.FEES, valueIn(funding.totalFees)],
    ['chargebacks', words.movements.CHARGEBACKS, valueIn(funding.totalChargebacks)],
    ['net', words.net, valueIn(funding.netTotal)],
  ] as const
  // Payments are the whole bar.
  const parts = lines
    .slice(1)
    .toReversed()
    .map(([key, label, value]) => ({ key, amount: value ?? '0', text: `${label} ${textOf(value)}` }))
  return (
    <section className="card net-total" aria-label={currency}>
      <h2>{currency}</h2>
      <NetBar parts={parts} />
      <dl className="rows">
        {lines.map(([key, label, value]) => (
          <div key={key} className={key === 'net' ? 'sum' : undefined}>
            <dt>{key === 'purchases' ? label : <span className={`swatch ${key}`}>{label}</span>}</dt>
            <dd className="money">{textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Two-letter codes of card schemes, with their names beside them. */
const SCHEMES: Readonly<Record<string, string>> = {
  VI: 'Visa',
  MC: 'Mastercard',
  AX: 'American Express',
  DI: 'Discover',
  DP: 'Diners Club',
}

function Summaries({ summaries }: { readonly summaries: readonly Summary[] }) {
  const words = useWords('reports')
  const format = useFormat()
  return (
    <table className="table summary-table" aria-label={words.onDemandNames['net-fundings']}>
      <thead>
        <tr>
          <th scope="col">{words.movement}</th>
          <th scope="col">{words.cardScheme}</th>
          <th scope="col" className="money">
            {words.funded}
          </th>
          <th scope="col" className="number">
            {words.number}
          </th>
        </tr>
      </thead>
      <tbody>
        {summaries.map(({ type, paymentSubType, currencyCode, fundedAmount, fundedCount }) => (
          <tr key={`${type} ${paymentSubType} ${currencyCode}`}>
            <td className="main">{words.movements[type]}</td>
            <td>{SCHEMES[paymentSubType] ?? (paymentSubType === 'OTHER' ? words.otherScheme : paymentSubType)}</td>
            <td className="money">{format.amount(fundedAmount, currencyCode)}</td>
            <td className="number">{format.count(fundedCount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
