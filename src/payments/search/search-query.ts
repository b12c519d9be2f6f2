// pure
import { type Decimal, decimalsOf, parseDecimal } from '../../kernel/decimal.ts'
import { invalid, type Problem, type Read } from '../../kernel/reading/reading.ts'
import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'
import { parseInstant, unlessOutOfRange } from '../../kernel/time/time-text.ts'
import { SEARCH_FIELDS, type SearchField } from './search-fields.ts'

type Bound<T> = { readonly value: T; readonly isIncluded: boolean }
/** A bound that is missing is open. */
export type Range<T> = { readonly from: Bound<T> | undefined; readonly to: Bound<T> | undefined }

/** Conditions that must all be true. */
export type Condition =
  | { readonly kind: 'text'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'amount'; readonly name: string; readonly range: Range<Decimal> }
  | { readonly kind: 'time'; readonly name: string; readonly range: Range<Temporal.Instant> }

const QUERY_LENGTH_MAX = 2_048
const CONDITIONS_MAX = 20
const VALUES_MAX = 100
const FORM = 'must be conditions such as submitTimeUtc:[NOW/DAY-7DAYS TO NOW] joined by AND'

/** The instant that relative times start from, and the time zone of their days. */
type Moment = { readonly now: Temporal.Instant; readonly timeZone: string }

type Token = { readonly text: string; readonly isQuoted: boolean }

/**
 * Reads a query: `field:value`, `field:"two words"`, `field:(a OR b)` and `field:[from TO to]`, joined by AND. In a range,
 * `[` and `]` include their end, `{` and `}` exclude it, and `*` is open.
 */
export function readSearchQuery(text: string, moment: Moment): Read<readonly Condition[]> {
  if (text.length > QUERY_LENGTH_MAX) return problem(`must not be longer than ${QUERY_LENGTH_MAX} characters`)
  const parts = splitConditions(text.trim())
  if (parts === undefined) return problem(FORM)
  if (parts.length > CONDITIONS_MAX) return problem(`can have at most ${CONDITIONS_MAX} conditions`)
  const reads = parts.map((part) => readCondition(part, moment))
  const problems = reads.flatMap((read) => ('problems' in read ? read.problems : []))
  if (problems.length > 0) return { problems }
  return { value: reads.flatMap((read) => ('value' in read ? [read.value] : [])) }
}

const CONDITION = /^([A-Za-z][A-Za-z.]*):\s*("(?:[^"\\]|\\.)*"|\([^()]*\)|[[{][^\][{}]*[\]}]|[^\s"()[\]{}]+)\s*/
const JOINED = /^AND\s+/

type Part = { readonly name: string; readonly written: string }

function splitConditions(text: string): readonly Part[] | undefined {
  const parts: Part[] = []
  let rest = text
  while (rest !== '') {
    if (parts.length > 0) {
      const joined = JOINED.exec(rest)
      if (joined === null) return undefined
      rest = rest.slice(joined[0].length)
    }
    const [whole = '', name = '', written = ''] = CONDITION.exec(rest) ?? []
    if (whole === '') return undefined
    parts.push({ name, written })
    rest = rest.slice(whole.length)
  }
  return parts
}

function readCondition({ name, written }: Part, moment: Moment): Read<Condition> {
  const field = Object.hasOwn(SEARCH_FIELDS, name) ? (SEARCH_FIELDS[name] as SearchField) : undefined
  if (field === undefined) return problem(`has the unknown field ${name}`)
  if (field.kind === 'text') return readTexts(name, written)
  const isTime = field.kind === 'time'
  const range = isTime ? readRange(written, (text) => instantOf(text, moment)) : readRange(written, amountOf)
  if (range === undefined)
    return problem(`has a value of ${name} that is not ${isTime ? 'a time' : 'an amount'} or a range of it`)
  return { value: { kind: field.kind, name, range } as Condition }
}

