import { assert } from './assert.ts'
import { decimalsOfCurrency } from './currency.ts'
import { type Decimal, decimalsOf, formatDecimal, parseDecimal, rounded, withScale } from './decimal.ts'

/** An amount in the smallest unit of its currency. */
export type Money = { readonly minor: bigint; readonly currency: string }

/** The amount as money; undefined where it has more decimals than the currency. */
export function moneyOf(amount: Decimal, currency: string): Money | undefined {
  const decimals = decimalsOfKnown(currency)
  if (decimalsOf(amount) > decimals) return undefined
  return { minor: withScale(amount, decimals).units, currency }
}

/** The amount rounded to the decimals of the currency. */
export function nearestMoney(amount: Decimal, currency: string): Money {
  return { minor: rounded(amount, decimalsOfKnown(currency)).units, currency }
}

export function decimalOfMoney({ minor, currency }: Money): Decimal {
  return { units: minor, scale: decimalsOfKnown(currency) }
}

/** With all the decimals of its currency: `120.50`, `100` for yen. */
export function formatMoney(money: Money): string {
  return formatDecimal(decimalOfMoney(money), decimalsOfKnown(money.currency))
}

/** Reads what `formatMoney` wrote. */
export function parseMoney(text: string, currency: string): Money {
  const amount = parseDecimal(text)
  const money = amount === undefined ? undefined : moneyOf(amount, currency)
  assert(money !== undefined, 'Stored money is written in the decimals of its currency.')
  return money
}

export function zero(currency: string): Money {
  return { minor: 0n, currency }
}

export function plus(a: Money, b: Money): Money {
  return { minor: a.minor + minorOfSame(b, a.currency), currency: a.currency }
}

export function minus(a: Money, b: Money): Money {
  return { minor: a.minor - minorOfSame(b, a.currency), currency: a.currency }
}

/** Negative, zero or positive, as `sort` expects. */
export function compareMoney(a: Money, b: Money): number {
  const other = minorOfSame(b, a.currency)
  if (a.minor === other) return 0
  return a.minor < other ? -1 : 1
}

function minorOfSame({ minor, currency }: Money, wanted: string): bigint {
  assert(currency === wanted, 'Amounts of two currencies do not add up.')
  return minor
}

function decimalsOfKnown(currency: string): number {
  const decimals = decimalsOfCurrency(currency)
  assert(decimals !== undefined, 'Money is in a currency that we know.')
  return decimals
}
