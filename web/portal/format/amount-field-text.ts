// pure
import { decimalsOfCurrency } from '../../../src/kernel/currency.ts'
import { type Decimal, formatDecimal } from '../../../src/kernel/decimal.ts'
import type { Language } from '../../../src/kernel/language.ts'
import { decimalOfMoney, type Money } from '../../../src/kernel/money.ts'

const TAKEN_FOR_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/

/** A text that is read as exactly this number in every language, with the decimal sign of the person's. */
export function amountFieldText(amount: Decimal, decimalsMin: number, language: Language): string {
  const plain = formatDecimal(amount, decimalsMin)
  const exact = TAKEN_FOR_THOUSANDS.test(plain) ? `${plain}0` : plain
  return exact.replace('.', decimalSign(language))
}

/** All of the amount, for a field in which less may be typed. */
export function moneyFieldText(money: Money, language: Language): string {
  return amountFieldText(decimalOfMoney(money), decimalsOfCurrency(money.currency) ?? 0, language)
}

const SIGNS = new Map<Language, string>()

export function decimalSign(language: Language): string {
  const known = SIGNS.get(language)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  SIGNS.set(language, sign)
  return sign
}
