import { assert } from '../../../kernel/assert.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { absolute, type Decimal, formatDecimal, parseDecimal } from '../../../kernel/decimal.ts'

/** Fields of a record by wire name, as `selected` of a record source writes them. */
export type SelectedFields = Readonly<Record<string, string | number | null>>

/** A field as a string; undefined if it has no value. */
export function textIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName] ?? undefined
  return value === undefined ? undefined : String(value)
}

/** An instant in UTC; undefined if it has no value. */
export function timeIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName]
  return typeof value === 'number' ? formatMs(value) : undefined
}

/** A page has thousands of times, and a Temporal.Instant takes several times as long as a Date to be written. */
export function formatMs(ms: number): string {
  return new Date(ms).toISOString()
}

/** An amount with at least the decimals of its currency, and more if more are stored; never rounded. */
export function amountIn(row: SelectedFields, wireName: string, currencyCode: string | undefined): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatAmount(value, currencyCode ?? '')
}

/** An amount without its sign, if another column shows the direction of the money. */
export function unsignedAmountIn(
  row: SelectedFields,
  wireName: string,
  currencyCode: string | undefined,
): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatAmount(absolute(value), currencyCode ?? '')
}

/** A rate or another number that is not an amount of money, without trailing zeros. */
export function rateIn(row: SelectedFields, wireName: string): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatDecimal(value)
}

function decimalIn(row: SelectedFields, wireName: string): Decimal | undefined {
  const text = textIn(row, wireName)
  return text === undefined ? undefined : parseDecimal(text)
}

/** Parses a sum from the engine. */
export function parseSum(text: string): Decimal {
  const sum = parseDecimal(text)
  assert(sum !== undefined, `The record store returned the sum ${text}.`)
  return sum
}

/** Decimals of an amount whose currency is unknown. */
const USUAL_DECIMALS = 2

/** Prints an amount with at least the decimals of its currency, and all that it has; never rounded. */
export function formatAmount(amount: Decimal, currencyCode: string): string {
  return formatDecimal(amount, decimalsOfCurrency(currencyCode) ?? USUAL_DECIMALS)
}