function readTexts(name: string, written: string): Read<Condition> {
  if (/^[[{]/.test(written)) return problem(`cannot have a range of ${name}`)
  const inside = written.startsWith('(') ? written.slice(1, -1).trim() : written
  const tokens = tokensOf(inside)
  const values = tokens?.filter((_, index) => index % 2 === 0).map(({ text }) => text) ?? []
  const isList = tokens?.every(({ text, isQuoted }, index) => index % 2 === 0 || (text === 'OR' && !isQuoted)) ?? false
  if (!isList || (tokens?.length ?? 0) % 2 === 0) return problem(`has a list of ${name} that is not joined by OR`)
  if (values.length > VALUES_MAX) return problem(`can have at most ${VALUES_MAX} values of ${name}`)
  return { value: { kind: 'text', name, values } }
}

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))/y
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (match === null) return undefined
    const [, quoted, bare = ''] = match
    tokens.push(
      quoted === undefined
        ? { text: bare, isQuoted: false }
        : { text: quoted.replaceAll(/\\(.)/g, '$1'), isQuoted: true },
    )
  }
  return tokens
}

const RANGE = /^([[{])\s*(\S+)\s+TO\s+(\S+)\s*([\]}])$/

/** Undefined where it cannot be read. A single value is a range of itself. */
function readRange<T>(written: string, parse: (text: string) => T | undefined): Range<T> | undefined {
  const [whole, open, first = '', last = '', close] = RANGE.exec(written) ?? []
  if (whole === undefined) {
    const value = parse(written.replace(/^"(.*)"$/, '$1'))
    if (value === undefined) return undefined
    const bound = { value, isIncluded: true }
    return { from: bound, to: bound }
  }
  const from = boundOf(first, open === '[', parse)
  const to = boundOf(last, close === ']', parse)
  return from === 'unreadable' || to === 'unreadable' ? undefined : { from, to }
}

function boundOf<T>(text: string, isIncluded: boolean, parse: (text: string) => T | undefined) {
  if (text === '*') return undefined
  const value = parse(text)
  return value === undefined ? 'unreadable' : { value, isIncluded }
}

const AMOUNT_DIGITS_MAX = 18

/** An amount that may be stored; others could not be compared exactly. */
function amountOf(text: string): Decimal | undefined {
  const amount = text.length > 2 * AMOUNT_DIGITS_MAX ? undefined : parseDecimal(text)
  if (amount === undefined || decimalsOf(amount) > AMOUNT_SCALE) return undefined
  const [whole = ''] = text.split('.')
  return whole.replace('-', '').length > AMOUNT_DIGITS_MAX - AMOUNT_SCALE ? undefined : amount
}

const UNITS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH', 'YEAR'] as const
type Unit = (typeof UNITS)[number]
const STEP = /([+-])(\d{1,4})(SECOND|MINUTE|HOUR|DAY|MONTH|YEAR)S?|\/(SECOND|MINUTE|HOUR|DAY|MONTH|YEAR)S?/g

/** A time with its offset, or NOW with steps such as `NOW/DAY-7DAYS`, whose days are those of the time zone. */
function instantOf(text: string, { now, timeZone }: Moment): Temporal.Instant | undefined {
  if (!text.startsWith('NOW')) return parseInstant(text)
  const steps = [...text.slice('NOW'.length).matchAll(STEP)]
  if (steps.map(([step]) => step).join('') !== text.slice('NOW'.length)) return undefined
  return unlessOutOfRange(() => steps.reduce(afterStep, now.toZonedDateTimeISO(timeZone)).toInstant())
}

function afterStep(time: Temporal.ZonedDateTime, [, sign, count, unit, rounded]: RegExpExecArray) {
  if (rounded !== undefined) return startOf(time, rounded as Unit)
  return time.add({ [`${unit?.toLowerCase()}s`]: Number(count) * (sign === '-' ? -1 : 1) })
}

function startOf(time: Temporal.ZonedDateTime, unit: Unit): Temporal.ZonedDateTime {
  if (unit === 'MONTH') return time.with({ day: 1 }).startOfDay()
  if (unit === 'YEAR') return time.with({ month: 1, day: 1 }).startOfDay()
  if (unit === 'DAY') return time.startOfDay()
  return time.round({ smallestUnit: unit.toLowerCase() as 'hour', roundingMode: 'floor' })
}

function problem(sentence: string): { readonly problems: readonly Problem[] } {
  return { problems: [invalid('query', sentence)] }
}
