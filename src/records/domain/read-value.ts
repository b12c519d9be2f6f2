import type { CodeList, Field } from './catalogue/field.ts'
import { masked } from './masked.ts'
import type { FieldValue } from './record.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from './record-table.ts'

/** Undefined: there is none. A warning does not keep the value from being stored. */
export type ReadValue =
  | { readonly value: FieldValue | undefined; readonly warning?: string }
  | { readonly problem: string }

/** What is wrong with a text that is no instant. */
export const NO_INSTANT = 'must be a time with its offset such as 2026-03-09T10:00:00Z'

const NONE: ReadValue = { value: undefined }
const MS_PER_DAY = 86_400_000
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const YEAR_MIN = 1970
const YEAR_MAX = 2199
const INSTANT_MS_MIN = Date.UTC(YEAR_MIN, 0)
const INSTANT_MS_END = Date.UTC(YEAR_MAX + 1, 0)
/** Digits of a 64-bit number. */
const DIGITS_MAX = 18

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):?(\d\d))$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const NUMBER = /^-?\d+(?:\.\d*)?$/
const INTEGER = /^-?\d+$/
/** Control characters but tab and line ends, text direction overrides, and what stands for a lost character. */
const UNUSUAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/

/** Reads one value of a record; `isPlain` where it is known to hold nothing but printable ASCII. */
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
      return readDecimal(raw, DECIMAL_SCALE)
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
    return { value: kept, warning: 'is a code that the catalogue does not know' }
  }
  if (!isPlain && UNUSUAL.test(kept)) return { value: kept, warning: 'holds unusual characters' }
  return { value: kept }
}

type TextType = { readonly lengthMax: number; readonly codes?: CodeList }

/** What no store and no file could keep as it is. */
function brokenText(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  return text.isWellFormed() ? undefined : 'holds half of a surrogate pair'
}

function readDecimal(raw: unknown, scale: number): ReadValue {
  const text = typeof raw === 'number' ? writtenOut(raw) : String(raw).trim()
  if (!NUMBER.test(text)) return { problem: 'must be a decimal number such as 12.34' }
  const point = text.indexOf('.')
  const whole = point === -1 ? text : text.slice(0, point)
  const fraction = point === -1 ? '' : text.slice(point + 1)
  const decimals = fraction.length <= scale ? fraction : fraction.replace(/0+$/, '')
  if (decimals.length > scale) return { problem: `has more than ${scale} decimals` }
  const digits = `${whole}${decimals.padEnd(scale, '0')}`
  if (digits.length > DIGITS_MAX && digits.replace(/^-?0*/, '').length > DIGITS_MAX) {
    return { problem: 'is too large' }
  }
  return { value: BigInt(digits) }
}

/** Without an exponent; what has one is below any scale, or above any size. */
function writtenOut(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}

function readInteger(raw: unknown): ReadValue {
  const text = String(raw).trim()
  const value = Number(text)
  if (!INTEGER.test(text)) return { problem: 'must be a whole number' }
  if (!Number.isSafeInteger(value)) return { problem: 'is too large' }
  return { value }
}

function readDate(raw: unknown): ReadValue {
  const [, year = '', month = '', day = ''] = DATE.exec(String(raw)) ?? []
  const ms = startOfDayMs(Number(year), Number(month), Number(day))
  if (ms === undefined) return { problem: 'must be a date such as 2026-03-09' }
  return { value: ms / MS_PER_DAY }
}

function readInstant(raw: unknown): ReadValue {
  const ms = typeof raw === 'string' ? parseInstantMs(raw) : undefined
  return ms === undefined ? { problem: NO_INSTANT } : { value: ms }
}

/** Milliseconds since 1970, what is finer left out; by hand, since a large upload has millions of them. */
export function parseInstantMs(text: string): number | undefined {
  const match = INSTANT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', sign, offHour, offMinute] = match
  const dayMs = startOfDayMs(Number(year), Number(month), Number(day))
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  // A leap second is counted as the second before it.
  if (dayMs === undefined || hours > 23 || minutes > 59 || seconds > 60) return undefined
  const [offsetHours, offsetMinutes] = [Number(offHour ?? 0), Number(offMinute ?? 0)]
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000 * (sign === '-' ? -1 : 1)
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const timeMs = ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1000 + milliseconds
  const ms = dayMs + timeMs - offsetMs
  // The offset may lead out of the years that a day may have.
  return ms >= INSTANT_MS_MIN && ms < INSTANT_MS_END ? ms : undefined
}

function startOfDayMs(year: number, month: number, day: number): number | undefined {
  if (!(year >= YEAR_MIN && year <= YEAR_MAX && month >= 1 && month <= 12 && day >= 1)) {
    return undefined
  }
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0)
  return day > days ? undefined : Date.UTC(year, month - 1, day)
}
