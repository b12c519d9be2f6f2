// pure
import { type Decimal, sumOf } from '../../kernel/decimal.ts'
import { PERIOD_DAYS } from './period.ts'

type Summed = {
  readonly day: number
  readonly currency: string
  readonly kind: 'paid' | 'refunded' | 'external'
  readonly count: number
  readonly amount: Decimal
}

type Sum = { readonly count: number; readonly amount: Decimal }
export type DaySums = Readonly<Record<Summed['kind'], Sum>>

const KINDS = ['paid', 'refunded', 'external'] as const
const NOTHING: Sum = { count: 0, amount: { units: 0n, scale: 0 } }

function plus(a: Sum, b: Sum): Sum {
  return { count: a.count + b.count, amount: sumOf(a.amount, b.amount) }
}

/** The sums of each of the days in one currency, also of those without payments. */
export function sumsByDay(sums: readonly Summed[], currency: string): readonly DaySums[] {
  const own = Map.groupBy(
    sums.filter((sum) => sum.currency === currency),
    ({ day }) => day,
  )
  return Array.from({ length: 2 * PERIOD_DAYS }, (_, day) => {
    const ofDay = own.get(day) ?? []
    const entries = KINDS.map((kind) => [kind, ofDay.filter((sum) => sum.kind === kind).reduce(plus, NOTHING)] as const)
    return Object.fromEntries(entries) as DaySums
  })
}

/** Of some days together. */
export function totalOf(days: readonly DaySums[]): DaySums {
  const entries = KINDS.map((kind) => [kind, days.map((day) => day[kind]).reduce(plus, NOTHING)] as const)
  return Object.fromEntries(entries) as DaySums
}

type Used = { readonly currency: string; readonly count: number }

/** Currencies in which something is owed or was received: those with the most items first. */
export function currenciesOf(used: readonly Used[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of used) counts.set(currency, (counts.get(currency) ?? 0) + Math.abs(count))
  return [...counts].sort(byCount).map(([currency]) => currency)
}

function byCount([a, ofA]: readonly [string, number], [b, ofB]: readonly [string, number]): number {
  return ofB - ofA || (a < b ? -1 : 1)
}
