import { useMemo } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { periodText } from '../period-text.ts'
import { SalesChart } from './charts.ts'
import { type SalesSummary, salesByPeriod } from './sales-by-period.ts'

const ROWS_MAX = 500

type Props = {
  readonly data: Readonly<Record<string, unknown>>
  /** First and last day, and the periods between them. */
  readonly asked: Parameters<typeof salesByPeriod>[1]
}

/** Sales and refunds by day, week or month: a chart for each currency, and all numbers. */
export function BatchSummaries({ data, asked: { from, to, rollUp } }: Props) {
  const words = useWords('reports')
  const summaries = data['paymentBatchSummaries'] as readonly SalesSummary[]
  const sales = useMemo(() => salesByPeriod(summaries, { from, to, rollUp }), [summaries, from, to, rollUp])
  return (
    <>
      {[...sales].map(([currency, periods]) => (
        <section key={currency} className="card" aria-label={currency}>
          <SalesChart currency={currency} periods={periods} />
        </section>
      ))}
      <table className="table summary-table" aria-label={words.onDemandNames['payment-batch-summaries']}>
        <thead>
          <tr>
            <th scope="col">{words.period}</th>
            <th scope="col">{words.cardScheme}</th>
            <th scope="col" className="money">
              {words.sales}
            </th>
            <th scope="col" className="number">
              {words.number}
            </th>
            <th scope="col" className="number">
              {words.movements.REFUNDS}
            </th>
            <th scope="col" className="number">
              {words.number}
            </th>
          </tr>
        </thead>
        <tbody>
          {summaries.slice(0, ROWS_MAX).map((summary) => (
            <SummaryRow
              key={`${summary.startTime} ${summary.currencyCode} ${summary.paymentSubTypeDescription}`}
              summary={summary}
            />
          ))}
        </tbody>
      </table>
      {summaries.length > ROWS_MAX && <p className="notice plain">{words.rowsCut({ text: String(ROWS_MAX) })}</p>}
    </>
  )
}

function SummaryRow({ summary }: { readonly summary: SalesSummary }) {
  const format = useFormat()
  const language = useLanguage()
  const { startTime, endTime, currencyCode, paymentSubTypeDescription: scheme } = summary
  return (
    <tr>
      <td className="main">{periodText(startTime, endTime, language)}</td>
      <td>{scheme}</td>
      <td className="money">{format.amount(summary.salesAmount, currencyCode)}</td>
      <td className="number">{format.count(summary.salesCount)}</td>
      <td className="number">{format.amount(summary.creditAmount, currencyCode)}</td>
      <td className="number">{format.count(summary.creditCount)}</td>
    </tr>
  )
}
