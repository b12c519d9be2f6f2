// pure
import { isCurrency } from '../../kernel/currency.ts'
import { type Decimal, decimalsOf, parseDecimal } from '../../kernel/decimal.ts'
import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { type CalendarDay, parseCalendarDay, parseExpirationDay } from './calendar-day.ts'
import type { DeliveryMode, FieldKind, RequestField } from './field-table.ts'

/** What a field of each kind is once it is read. */
type ValueOfKind = {
  readonly text: string
  readonly email: string
  readonly amount: Decimal
  readonly decimal: Decimal
  readonly integer: number
  readonly definitionId: number
  readonly boolean: boolean
  readonly date: Temporal.PlainDate
  readonly expirationDate: CalendarDay
  readonly currency: string
  readonly deliveryMode: DeliveryMode
}
export type ReadValues<Table extends Readonly<Record<string, RequestField>>> = {
  readonly [Name in keyof Table]: ValueOfKind[Table[Name]['kind']] | undefined
}

/** The sentence goes on after the field's name and never repeats the value, which may be a secret. */
type Reading<Value> = { readonly value: Value } | { readonly sentence: string }

type Readers = {
  readonly [Kind in FieldKind['kind']]: (
    raw: unknown,
    field: Extract<FieldKind, { readonly kind: Kind }>,
  ) => Reading<ValueOfKind[Kind]>
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u
/** Other letters than these have capitals among them too. */
const THREE_LETTERS = /^[A-Za-z]{3}$/
const DIGITS_AND_POINT = /^\d*\.?\d*$/
const WHOLE_NUMBER_LENGTH_MAX = 25
/** A point, the four decimals that a currency may have, and the zero before the point. */
const ZEROS_MAX = 6
const NOT_A_NUMBER = 'must be a number that is not negative, of digits and at most one point'

const READERS: Readers = {
  text: (raw, field) => readText(raw, field),
  email: (raw, field) => {
    const read = readText(raw, field)
    if ('sentence' in read || isMailAddress(read.value)) return read
    return refused('is not a mail address')
  },
  amount: (raw, field) => readDecimal(raw, field),
  decimal: (raw, field) => readDecimal(raw, field),
  integer: (raw, { min, max }) => {
    const number = wholeNumber(raw)
    const isWithin = number !== undefined && number >= min && number <= max
    return isWithin ? { value: Number(number) } : refused(`must be a whole number from ${min} to ${max}`)
  },
  definitionId: (raw) => {
    const number = wholeNumber(raw)
    const isId = number !== undefined && number >= 1n && number <= Number.MAX_SAFE_INTEGER
    return isId ? { value: Number(number) } : refused('is not the id of a custom field')
  },
  boolean: (raw) => {
    const text = typeof raw === 'string' ? raw.toLowerCase() : raw
    if (text === true || text === 'true') return { value: true }
    if (text === false || text === 'false') return { value: false }
    return refused('must be true or false')
  },
  date: (raw) => {
    const day = typeof raw === 'string' ? parseCalendarDay(raw) : undefined
    return day === undefined ? refused('must be a date that exists, as YYYY-MM-DD') : { value: day.on }
  },
  expirationDate: (raw) => {
    const day = typeof raw === 'string' ? parseExpirationDay(raw) : undefined
    return day === undefined ? refused('must be a date that exists, as DD-MM-YYYY or YYYY-MM-DD') : { value: day }
  },
  currency: (raw) => {
    const code = typeof raw === 'string' && THREE_LETTERS.test(raw) ? raw.toUpperCase() : ''
    return isCurrency(code) ? { value: code } : refused('must be a currency code of ISO 4217')
  },
  deliveryMode: (raw) => {
    const mode = typeof raw === 'string' ? raw.toLowerCase() : ''
    return mode === 'email' || mode === 'none' ? { value: mode } : refused('must be email or none')
  },
}

/** Reads what has a value; never throws, whatever it is. */
export function readField(raw: unknown, field: FieldKind): Reading<unknown> {
  const read = READERS[field.kind] as (raw: unknown, field: FieldKind) => Reading<unknown>
  return read(raw, field)
}

function refused(sentence: string): { readonly sentence: string } {
  return { sentence }
}

function readText(
  raw: unknown,
  field: Pick<Extract<FieldKind, { readonly kind: 'text' }>, 'lengthMax' | 'isMultiline' | 'form'>,
): Reading<string> {
  const text = textOf(raw)
  if (text === undefined) return refused('must be text')
  if (isLongerThan(text, field.lengthMax)) {
    return refused(`must have at most ${field.lengthMax} characters`)
  }
  if (!text.isWellFormed()) return refused('must be well formed text')
  if ((field.isMultiline === true ? CONTROL_BUT_LINES : CONTROL).test(text)) {
    return refused('must hold no control characters')
  }
  const { form } = field
  return form === undefined || form.pattern.test(text) ? { value: text } : refused(form.sentence)
}

/** Counts characters, not halves of them, and not more of them than needed. */
function isLongerThan(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > 2 * lengthMax) return true
  return [...text].length > lengthMax
}

function readDecimal(
  raw: unknown,
  { lengthMax, decimalsMax }: { readonly lengthMax: number; readonly decimalsMax?: number },
): Reading<Decimal> {
  const text = textOf(raw)
  if (text === undefined) return refused(NOT_A_NUMBER)
  if (isLongerNumber(text, lengthMax)) return refused(`must have at most ${lengthMax} characters`)
  const value = DIGITS_AND_POINT.test(text) ? parseDecimal(text) : undefined
  if (value === undefined) return refused(NOT_A_NUMBER)
  return decimalsMax !== undefined && decimalsOf(value) > decimalsMax
    ? refused(`must have at most ${decimalsMax} decimals`)
    : { value }
}

/**
 * Zeros at the end of the decimals, and the one before the point, do not count: answers write them, and
 * what was answered can be sent again.
 */
function isLongerNumber(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > lengthMax + ZEROS_MAX) return true
  const short = text.replace(/^0(?=\.)/, '').replace(/\.0*$|(?<=\.\d*[1-9])0+$/, '')
  return short.length > lengthMax
}

function wholeNumber(raw: unknown): bigint | undefined {
  const text = textOf(raw)
  if (text === undefined || text.length > WHOLE_NUMBER_LENGTH_MAX) return undefined
  const value = DIGITS_AND_POINT.test(text) ? parseDecimal(text) : undefined
  if (value === undefined || decimalsOf(value) > 0) return undefined
  return value.units / 10n ** BigInt(value.scale)
}

/** A text as it was sent, a number by its digits: 1e21 has 22 of them. */
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
