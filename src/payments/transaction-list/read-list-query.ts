// pure
import { isCurrency } from '../../kernel/currency.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import { parseCalendarDay } from '../../kernel/reading/calendar-day.ts'
import { checked, invalid, members, optional, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import {
  given,
  instant,
  oneOf,
  type Parse,
  parsed,
  plainText,
  someOf,
  trimmed,
  wholeNumber,
} from '../../kernel/reading/text-readers.ts'
import { TRANSACTION_CSV_COLUMNS, type TransactionCsvColumn } from './csv-words.ts'
import {
  NEWEST_FIRST,
  type Place,
  SORT_KEYS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  type TransactionFilters,
  type TransactionQuery,
  type TransactionSort,
} from './transaction-list.ts'

export const LIMIT_DEFAULT = 50
export const LIMIT_MAX = 1_000
export const SEARCH_LENGTH_MAX = 100
const TEXT_LENGTH_MAX = 255
export const CURSOR_LENGTH_MAX = 400
const AMOUNT_LENGTH_MAX = 20
/** As a record can store it. */
const AMOUNT = /^\d{1,14}(?:\.\d{1,4})?$/

/** Reads the query of a list and refuses it with all its problems. */
export function readTransactionQuery(query: unknown, scope: Scope): Omit<TransactionQuery, 'merchantIds'> {
  const { limit, sort, after, ...filters } = valueOrThrow(
    checked(
      members({
        limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_DEFAULT),
        sort: withDefault(given(sorting), NEWEST_FIRST),
        after: optional(given(place)),
        ...filterReaders(scope),
      }),
      ({ sort: { key }, after }) =>
        after === undefined || (key === 'time' ? /^-?\d+$/ : /^\d+(?:\.\d+)?$/).test(after.at)
          ? []
          : [invalid('after', 'must be the cursor of a page in the same order')],
    )(query, ''),
  )
  return { limit, sort, after, filters: filtersOf(filters) }
}

/** Reads the filters alone. */
export function readTransactionFilters(query: unknown, scope: Scope): TransactionFilters {
  return filtersOf(valueOrThrow(members(filterReaders(scope))(query, '')))
}

type TransactionCsvQuery = {
  readonly filters: TransactionFilters
  /** Undefined: all. */
  readonly columns: readonly TransactionCsvColumn[] | undefined
  readonly headerLanguage: Language
}

export function readTransactionCsvQuery(query: unknown, scope: Scope): TransactionCsvQuery {
  const { columns, headerLanguage, ...filters } = valueOrThrow(
    members({
      columns: optional(given(someOf(oneOf(TRANSACTION_CSV_COLUMNS)))),
      headerLanguage: withDefault(given(oneOf(LANGUAGES)), 'en-US'),
      ...filterReaders(scope),
    })(query, ''),
  )
  return { filters: filtersOf(filters), columns, headerLanguage }
}

/** The organization's zone, in which a date is a day. */
type Scope = { readonly timeZone: string }

const words = optional(given(trimmed(plainText(TEXT_LENGTH_MAX))))

function filterReaders({ timeZone }: Scope) {
  return {
    search: optional(given(trimmed(plainText(SEARCH_LENGTH_MAX)))),
    type: optional(given(someOf(oneOf(TRANSACTION_TYPES)))),
    state: optional(given(someOf(oneOf(TRANSACTION_STATES)))),
    from: optional(given(instantOrDate({ timeZone, daysAfter: 0 }))),
    to: optional(given(instantOrDate({ timeZone, daysAfter: 1 }))),
    movedFrom: optional(given(instantOrDate({ timeZone, daysAfter: 0 }))),
    movedTo: optional(given(instantOrDate({ timeZone, daysAfter: 1 }))),
    amountFrom: optional(given(amount)),
    amountTo: optional(given(amount)),
    currency: optional(given(currencyCode)),
    reference: words,
    email: optional(given(email)),
    lastFour: optional(given(lastFour)),
    scheme: words,
    source: words,
    processor: words,
  }
}

type Reads = ReturnType<typeof filterReaders>
type ReadFilters = {
  readonly [Name in keyof Reads]: Reads[Name] extends (raw: unknown, field: string) => infer R
    ? Extract<R, { readonly value: unknown }>['value']
    : never
}

function filtersOf({ type, state, ...filters }: ReadFilters): TransactionFilters {
  return { ...filters, types: type, states: state }
}

const amount: Parse<Decimal> = trimmed((text) => {
  const value = text.length <= AMOUNT_LENGTH_MAX && AMOUNT.test(text) ? parseDecimal(text) : undefined
  return value === undefined ? { sentence: 'must be an amount such as 120.50' } : { value }
})

const currencyCode = parsed(
  (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined),
  'must be a currency code of ISO 4217 such as EUR',
)

const lastFour = parsed((text) => (/^\d{2,4}$/.test(text) ? text : undefined), 'must be two to four digits')

/** Addresses contain no spaces: a space is a plus sign that was not percent-encoded. */
const email: Parse<string> = trimmed((text) => plainText(TEXT_LENGTH_MAX)(text.replaceAll(' ', '+')))

const sorting: Parse<TransactionSort> = trimmed((text) => {
  const [name = '', direction = 'asc', ...more] = text.toLowerCase().split(':')
  const key = SORT_KEYS.find((known) => known === name)
  if (key === undefined || !['asc', 'desc'].includes(direction) || more.length > 0) {
    return { sentence: `must be one of ${SORT_KEYS.join(', ')}, and may end in :asc or :desc` }
  }
  return { value: { key, isDescending: direction === 'desc' } }
})

/** A date means the start of that day, plus `daysAfter`, in the organization's time zone. */
function instantOrDate({ timeZone, daysAfter }: Scope & { readonly daysAfter: number }): Parse<Temporal.Instant> {
  return trimmed((text) => {
    const read = instant(text)
    if ('value' in read) return read
    const day = parseCalendarDay(text)?.add({ days: daysAfter })
    return day === undefined
      ? { sentence: 'must be an instant such as 2026-03-09T10:00:00Z or a date such as 2026-03-09' }
      : { value: day.toZonedDateTime(timeZone).toInstant() }
  })
}

/** A cursor is opaque to clients: it names the last transaction of a page. */
export function cursorOf({ at, merchantId, id }: Place): string {
  return Buffer.from(JSON.stringify([at, merchantId, id])).toString('base64url')
}

const place: Parse<Place> = trimmed((text) => {
  const read = text.length <= CURSOR_LENGTH_MAX ? placeOf(text) : undefined
  return read === undefined ? { sentence: 'must be the cursor of an earlier page' } : { value: read }
})

function placeOf(cursor: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
      return undefined
    const [at, merchantId, id] = parts as [string, string, string]
    return /^-?\d{1,16}(?:\.\d{1,8})?$/.test(at) ? { at, merchantId, id } : undefined
  } catch {
    return undefined
  }
}
