import { useMemo } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { magnitude } from '../../../ui/charts/chart-table.ts'
import { ColumnsChart } from '../../../ui/charts/columns-chart.tsx'
import { columnsSvg } from '../../../ui/charts/svg-text.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import type { PeriodSales } from './sales-by-period.ts'

type Props = { readonly currency: string; readonly periods: readonly PeriodSales[] }

/** The sales of each day, week or month in one currency, with the refunds behind them. */
export function SalesChart({ currency, periods }: Props) {
  const words = useWords('reports')
  const language = useLanguage()
  const format = useFormat()
  const { name, organizationId } = useOrganization()
  const title = `${words.onDemandNames['payment-batch-summaries']} (${currency})`
  const values = useMemo(() => periods.map(({ salesAmount }) => magnitude(salesAmount)), [periods])
  const compared = useMemo(() => periods.map(({ creditAmount }) => Math.abs(magnitude(creditAmount))), [periods])
  const tickText = useMemo(() => {
    const compact = new Intl.NumberFormat(language, { notation: 'compact' })
    return (value: number) => compact.format(value)
  }, [language])
  const dayOf = (index: number) => format.day(periods[index]?.start ?? '')
  const hint = { now: words.sales, before: words.movements.REFUNDS }
  const readingOf = (index: number) => ({
    now: `${dayOf(index)} · ${words.sales} ${format.amount(periods[index]?.salesAmount ?? '0', currency)}`,
    before: `${words.movements.REFUNDS} ${format.amount(periods[index]?.creditAmount ?? '0', currency)}`,
  })
  const svg = () =>
    columnsSvg({ title, lines: [`${name} · ${format.zone}`], values, compared, tickText, nameOf: dayOf })
  return (
    <ChartFrame
      title={title}
      table={{
        heads: [words.period, words.sales, words.number, words.movements.REFUNDS],
        rows: periods.map(({ start, salesAmount, salesCount, creditAmount }) => [
          ...[format.date(start), format.amount(salesAmount, currency), format.count(salesCount)],
          format.amount(creditAmount, currency),
        ]),
        cells: periods.map((one) => [one.start, one.salesAmount, String(one.salesCount), one.creditAmount]),
      }}
      fileName={`${organizationId}-sales-${currency}-${periods[0]?.start ?? ''}`}
      svg={svg}
    >
      <ColumnsChart
        values={values}
        compared={compared}
        label={title}
        tickText={tickText}
        nameOf={dayOf}
        readingOf={readingOf}
        hint={hint}
      />
    </ChartFrame>
  )
}
