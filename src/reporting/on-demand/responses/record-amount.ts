import { absolute, type Decimal, formatDecimal, parseDecimal } from '../../../kernel/decimal.ts'
import { type SelectedFields, textIn } from './record-value.ts'
import { formatAmount } from './written-amount.ts'

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
