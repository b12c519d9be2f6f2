// pure

import { isDecimal } from '../kernel/decimal.ts'
import { hasNoValue } from '../kernel/reading/reading.ts'
import { AN_INSTANT } from '../kernel/reading/text-readers.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../kernel/stored-column.ts'
import { parseDays, parseInstantMs } from '../kernel/time/instant-ms.ts'
import type { CodeList, Field, FieldValue, Masking } from './field.ts'

/** The value; undefined where there is none. A value with a warning is stored all the same. */
export type ReadValue =
  | { readonly value: FieldValue | undefined; readonly warning?: string }
  | { readonly problem: string }

const NONE: ReadValue = { value: undefined }
/** Digits of a 64-bit number. */
const DIGITS_MAX = 18

const INTEGER = /^-?\d+$/
/** Control characters except tab and line ends, text direction overrides, and the replacement character. */
const UNUSUAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/

/**
 * Reads one value of a record; `isPlain` where it is known to have only printable ASCII. It has the rules of the
 * kernel but not its readers: an upload has millions of values, and each reader would allocate for every one of them.
 * A text of spaces is a value here, since records with such texts are stored and their hashes must not change.
 */
export function readValue(field: Field, raw: unknown, isPlain: boolean): ReadValue {
  if (raw === null || raw === undefined || raw === '') return NONE
  if (typeof raw === 'object') return { problem: 'must be one value, not a list or an object' }
  const { type } = field
  switch (type.kind) {
    case 'text':
    case 'code':
      return readText(field, String(raw), isPlain)
    case 'amount':
      return readDecimal(raw, AMOUNT_SCALE)
    case 'decimal':
      return readDecimal(raw, DECIMAL_SCALE, type.decimalsMax)
    case 'integer':
      return readInteger(raw)
    case 'date':
      return readDate(raw)
    case 'instant':
      return readInstant(raw)
  }
}

function readText(field: Field, text: string, isPlain: boolean): ReadValue {
  const broken = isPlain ? undefined : brokenText(text)
  if (broken !== undefined) return { problem: broken }
  const kept = field.masking === undefined ? text : masked(text, field.masking)
  if (kept === '') return NONE
  const { lengthMax, codes } = field.type as TextType
  if (kept.length > lengthMax) return { problem: `is longer than ${lengthMax} characters` }
  if (codes !== undefined && !Object.hasOwn(codes, kept)) {
    return { value: kept, warning: 'is not a known code' }
  }
  if (!isPlain && UNUSUAL.test(kept)) return { value: kept, warning: 'contains unusual characters' }
  return { value: kept }
}

type TextType = { readonly lengthMax: number; readonly codes?: CodeList }

/** Characters that stores and files cannot keep. */
function brokenText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair'
}

/** `scale` is how many decimals are stored; a field may allow fewer. */
function readDecimal(raw: unknown, scale: number, decimalsMax = scale): ReadValue {
  const text = typeof raw === 'number' ? plainNotation(raw) : String(raw).trim()
  if (!isDecimal(text)) return noneOr(raw, 'must be a decimal number such as 12.34')
  const point = text.indexOf('.')
  const whole = point === -1 ? text : text.slice(0, point)
  const fraction = point === -1 ? '' : text.slice(point + 1)
  const decimals = fraction.length <= decimalsMax ? fraction : fraction.replace(/0+$/, '')
  if (decimals.length > decimalsMax) return { problem: `has more than ${decimalsMax} decimals` }
  const digits = `${whole}${decimals.padEnd(scale, '0')}`
  if (digits.length > DIGITS_MAX && digits.replace(/^-?0*/, '').length > DIGITS_MAX) {
    return { problem: 'is too large' }
  }
  return { value: BigInt(digits) }
}

/** Writes a number without an exponent; one that has one is below any scale, or too large. */
function plainNotation(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}

function readInteger(raw: unknown): ReadValue {
  const text = String(raw).trim()
  const value = Number(text)
  if (!INTEGER.test(text)) return noneOr(raw, 'must be a whole number')
  if (!Number.isSafeInteger(value)) return { problem: 'is too large' }
  return { value }
}

function readDate(raw: unknown): ReadValue {
  const days = typeof raw === 'string' ? parseDays(raw) : undefined
  return days === undefined ? noneOr(raw, 'must be a date such as 2026-03-09') : { value: days }
}

function readInstant(raw: unknown): ReadValue {
  const ms = typeof raw === 'string' ? parseInstantMs(raw) : undefined
  return ms === undefined ? noneOr(raw, AN_INSTANT) : { value: ms }
}

/** Spaces are no value, as everywhere. Checked only where parsing fails, so that values cost nothing more. */
function noneOr(raw: unknown, problem: string): ReadValue {
  return hasNoValue(raw) ? NONE : { problem }
}

const CARD_DIGITS_MIN = 12
const KEPT_AT_START = 6
const KEPT_AT_END = 4

/** The part of a text that may be stored; masking it again changes nothing. */
function masked(text: string, masking: Masking): string {
  return masking === 'card-number' ? maskedCardNumber(text) : lastFour(text)
}

/** Separators are dropped; a number that was masked elsewhere stays as it is. */
function maskedCardNumber(text: string): string {
  const characters = text.replaceAll(/[^0-9A-Za-z*#•]/g, '')
  const digits = characters.replaceAll(/\D/g, '').length
  if (digits <= KEPT_AT_START + KEPT_AT_END && characters.length >= CARD_DIGITS_MIN) return characters
  if (digits < CARD_DIGITS_MIN) return lastFour(text)
  const hidden = 'x'.repeat(characters.length - KEPT_AT_START - KEPT_AT_END)
  return `${characters.slice(0, KEPT_AT_START)}${hidden}${characters.slice(-KEPT_AT_END)}`
}

function lastFour(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').slice(-KEPT_AT_END)
}
