import { assert } from '../../../kernel/assert.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { absolute, type Decimal, formatDecimal, parseDecimal } from '../../../kernel/decimal.ts'
import { writtenInstant } from '../../../kernel/time-text.ts'

/** Fields of a record by wire name, as `selected` of a record source writes them. */
export type SelectedFields = Readonly<Record<string, string | number | null>>

/** What a record says, as a text; undefined where it says nothing. */
export function textIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName] ?? undefined
  return value === undefined ? undefined : String(value)
}

/** An instant of a record, in UTC; undefined where it has none. */
export function timeIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName]
  return typeof value === 'number' ? formatMs(value) : undefined
}

export function formatMs(ms: number): string {
  return writtenInstant(Temporal.Instant.fromEpochMilliseconds(ms))
}

/** An amount of a record with the decimals of its currency, or with more where more are kept; never rounded. */
export function amountIn(row: SelectedFields, wireName: string, currencyCode: string | undefined): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatAmount(value, currencyCode ?? '')
}

/** The same without its sign: something else says which way the money went. */
export function unsignedAmountIn(
  row: SelectedFields,
  wireName: string,
  currencyCode: string | undefined,
): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatAmount(absolute(value), currencyCode ?? '')
}

/** A rate or another number that is no money, without zeros at its end. */
export function rateIn(row: SelectedFields, wireName: string): string | undefined {
  const value = decimalIn(row, wireName)
  return value === undefined ? undefined : formatDecimal(value)
}

function decimalIn(row: SelectedFields, wireName: string): Decimal | undefined {
  const text = textIn(row, wireName)
  return text === undefined ? undefined : parseDecimal(text)
}

/** A sum as the engine writes it. */
export function parseSum(text: string): Decimal {
  const sum = parseDecimal(text)
  assert(sum !== undefined, `The record store returned the sum ${text}.`)
  return sum
}

/** What is written of an amount whose currency is not known. */
const USUAL_DECIMALS = 2

/** With at least the decimals of its currency, and all that it has: nothing is rounded. */
export function formatAmount(amount: Decimal, currencyCode: string): string {
  return formatDecimal(amount, decimalsOfCurrency(currencyCode) ?? USUAL_DECIMALS)
}
