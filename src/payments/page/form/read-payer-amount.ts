// pure
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { parseDecimal } from '../../../kernel/decimal.ts'
import { formatMoney, type Money, moneyOf } from '../../../kernel/money.ts'

/** An amount as a payer typed it. */
export type PayerAmount =
  | { readonly read: 'amount'; readonly amount: Money }
  /** It may mean each of these; the payer is asked. Of a reading that the currency does not have, only the other is left. */
  | { readonly read: 'ambiguous'; readonly meanings: readonly Money[] }
  | { readonly read: 'tooManyDecimals' }
  | { readonly read: 'notAnAmount' }
  | { readonly read: 'empty' }

const LENGTH_MAX = 40
const DIGITS_MAX = 18
const PLAIN = /^[\d.,' ]+$/

/**
 * Reads an amount as payers write it: 40.00 and 40,00 are forty in every language, and so are full-width digits, and
 * thousands may be separated. Nothing is guessed: `1.000` may be one or a thousand. Only where the currency has no
 * decimals it is a thousand, because payers write no decimals of a yen.
 */
export function readPayerAmount(text: string, currency: string): PayerAmount {
  if (text.length > LENGTH_MAX) return NOT_AN_AMOUNT
  const plain = withoutCurrency(normalized(text), currency)
  if (plain === '') return { read: 'empty' }
  if (!PLAIN.test(plain) || digitsOf(plain).length > DIGITS_MAX) return NOT_AN_AMOUNT
  return isAmbiguous(plain, currency) ? ambiguous(plain, currency) : amountOf(decimalText(plain, currency), currency)
}

/** A text that is read as exactly this amount. A fourth decimal keeps 1.234 dinars from being taken for thousands. */
export function payerAmountText(amount: Money): string {
  const text = formatMoney(amount)
  return decimalsOfCurrency(amount.currency) === 3 ? `${text}0` : text
}

const NOT_AN_AMOUNT: PayerAmount = { read: 'notAnAmount' }

/** One character for each meaning: full-width forms are narrow, all spaces and all apostrophes are the same. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll('、', ',')
    .replaceAll('。', '.')
    .trim()
}

/** The currency may be written before or after the amount, in the ways in which people know it; no other one may. */
function withoutCurrency(text: string, currency: string): string {
  if (PLAIN.test(text)) return text
  const lower = text.toLowerCase()
  for (const name of namesOf(currency)) {
    if (lower.startsWith(name)) return text.slice(name.length).trim()
    if (lower.endsWith(name)) return text.slice(0, -name.length).trim()
  }
  return text
}

/** As the languages of the payment page write the currency. */
const LANGUAGES = ['en-US', 'zh-CN', 'zh-TW', 'fr-FR', 'de-DE', 'ja-JP', 'pt-BR', 'ru-RU', 'es-419'] as const
const DISPLAYS = ['code', 'symbol', 'narrowSymbol', 'name'] as const

/** Formatters are slow to create, so the names of a currency are looked up once. */
const namesOfCurrency = new Map<string, readonly string[]>()

function namesOf(currency: string): readonly string[] {
  const known = namesOfCurrency.get(currency) ?? findNames(currency)
  namesOfCurrency.set(currency, known)
  return known
}

/** Longest first, so that `US$` is not read as `US` after a `$`. */
function findNames(currency: string): readonly string[] {
  const names = LANGUAGES.flatMap((language) =>
    DISPLAYS.map((currencyDisplay) => {
      const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(2)
      return normalized(parts.find(({ type }) => type === 'currency')?.value ?? '').toLowerCase()
    }),
  )
  return [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
}

/** One separator before exactly three digits: thousands, or decimals. */
function isAmbiguous(plain: string, currency: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain) && decimalsOfCurrency(currency) !== 0
}

function ambiguous(plain: string, currency: string): PayerAmount {
  const readings = [plain.replace(',', '.'), digitsOf(plain)].map((text) => amountOf(text, currency))
  const meanings = readings.flatMap((reading) => (reading.read === 'amount' ? [reading.amount] : []))
  return { read: 'ambiguous', meanings }
}

const THOUSANDS = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)$/
/** As in India: 12,34,567. */
const LAKHS = /^\d{1,2}(?:,\d{2})+,\d{3}$/

/** With a point before its decimals and without separators of thousands; undefined if they are in the wrong places. */
function decimalText(plain: string, currency: string): string | undefined {
  if (isWhole(plain, currency)) return digitsOf(plain)
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const [whole, decimals] = [plain.slice(0, at), plain.slice(at + 1)]
  // The character that separates decimals does not separate thousands too.
  const isWritten = at > 0 && /^\d+$/.test(decimals) && !whole.includes(plain.charAt(at)) && isGrouped(whole)
  return isWritten ? `${digitsOf(whole)}.${decimals}` : undefined
}

/** Digits only, or thousands that cannot be decimals: several separators, a space or an apostrophe. */
function isWhole(plain: string, currency: string): boolean {
  if (!isGrouped(plain)) return false
  const isOnePoint = /^\d+[.,]\d+$/.test(plain)
  return !isOnePoint || (decimalsOfCurrency(currency) === 0 && !plain.startsWith('0'))
}

function isGrouped(whole: string): boolean {
  return /^\d+$/.test(whole) || THOUSANDS.test(whole) || LAKHS.test(whole)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function amountOf(text: string | undefined, currency: string): PayerAmount {
  const decimal = text === undefined ? undefined : parseDecimal(text)
  if (decimal === undefined) return NOT_AN_AMOUNT
  const amount = moneyOf(decimal, currency)
  return amount === undefined ? { read: 'tooManyDecimals' } : { read: 'amount', amount }
}
