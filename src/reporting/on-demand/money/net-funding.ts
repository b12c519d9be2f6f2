// pure
import { type Decimal, differenceOf, sumOf } from '../../../kernel/decimal.ts'

/** In the order of the report. */
export const MOVEMENT_TYPES = ['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

/** The stage that money has reached: sent to the processor, settled there, paid out or taken. */
export type Stage = 'conveyed' | 'settled' | 'funded'

/** The total of movements of the same kind. */
export type Movements = {
  readonly type: MovementType
  readonly stage: Stage
  readonly paymentSubType: string
  /** Empty if the records have no currency: such amounts are kept separate. */
  readonly currencyCode: string
  readonly count: number
  readonly amount: Decimal
}

type Sum = { readonly count: number; readonly amount: Decimal }

export type FundingSummary = Pick<Movements, 'type' | 'paymentSubType' | 'currencyCode'> & Readonly<Record<Stage, Sum>>

export type CurrencyTotal = { readonly currency: string; readonly value: Decimal }

export type NetFunding = {
  readonly summaries: readonly FundingSummary[]
  /** The funded amounts by type. */
  readonly totals: Readonly<Record<MovementType, readonly CurrencyTotal[]>>
  /** The remainder for the merchant; negative if more was taken than given. */
  readonly net: readonly CurrencyTotal[]
}

const ZERO: Decimal = { units: 0n, scale: 0 }
const NOTHING: Sum = { count: 0, amount: ZERO }

/** One summary for each type, payment subtype and currency that has movements, with totals. */
export function netFunding(movements: readonly Movements[]): NetFunding {
  const alike = Map.groupBy(movements, ({ type, paymentSubType, currencyCode }) =>
    JSON.stringify([MOVEMENT_TYPES.indexOf(type), paymentSubType, currencyCode]),
  )
  const summaries = [...alike.values()].flatMap(summaryOf).sort(inOrder)
  const totals = {
    PURCHASES: totalOf(summaries, 'PURCHASES'),
    REFUNDS: totalOf(summaries, 'REFUNDS'),
    FEES: totalOf(summaries, 'FEES'),
    CHARGEBACKS: totalOf(summaries, 'CHARGEBACKS'),
  }
  return { summaries, totals, net: netOf(totals) }
}

function summaryOf(alike: readonly Movements[]): readonly FundingSummary[] {
  const [first] = alike
  if (first === undefined) return []
  const { type, paymentSubType, currencyCode } = first
  const sumAt = (stage: Stage): Sum =>
    alike
      .filter((one) => one.stage === stage)
      .reduce<Sum>(
        ({ count, amount }, one) => ({
          count: count + one.count,
          amount: sumOf(amount, one.amount),
        }),
        NOTHING,
      )
  return [
    {
      ...{ type, paymentSubType, currencyCode },
      conveyed: sumAt('conveyed'),
      settled: sumAt('settled'),
      funded: sumAt('funded'),
    },
  ]
}

function inOrder(a: FundingSummary, b: FundingSummary): number {
  return (
    MOVEMENT_TYPES.indexOf(a.type) - MOVEMENT_TYPES.indexOf(b.type) ||
    compareTexts(a.paymentSubType, b.paymentSubType) ||
    compareTexts(a.currencyCode, b.currencyCode)
  )
}

function totalOf(summaries: readonly FundingSummary[], type: MovementType): readonly CurrencyTotal[] {
  const own = summaries.filter((summary) => summary.type === type)
  return [...Map.groupBy(own, ({ currencyCode }) => currencyCode)]
    .map(([currency, some]) => ({
      currency,
      value: some.map(({ funded }) => funded.amount).reduce(sumOf, ZERO),
    }))
    .sort((a, b) => compareTexts(a.currency, b.currency))
}

function netOf(totals: NetFunding['totals']): readonly CurrencyTotal[] {
  const currencies = new Set(MOVEMENT_TYPES.flatMap((type) => totals[type].map((one) => one.currency)))
  return [...currencies].sort(compareTexts).map((currency) => {
    const fundedAs = (type: MovementType): Decimal =>
      totals[type].find((one) => one.currency === currency)?.value ?? ZERO
    const taken = (['REFUNDS', 'FEES', 'CHARGEBACKS'] as const).map(fundedAs)
    return { currency, value: taken.reduce(differenceOf, fundedAs('PURCHASES')) }
  })
}

/** In the order of the engine. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
