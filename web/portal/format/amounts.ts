// pure

import { isCurrency } from '../../../src/kernel/currency.ts'
import { parseDecimal } from '../../../src/kernel/decimal.ts'
import { type Language, moneyText } from '../../../src/kernel/language.ts'
import { moneyOf } from '../../../src/kernel/money.ts'

/** An amount as the service wrote it, as people write it in the language. Digits are never lost: the text is not a float. */
export function amountText(amount: string, currency: string, language: Language): string {
  const decimal = parseDecimal(amount)
  const money = decimal === undefined || !isCurrency(currency) ? undefined : moneyOf(decimal, currency)
  return money === undefined ? `${amount} ${currency}` : moneyText(money, language)
}
