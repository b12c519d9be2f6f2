import { assert } from '../../../kernel/assert.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../../kernel/decimal.ts'

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
