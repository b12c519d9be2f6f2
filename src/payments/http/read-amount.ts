import type { Decimal } from '../../kernel/decimal.ts'
import { type Money, moneyOf } from '../../kernel/money.ts'
import { fieldReader } from '../../kernel/reading/field-reader.ts'
import { invalid, type Reader, refuseContent, required } from '../../kernel/reading/reading.ts'

/** Reads an amount, sent as a number or a string. Its currency is that of the invoice. */
export const amountReader = fieldReader({ kind: 'amount', lengthMax: 19 }) as Reader<Decimal>

/** Only a body without an amount means all of it; an empty amount is more likely a mistake. */
export const optionalAmount: Reader<Decimal | undefined> = (raw, field) =>
  raw === undefined ? { value: undefined } : required(amountReader)(raw, field)

/** The amount in the currency of its invoice; refuses decimals that the currency does not have, and zero. */
export function amountIn(currency: string, amount: Decimal): Money {
  const money = moneyOf(amount, currency)
  if (money === undefined) refuseContent([invalid('amount', `has more decimals than ${currency}`)])
  if (money?.minor === 0n) refuseContent([invalid('amount', 'must be positive')])
  return money as Money
}
