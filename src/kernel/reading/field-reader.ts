// pure
import { isCurrency } from '../currency.ts'
import { type Decimal, decimalsOf, formatDecimal, parseDecimal } from '../decimal.ts'
import { parseCalendarDay, parseExpirationDay } from './calendar-day.ts'
import type { FieldKind, FieldTable, RequestField } from './field-table.ts'
import { type Reader, refused } from './reading.ts'
import { isTrue, mailAddress, oneOf, type Parse, plainText, readOf } from './text-readers.ts'

/** The type that a field of each kind has once it is read. */
type ValueOfKind = {
  readonly text: string
  readonly choice: string
  readonly email: string
  readonly amount: Decimal
  readonly decimal: Decimal
  readonly integer: number
  readonly boolean: boolean
  readonly date: Temporal.PlainDate
  readonly expirationDate: Temporal.PlainDate
  readonly currency: string
}
type ValueOf<Field extends RequestField> = Field extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : ValueOfKind[Field['kind']]
export type ReadValues<Table extends FieldTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]> | undefined
}

const DIGITS_AND_POINT = /^\d*\.?\d*$/
const WHOLE_NUMBER_LENGTH_MAX = 25
/** A point, the four decimals that a currency may have, and the zero before the point. */
const ZEROS_MAX = 6

const PARSES: {
  readonly [Kind in FieldKind['kind']]: (field: Extract<FieldKind, { readonly kind: Kind }>) => Parse<ValueOfKind[Kind]>
} = {
  text: ({ lengthMax, isMultiline, form }) => {
    const parse = plainText(lengthMax, { isMultiline })
    return (text) => {
      const parsed = parse(text)
      if (!('value' in parsed) || form === undefined || form.pattern.test(text)) return parsed
      return { sentence: form.sentence }
    }
  },
  choice: ({ choices }) => oneOf(choices),
  email: () => mailAddress,
  amount: decimal,
  decimal,
  integer: wholeNumber,
  boolean: () => isTrue,
  date: () => (text) => {
    const value = parseCalendarDay(text)
    return value === undefined ? { sentence: 'must be a valid date (YYYY-MM-DD)' } : { value }
  },
  expirationDate: () => (text) => {
    const value = parseExpirationDay(text)
    return value === undefined ? { sentence: 'must be a valid date (DD-MM-YYYY or YYYY-MM-DD)' } : { value }
  },
  currency: () => (text) => {
    // Letters other than these can have one of them as their capital.
    const value = /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : ''
    return isCurrency(value) ? { value } : { sentence: 'must be an ISO 4217 currency code' }
  },
}

/** Reads a value of the field's kind. Numbers may be sent as strings, and strings as numbers. */
export function fieldReader(field: FieldKind): Reader<unknown> {
  const parse = (PARSES[field.kind] as (field: FieldKind) => Parse<unknown>)(field)
  return (raw, name) => {
    const text = field.kind === 'boolean' && typeof raw === 'boolean' ? String(raw) : textOf(raw)
    if (text === undefined && field.kind === 'text') return refused(name, 'must be a string')
    // Of every other kind, an empty string is not a value either.
    return readOf(parse(text ?? ''), name)
  }
}

type DecimalBounds = { readonly lengthMax: number; readonly decimalsMax?: number }

function decimal({ lengthMax, decimalsMax = Number.POSITIVE_INFINITY }: DecimalBounds): Parse<Decimal> {
  return (text) => {
    if (isLongerNumber(text, lengthMax)) return { code: 'tooLong', max: lengthMax }
    const value = DIGITS_AND_POINT.test(text) ? parseDecimal(text) : undefined
    if (value === undefined) return { sentence: 'must be a non-negative number such as 12.50' }
    return decimalsOf(value) > decimalsMax ? { sentence: `can have at most ${decimalsMax} decimal places` } : { value }
  }
}

/**
 * Trailing zeros of the decimals, and the zero before the point, do not count: responses have them, and a
 * response can be sent back.
 */
function isLongerNumber(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > lengthMax + ZEROS_MAX) return true
  const short = text.replace(/^0(?=\.)/, '').replace(/\.0*$|(?<=\.\d*[1-9])0+$/, '')
  return short.length > lengthMax
}

/** Unlike the kernel's, it also accepts 5.0. */
function wholeNumber({ min, max }: { readonly min: number; readonly max: number }): Parse<number> {
  return (text) => {
    const isShort = text.length <= WHOLE_NUMBER_LENGTH_MAX && DIGITS_AND_POINT.test(text)
    const number = isShort ? parseDecimal(text) : undefined
    const value = number === undefined || decimalsOf(number) > 0 ? Number.NaN : Number(formatDecimal(number))
    return value >= min && value <= max ? { value } : { sentence: `must be a whole number from ${min} to ${max}` }
  }
}

/** A string as it was sent, a number by its digits: 1e21 has 22 of them. */
export function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'number' && Number.isFinite(raw) ? digitsOf(String(raw)) : undefined
}

function digitsOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(number) ?? []
  if (exponent === '') return number
  const power = Number(exponent)
  const digits = `${whole}${fraction}`
  return power < 0
    ? `${sign}0.${'0'.repeat(-power - whole.length)}${digits}`
    : `${sign}${digits}${'0'.repeat(power - fraction.length)}`
}
