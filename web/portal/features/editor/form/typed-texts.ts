// pure
import { type Decimal, decimalsOf, formatDecimal, isZero, parseDecimal } from '../../../../../src/kernel/decimal.ts'
import type { Language } from '../../../../../src/kernel/language.ts'
import { formatMoney, type Money, moneyOf } from '../../../../../src/kernel/money.ts'
import { readPayerAmount, readTypedAmount } from '../../../../../src/kernel/reading/typed-amount.ts'
import { decimalSign } from '../../../format/amount-field-text.ts'

/** The problem of a typed text. `meanings` are texts that say one thing, to choose from. */
export type TextProblem =
  | { readonly code: 'ambiguous'; readonly meanings: readonly Decimal[] }
  | { readonly code: 'notAnAmount' | 'tooManyDecimals' | 'notAQuantity' | 'notARate' | 'rateTooHigh' }

export type Read<Value> = { readonly value: Value } | { readonly problem: TextProblem }

/** A discount or a tax: `10%` of what it applies to, or an amount. */
export type Part = { readonly amount: Money | undefined; readonly percent: Decimal | undefined }

const PRICE_DECIMALS_MAX = 6
const QUANTITY_MAX = 999_999_999n
const RATE_DECIMALS_MAX = 4
const RATE_MAX = 999n
const LINE_DISCOUNT_DECIMALS_MAX = 2
const PERCENT = /^(.*?)\s*[%％]$/s
export const NO_PART: Part = { amount: undefined, percent: undefined }

export function readAmountText(text: string, currency: string): Read<Money | undefined> {
  const read = readPayerAmount(text, currency)
  if (read.read === 'amount') return { value: read.amount }
  if (read.read === 'empty') return { value: undefined }
  if (read.read !== 'ambiguous') return { problem: { code: read.read } }
  return asked(read.meanings.map(({ minor, currency: of }) => parsed(formatMoney({ minor, currency: of }))))
}

export function readPriceText(text: string, currency: string): Read<Decimal | undefined> {
  const read = readTypedAmount(text, { decimalsMax: PRICE_DECIMALS_MAX, currency })
  if (read.read === 'amount') return { value: read.amount }
  if (read.read === 'empty') return { value: undefined }
  return read.read === 'ambiguous' ? asked(read.meanings) : { problem: { code: read.read } }
}

/** One if nothing is typed. */
export function readQuantityText(text: string): Read<number> {
  const read = readTypedAmount(text, { decimalsMax: 0 })
  if (read.read === 'empty') return { value: 1 }
  const whole = read.read === 'amount' ? BigInt(formatDecimal(read.amount)) : 0n
  if (whole < 1n || whole > QUANTITY_MAX) return { problem: { code: 'notAQuantity' } }
  return { value: Number(whole) }
}

type PartScale = { readonly currency: string; readonly isLineDiscount?: boolean; readonly rateMax?: bigint }

/** A discount cannot be more than all of it; a tax can. */
export function readPartText(text: string, scale: PartScale): Read<Part> {
  const [, rateText] = PERCENT.exec(text.trim()) ?? []
  if (rateText !== undefined) return readRateText(rateText, scale)
  const read = readAmountText(text, scale.currency)
  return 'problem' in read ? read : { value: { ...NO_PART, amount: nonZero(read.value) } }
}

function readRateText(text: string, { isLineDiscount = false, rateMax = RATE_MAX }: PartScale): Read<Part> {
  const decimalsMax = isLineDiscount ? LINE_DISCOUNT_DECIMALS_MAX : RATE_DECIMALS_MAX
  const read = readTypedAmount(text, { decimalsMax })
  // Nobody writes thousands of percent: 8.875 % is a rate with decimals.
  const percent = read.read === 'ambiguous' ? parsed(text.trim().replace(',', '.')) : amountOf(read)
  if (percent === undefined) return { problem: { code: read.read === 'tooManyDecimals' ? read.read : 'notARate' } }
  if (decimalsOf(percent) > decimalsMax) return { problem: { code: 'tooManyDecimals' } }
  if (isAbove(percent, rateMax)) return { problem: { code: 'rateTooHigh' } }
  return { value: { ...NO_PART, percent: isZero(percent) ? undefined : percent } }
}

export function percentFieldText(percent: Decimal, language: Language): string {
  return `${formatDecimal(percent).replace('.', decimalSign(language))}%`
}

/** A number of a response, which is text. */
export function parsed(text: string | undefined): Decimal {
  return parseDecimal(text ?? '') ?? { units: 0n, scale: 0 }
}

export function moneyOfText(text: string, currency: string): Money | undefined {
  const decimal = parseDecimal(text)
  return decimal && moneyOf(decimal, currency)
}

function asked(meanings: readonly Decimal[]): Read<never> {
  return { problem: { code: 'ambiguous', meanings } }
}

function amountOf(read: ReturnType<typeof readTypedAmount>): Decimal | undefined {
  return read.read === 'amount' ? read.amount : undefined
}

function nonZero(money: Money | undefined): Money | undefined {
  return money?.minor === 0n ? undefined : money
}

function isAbove({ units, scale }: Decimal, max: bigint): boolean {
  return units > max * 10n ** BigInt(scale)
}
