import { assert } from '../assert.ts'
import { decimalsOfCurrency } from '../currency.ts'
import { type Decimal, decimalsOf, parseDecimal } from '../decimal.ts'
import { LANGUAGES } from '../language.ts'
import { type Money, moneyOf } from '../money.ts'

/** An amount as someone typed it. */
export type TypedAmount<Amount> =
  | { readonly read: 'amount'; readonly amount: Amount }
  /** It may mean each of these; the reader is asked. Of a reading with too many decimals, only the other is left. */
  | { readonly read: 'ambiguous'; readonly meanings: readonly Amount[] }
  | { readonly read: 'tooManyDecimals' }
  | { readonly read: 'notAnAmount' }
  | { readonly read: 'empty' }

type Scale = {
  /** As many decimals as the amount may have: those of its currency, or six of a unit price. */
  readonly decimalsMax: number
  /** May be written beside the amount; no other one may. */
  readonly currency?: string | undefined
}

const LENGTH_MAX = 40
const DIGITS_MAX = 18
const PLAIN = /^[\d.,' ]+$/

/**
 * Reads an amount as people write it: 40.00 and 40,00 are forty in every language, and so are full-width digits, and
 * thousands may be separated. Nothing is guessed: `1.000` may be one or a thousand. Only where there are no decimals it
 * is a thousand, because no one writes decimals of a yen.
 */
export function readTypedAmount(text: string, { decimalsMax, currency }: Scale): TypedAmount<Decimal> {
  if (text.length > LENGTH_MAX) return NOT_AN_AMOUNT
  const plain = withoutCurrency(normalized(text), currency)
  if (plain === '') return { read: 'empty' }
  if (!PLAIN.test(plain) || digitsOf(plain).length > DIGITS_MAX) return NOT_AN_AMOUNT
  return isAmbiguous(plain, decimalsMax)
    ? ambiguous(plain, decimalsMax)
    : amountOf(decimalText(plain, decimalsMax), decimalsMax)
}

/** Reads an amount of a known currency, with at most its decimals. */
export function readPayerAmount(text: string, currency: string): TypedAmount<Money> {
  const read = readTypedAmount(text, { decimalsMax: decimalsOfCurrency(currency) ?? 0, currency })
  switch (read.read) {
    case 'amount':
      return { read: 'amount', amount: moneyOfFitting(read.amount, currency) }
    case 'ambiguous':
      return { read: 'ambiguous', meanings: read.meanings.map((meaning) => moneyOfFitting(meaning, currency)) }
    case 'empty':
    case 'notAnAmount':
    case 'tooManyDecimals':
      return read
  }
}

function moneyOfFitting(amount: Decimal, currency: string): Money {
  const money = moneyOf(amount, currency)
  assert(money !== undefined, 'A typed amount is read with at most the decimals of its currency.')
  return money
}

const NOT_AN_AMOUNT = { read: 'notAnAmount' } as const

/** How decimals are separated in a text whose writer is known. */
export const DECIMAL_MARKS = ['point', 'comma'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

const MARKED: Readonly<Record<DecimalMark, { readonly thousands: string; readonly decimal: string }>> = {
  point: { thousands: "[, ']", decimal: '\\.' },
  comma: { thousands: "[. ']", decimal: ',' },
}

/** Reads an amount of a file in which decimals are known to be written in one way: then nothing is ambiguous. */
export function readMarkedAmount(
  text: string,
  mark: DecimalMark,
  { decimalsMax, currency }: Scale,
): TypedAmount<Decimal> {
  if (text.length > LENGTH_MAX) return NOT_AN_AMOUNT
  const plain = withoutCurrency(normalized(text), currency)
  if (plain === '') return { read: 'empty' }
  const { thousands, decimal } = MARKED[mark]
  const grouped = `\\d{1,3}(?<mark>${thousands})\\d{3}(?:\\k<mark>\\d{3})*`
  const isWritten = new RegExp(`^(?:${grouped}|\\d+)(?:${decimal}\\d+)?$`).test(plain)
  if (!isWritten || digitsOf(plain).length > DIGITS_MAX) return NOT_AN_AMOUNT
  const at = plain.search(new RegExp(`${decimal}\\d+$`))
  const parts = at < 0 ? [plain] : [plain.slice(0, at), plain.slice(at)]
  return amountOf(parts.map(digitsOf).join('.'), decimalsMax)
}

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
function withoutCurrency(text: string, currency: string | undefined): string {
  if (currency === undefined || PLAIN.test(text)) return text
  const lower = text.toLowerCase()
  for (const name of namesOf(currency)) {
    if (lower.startsWith(name)) return text.slice(name.length).trim()
    if (lower.endsWith(name)) return text.slice(0, -name.length).trim()
  }
  return text
}

/** As each language writes the currency. */
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
function isAmbiguous(plain: string, decimalsMax: number): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain) && decimalsMax > 0
}

function ambiguous(plain: string, decimalsMax: number): TypedAmount<Decimal> {
  const readings = [plain.replace(',', '.'), digitsOf(plain)].map((text) => amountOf(text, decimalsMax))
  const meanings = readings.flatMap((reading) => (reading.read === 'amount' ? [reading.amount] : []))
  return { read: 'ambiguous', meanings }
}

const THOUSANDS = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)$/
/** As in India: 12,34,567. */
const LAKHS = /^\d{1,2}(?:,\d{2})+,\d{3}$/

/** With a point before its decimals and without separators of thousands; undefined if they are in the wrong places. */
function decimalText(plain: string, decimalsMax: number): string | undefined {
  if (isWhole(plain, decimalsMax)) return digitsOf(plain)
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const [whole, decimals] = [plain.slice(0, at), plain.slice(at + 1)]
  // The character that separates decimals does not separate thousands too.
  const isWritten = at > 0 && /^\d+$/.test(decimals) && !whole.includes(plain.charAt(at)) && isGrouped(whole)
  return isWritten ? `${digitsOf(whole)}.${decimals}` : undefined
}

/** Digits only, or thousands that cannot be decimals: several separators, a space or an apostrophe. */
function isWhole(plain: string, decimalsMax: number): boolean {
  if (!isGrouped(plain)) return false
  const isOnePoint = /^\d+[.,]\d+$/.test(plain)
  return !isOnePoint || (decimalsMax === 0 && !plain.startsWith('0'))
}

function isGrouped(whole: string): boolean {
  return /^\d+$/.test(whole) || THOUSANDS.test(whole) || LAKHS.test(whole)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function amountOf(text: string | undefined, decimalsMax: number): TypedAmount<Decimal> {
  const amount = text === undefined ? undefined : parseDecimal(text)
  if (amount === undefined) return NOT_AN_AMOUNT
  return decimalsOf(amount) > decimalsMax ? { read: 'tooManyDecimals' } : { read: 'amount', amount }
}
