// pure

import { isCurrency } from '../../kernel/currency.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import { parseCalendarDay } from '../../kernel/reading/calendar-day.ts'
import {
  all,
  converted,
  invalid,
  isObject,
  members,
  optional,
  type Reader,
  refused,
  together,
  valueOrThrow,
  withDefault,
} from '../../kernel/reading/reading.ts'
import {
  given,
  instant,
  isTrue,
  oneOf,
  type Parse,
  parsed,
  plainText,
  someOf,
  trimmed,
  wholeNumber,
} from '../../kernel/reading/text-readers.ts'
import { isOrganizationId } from '../../organizations/pure.ts'
import { LABEL_LENGTH_MAX, VALUE_LENGTH_MAX } from '../custom-fields/custom-field.ts'
import { DELIVERY_MODES, INVOICE_STATUSES } from '../rules/invoice.ts'
import { INVOICE_NUMBER } from '../rules/terms/invoice-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from './csv-words.ts'
import {
  type InvoiceFilters,
  type InvoiceListQuery,
  type InvoiceReference,
  type InvoiceSort,
  type NamedValue,
  SORT_KEYS,
} from './invoice-list.ts'

export const LIMIT_DEFAULT = 20
export const LIMIT_MAX = 1_000
export const SEARCH_LENGTH_MAX = 100
export const EMAIL_LENGTH_MAX = 255
/** Far more digits than the largest total has. */
export const AMOUNT_LENGTH_MAX = 40
/** How often a parameter that may be repeated is given. */
export const REPEATED_MAX = 10
/** A request line with this many numbers is accepted by every proxy. */
export const INVOICES_MAX = 200
/** As many as a page of the portal's list can have. */
export const MERCHANTS_MAX = 100

const INSTANT_OR_DATE = 'must be an instant such as 2026-03-09T10:00:00Z or a date such as 2026-03-09'

/** The organization that the list is for, and the time at which it is asked for. */
export type ListScope = { readonly timeZone: string; readonly at: Temporal.Instant }

/** Reads the query of a list and refuses it with all its problems. */
export function readInvoiceListQuery(query: unknown, scope: ListScope): InvoiceListQuery {
  const { offset, limit, sort, includeTotal, ...filters } = valueOrThrow(
    members({
      offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
      limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_DEFAULT),
      sort: optional(given(sorting)),
      includeTotal: withDefault(given(isTrue), true),
      ...filterReaders(scope),
    })(query, ''),
  )
  return { offset, limit, sort, isTotalIncluded: includeTotal, filters: filtersOf(filters, scope) }
}

/** Reads the filters alone, such as those of sums. */
export function readInvoiceFilters(query: unknown, scope: ListScope): InvoiceFilters {
  return filtersOf(valueOrThrow(members(filterReaders(scope))(query, '')), scope)
}

/** Reads the query of counts by view. */
export function readInvoiceCountsQuery(query: unknown): Pick<InvoiceFilters, 'customerEmail'> {
  return valueOrThrow(members({ customerEmail: optional(given(email)) })(query, ''))
}

/** Reads which merchants are asked for. */
export function readMerchantsQuery(query: unknown): { readonly organizationIds: readonly string[] } {
  const { merchantId } = valueOrThrow(members({ merchantId: optional(merchantIds) })(query, ''))
  return { organizationIds: merchantId ?? [] }
}

/**
 * Reads filters that are the member of a body. Unknown names are refused: a filter that is not applied would select more
 * invoices than were meant.
 */
export function invoiceFiltersReader(scope: ListScope): Reader<InvoiceFilters> {
  const readers = filterReaders(scope)
  const read = together({ known: onlyNamed(Object.keys(readers)), filters: members(readers) })
  return converted(
    (raw, field) => read(isObject(raw) ? asTexts(raw) : raw, field),
    ({ filters }) => filtersOf(filters, scope),
  )
}

/** As a query has them: `true` and 100 are written as strings there. */
function asTexts(raw: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(raw).map(([name, value]) => [
    name,
    typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
  ])
  return Object.fromEntries(entries)
}

function onlyNamed(known: readonly string[]): Reader<undefined> {
  return (raw, field) => {
    const unknown = isObject(raw) ? Object.keys(raw).filter((name) => !known.includes(name)) : []
    const problems = unknown.map((name) => invalid(`${field}.${name}`, `is not a filter: use ${known.join(', ')}`))
    return problems.length > 0 ? { problems } : { value: undefined }
  }
}

export type InvoiceCsvQuery = {
  readonly filters: InvoiceFilters
  /** Undefined: the usual ones. */
  readonly columns: readonly CsvColumn[] | undefined
  readonly headerLanguage: Language
}

/** Reads the query of a list as CSV. */
export function readInvoiceCsvQuery(query: unknown, scope: ListScope): InvoiceCsvQuery {
  const { columns, headerLanguage, ...filters } = valueOrThrow(
    members({
      columns: optional(severalGiven(someOf(oneOf(CSV_COLUMNS)))),
      headerLanguage: withDefault(given(oneOf(LANGUAGES)), 'en-US'),
      ...filterReaders(scope),
    })(query, ''),
  )
  return { filters: filtersOf(filters, scope), columns: columns?.flat(), headerLanguage }
}

