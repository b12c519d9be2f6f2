// pure
import { formatDecimal, parseDecimal, sumOf } from '../../../../../src/kernel/decimal.ts'
import { dayAfter } from '../period-text.ts'

type RollUp = 'day' | 'week' | 'month'

export type SalesSummary = {
  readonly currencyCode: string
  readonly paymentSubTypeDescription: string
  readonly startTime: string
  readonly endTime: string
  readonly salesCount: number
  readonly salesAmount: string
  readonly creditCount: number
  readonly creditAmount: string
}

export type PeriodSales = {
  /** The first day of the day, week or month. */
  readonly start: string
  readonly salesCount: number
  readonly salesAmount: string
  readonly creditAmount: string
}

type Asked = { readonly from: string; readonly to: string; readonly rollUp: RollUp }

/** The sums of each currency over all card schemes, also of periods without any: a chart must not leave out days. */
export function salesByPeriod(
  summaries: readonly SalesSummary[],
  { from, to, rollUp }: Asked,
): ReadonlyMap<string, readonly PeriodSales[]> {
  const starts = startsBetween(from, to, rollUp)
  const currencies = Map.groupBy(summaries, ({ currencyCode }) => currencyCode)
  return new Map(
    [...currencies].map(([currency, ofCurrency]) => {
      const periods = Map.groupBy(ofCurrency, ({ startTime }) => startOf(startTime.slice(0, 10), rollUp))
      return [currency, starts.map((start) => summedUp(start, periods.get(start) ?? []))]
    }),
  )
}

function startsBetween(from: string, to: string, rollUp: RollUp): readonly string[] {
  const starts = new Set<string>()
  for (let day = from; day !== '' && day <= to; day = dayAfter(day)) starts.add(startOf(day, rollUp))
  return [...starts]
}

/** Weeks begin on Monday, as they are asked for. */
function startOf(day: string, rollUp: RollUp): string {
  if (rollUp === 'day') return day
  if (rollUp === 'month') return `${day.slice(0, 7)}-01`
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return dayAfter(day, -((weekday + 6) % 7))
}

function summedUp(start: string, summaries: readonly SalesSummary[]): PeriodSales {
  return {
    start,
    salesCount: summaries.reduce((count, one) => count + Number(one.salesCount), 0),
    salesAmount: sum(summaries.map(({ salesAmount }) => salesAmount)),
    creditAmount: sum(summaries.map(({ creditAmount }) => creditAmount)),
  }
}

function sum(amounts: readonly string[]): string {
  const zero = { units: 0n, scale: 0 }
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return formatDecimal(amounts.map((amount) => parseDecimal(amount) ?? zero).reduce(sumOf, zero), decimals)
}
