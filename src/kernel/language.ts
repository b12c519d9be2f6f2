import { decimalsOfCurrency } from './currency.ts'
import { type Decimal, decimalsOf, formatDecimal, hundredth } from './decimal.ts'
import { formatMoney, type Money } from './money.ts'

/** The languages in which payers read invoices, pages and mails. */
export const LANGUAGES = ['de-DE', 'en-US', 'es-419', 'fr-FR', 'ja-JP', 'pt-BR', 'ru-RU', 'zh-CN', 'zh-TW'] as const
export type Language = (typeof LANGUAGES)[number]

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

/** Formatters know whole numbers and floats; decimals are handed to them as text, so that no digit is lost. */
type ExactText = `${number}`

const PRICE_DECIMALS_MAX = 6
/** As wide as a digit's column; the formatters write a hyphen. */
const MINUS = '\u2212'
/** Japanese formatters write a sign as wide as a Japanese character, so that amounts seem to be indented. */
const WIDE_YEN = '\uffe5'
const YEN = '\u00a5'
const RATE_DECIMALS_MAX = 6

/** An amount as people write it in the language, with all the decimals of its currency: $250.05, 250,05 €, −¥40. */
export function moneyText(money: Money, language: Language): string {
  const decimals = decimalsOfCurrency(money.currency) ?? 0
  return amountText(language, money.currency, decimals, formatMoney(money))
}

/** A price, which may have more decimals than amounts of its currency have. */
export function priceText(price: Decimal, currency: string, language: Language): string {
  const decimals = Math.max(decimalsOfCurrency(currency) ?? 0, Math.min(decimalsOf(price), PRICE_DECIMALS_MAX))
  return amountText(language, currency, decimals, formatDecimal(price))
}

/** 7.5 is written 7.5% or 7,5 %. */
export function percentText(percent: Decimal, language: Language): string {
  return percentFormat(language).format(formatDecimal(hundredth(percent)) as ExactText)
}

export function countText(count: number, language: Language): string {
  return countFormat(language).format(count)
}

/** The country of a code of ISO 3166, or the code if it is unknown: Deutschland. */
export function countryText(code: string, language: Language): string {
  return countryNames(language).of(code) ?? code
}

/** July 11, 2026; 11. Juli 2026; 2026年7月11日. */
export function dateText(day: Temporal.PlainDate, language: Language): string {
  return written(day, language, dateFormat(language))
}

/** The same without the year: July 11; 11. Juli; 7月11日. */
export function dayText(day: Temporal.PlainDate, language: Language): string {
  return written(day, language, dayFormat(language))
}

function written(day: Temporal.PlainDate, language: Language, format: Intl.DateTimeFormat): string {
  // As a Date: of a PlainDate some engines write the short form in Chinese and Japanese.
  const text = format.format(new Date(0).setUTCFullYear(day.year, day.month - 1, day.day))
  // The formats do not know that French says "le 1er juillet".
  return language === 'fr-FR' && day.day === 1 ? text.replace(/^1(?= )/, '1er') : text
}

/** One page, document or mail repeats most of its amounts: the total is the balance, the price of one item its sum. */
const AMOUNTS_KEPT = 100
const amountText = remembered(
  (language: Language, currency: string, decimals: number, amount: string) =>
    currencyFormat(language, currency, decimals)
      .format(amount as ExactText)
      .replace('-', MINUS)
      .replace(WIDE_YEN, YEN),
  AMOUNTS_KEPT,
)
const currencyFormat = remembered(
  (language: Language, currency: string, decimals: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
)
const percentFormat = remembered(
  (language: Language) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: RATE_DECIMALS_MAX }),
)
const countryNames = remembered((language: Language) => new Intl.DisplayNames(language, { type: 'region' }))
const countFormat = remembered((language: Language) => new Intl.NumberFormat(language))
const dateFormat = remembered(
  (language: Language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
)
const dayFormat = remembered(
  (language: Language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
)

/** Formatters are slow to make; there are few of them: languages times currencies. */
function remembered<Arguments extends readonly (string | number)[], Formatter>(
  make: (...options: Arguments) => Formatter,
  keptMax = Infinity,
): (...options: Arguments) => Formatter {
  const kept = new Map<string, Formatter>()
  return (...options) => {
    const key = options.join(' ')
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= keptMax) kept.clear()
    const made = make(...options)
    kept.set(key, made)
    return made
  }
}