/** The readers of all filters by their parameters. */
function filterReaders({ timeZone }: Pick<ListScope, 'timeZone'>) {
  return {
    invoiceId: optional(references),
    status: optional(severalGiven(someOf(oneOf(INVOICE_STATUSES)))),
    overdue: optional(given(isTrue)),
    undelivered: optional(given(parsed((text) => /^true$/i.test(text) || undefined, 'must be true'))),
    deliveryMode: optional(given(oneOf(DELIVERY_MODES))),
    customerEmail: optional(given(email)),
    createdFrom: optional(given(instantOrDate({ timeZone, daysAfter: 0 }))),
    createdTo: optional(given(instantOrDate({ timeZone, daysAfter: 1 }))),
    dueFrom: optional(given(date)),
    dueTo: optional(given(date)),
    amountFrom: optional(given(amount)),
    amountTo: optional(given(amount)),
    currency: optional(given(currencyCode)),
    language: optional(given(oneOf(LANGUAGES))),
    customField: optional(severalGiven(namedValue)),
    search: optional(given(trimmed(plainText(SEARCH_LENGTH_MAX)))),
  }
}

type ReadFilters = {
  readonly [Name in keyof ReturnType<typeof filterReaders>]: ReturnType<typeof filterReaders>[Name] extends Reader<
    infer T
  >
    ? T
    : never
}

/** The filters that the parameters mean. */
function filtersOf(read: ReadFilters, { timeZone, at }: ListScope): InvoiceFilters {
  const { invoiceId, status, overdue, createdTo, customField, ...others } = read
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
  return {
    ...others,
    invoices: invoiceId,
    statuses: status === undefined ? undefined : [...new Set(status.flat())],
    overdue: overdue === undefined ? undefined : { isWanted: overdue, today },
    createdBefore: createdTo,
    customFields: customField,
  }
}

/** A parameter that may be repeated. */
function severalGiven<T>(parse: Parse<T>): Reader<readonly T[]> {
  return (raw, field) => {
    const texts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
    if (texts.length > REPEATED_MAX) return refused(field, `must be given at most ${REPEATED_MAX} times`)
    return all(texts.map((text) => given(parse)(text, field)))
  }
}

/** `A1`, or `shop1:A1`: no number and no id of an organization has a colon or a comma. */
const reference: Parse<InvoiceReference> = trimmed((text) => {
  const at = text.indexOf(':')
  const [organizationId, invoiceNumber] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)]
  return INVOICE_NUMBER.test(invoiceNumber) && (organizationId === undefined || isOrganizationId(organizationId))
    ? { value: { organizationId, invoiceNumber } }
    : { sentence: 'must be an invoice number such as A1001, or a merchant and a number such as shop1:A1001' }
})

const references = manyGiven(reference, { max: INVOICES_MAX, things: 'invoices' })

const merchantId = parsed(
  (text) => (isOrganizationId(text) ? text : undefined),
  'must be ids of merchants: 1 to 32 letters, digits, - and _',
)
const merchantIds = manyGiven(merchantId, { max: MERCHANTS_MAX, things: 'merchants' })

/** A parameter that has many values: it is repeated, or has several with commas between them. */
function manyGiven<T>(
  parse: Parse<T>,
  { max, things }: { readonly max: number; readonly things: string },
): Reader<readonly T[]> {
  return (raw, field) => {
    const texts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
    const count = texts.reduce<number>((sum, text) => sum + String(text).split(',').length, 0)
    if (count > max) return refused(field, `must name at most ${max} ${things}`)
    const read = all(texts.map((text) => given(someOf(parse))(text, field)))
    return 'value' in read ? { value: read.value.flat() } : read
  }
}

/** `Name:value`; the name ends at the first colon. */
const namedValue: Parse<NamedValue> = (text) => {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
  const isRead = 'value' in plainText(LABEL_LENGTH_MAX)(name) && 'value' in plainText(VALUE_LENGTH_MAX)(value)
  return name.trim() !== '' && value.trim() !== '' && isRead
    ? { value: { name: name.trim(), value: value.trim() } }
    : { sentence: 'must be the label of a custom field and its value such as Project:Apollo' }
}

const currencyCode = parsed(
  (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined),
  'must be a currency code of ISO 4217 such as EUR',
)

const amount: Parse<Decimal> = trimmed((text) => {
  const value = text.length > AMOUNT_LENGTH_MAX || text.startsWith('-') ? undefined : parseDecimal(text)
  return value === undefined ? { sentence: 'must be an amount such as 120.50' } : { value }
})

const sorting: Parse<InvoiceSort> = trimmed((text) => {
  const [name = '', direction = 'asc', ...more] = text.toLowerCase().split(':')
  const key = SORT_KEYS.find((known) => known.toLowerCase() === name)
  if (key === undefined || !['asc', 'desc'].includes(direction) || more.length > 0) {
    return { sentence: `must be one of ${SORT_KEYS.join(', ')}, and may end in :asc or :desc` }
  }
  return { value: { key, isDescending: direction === 'desc' } }
})

/** Addresses contain no spaces: a space is a plus sign that was not percent-encoded. */
const email: Parse<string> = trimmed((text) => plainText(EMAIL_LENGTH_MAX)(text.replaceAll(' ', '+')))

/** A date means the start of that day, plus `daysAfter`, in the organization's time zone. */
function instantOrDate({
  timeZone,
  daysAfter,
}: {
  readonly timeZone: string
  readonly daysAfter: number
}): Parse<Temporal.Instant> {
  return trimmed((text) => {
    const read = instant(text)
    if ('value' in read) return read
    const day = parseCalendarDay(text)?.add({ days: daysAfter })
    return day === undefined ? { sentence: INSTANT_OR_DATE } : { value: day.toZonedDateTime(timeZone).toInstant() }
  })
}

const date: Parse<Temporal.PlainDate> = trimmed((text) => {
  const value = parseCalendarDay(text)
  return value === undefined ? { sentence: 'must be a date such as 2026-03-09' } : { value }
})
