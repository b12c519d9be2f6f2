// pure
import { parseInstant } from '../../kernel/time-text.ts'
import { parseCalendarDay } from '../reading/calendar-day.ts'
import { type ContentProblem, invalid, refuseContent } from '../reading/content-problem.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '../rules/invoice.ts'
import { type InvoiceListQuery, type InvoiceSort, SORT_KEYS } from './invoice-list.ts'

export const LIMIT_DEFAULT = 20
export const LIMIT_MAX = 1_000
export const SEARCH_LENGTH_MAX = 100
export const EMAIL_LENGTH_MAX = 255

const INSTANT_OR_DATE =
  'must be an instant such as 2026-03-09T10:00:00Z or a date such as 2026-03-09'

/** What is read, or how the sentence about it goes on after its name. */
type Outcome<T> = { readonly value: T } | { readonly sentence: string }

/** Reads what a client asks for and refuses all that is wrong with it at once. */
export function readInvoiceListQuery(
  query: unknown,
  { timeZone }: { readonly timeZone: string },
): InvoiceListQuery {
  const problems: ContentProblem[] = []
  const read = <T>(name: string, parse: (text: string) => Outcome<T>): T | undefined => {
    const given = textOf(query, name)
    const outcome = typeof given === 'string' ? parse(given) : given
    if (outcome === undefined || 'value' in outcome) return outcome?.value
    problems.push(invalid(name, outcome.sentence))
    return undefined
  }
  const asked: InvoiceListQuery = {
    offset: read('offset', offsetOf) ?? 0,
    limit: read('limit', limitOf) ?? LIMIT_DEFAULT,
    sort: read('sort', sortOf),
    filters: {
      status: read('status', statusOf),
      customerEmail: read('customerEmail', emailOf),
      createdFrom: read('createdFrom', (text) => instantOf(text, { timeZone, daysAfter: 0 })),
      createdBefore: read('createdTo', (text) => instantOf(text, { timeZone, daysAfter: 1 })),
      dueFrom: read('dueFrom', dateOf),
      dueTo: read('dueTo', dateOf),
      search: read('search', (text) => plainText(text, SEARCH_LENGTH_MAX)),
    },
  }
  refuseContent(problems)
  return asked
}

/** A parameter that is there without a value was not given. */
function textOf(query: unknown, name: string): Outcome<never> | string | undefined {
  const given = (query as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') return { sentence: 'must be given once' }
  return given.trim() === '' ? undefined : given.trim()
}

function offsetOf(text: string): Outcome<number> {
  const offset = /^\d{1,16}$/.test(text) ? Number(text) : undefined
  return offset !== undefined && Number.isSafeInteger(offset)
    ? { value: offset }
    : { sentence: `must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}` }
}

function limitOf(text: string): Outcome<number> {
  const limit = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= LIMIT_MAX
    ? { value: limit }
    : { sentence: `must be a whole number from 1 to ${LIMIT_MAX}` }
}

function statusOf(text: string): Outcome<InvoiceStatus> {
  const value = INVOICE_STATUSES.find((status) => status === text.toUpperCase())
  return value === undefined
    ? { sentence: `must be one of ${INVOICE_STATUSES.join(', ')}` }
    : { value }
}

function sortOf(text: string): Outcome<InvoiceSort> {
  const [name = '', direction = 'asc', ...more] = text.toLowerCase().split(':')
  const key = SORT_KEYS.find((known) => known.toLowerCase() === name)
  if (key === undefined || !['asc', 'desc'].includes(direction) || more.length > 0) {
    return { sentence: `must be one of ${SORT_KEYS.join(', ')}, and may end in :asc or :desc` }
  }
  return { value: { key, isDescending: direction === 'desc' } }
}

function emailOf(text: string): Outcome<string> {
  // No address holds a blank: it is a plus sign that was not percent-encoded.
  return plainText(text.replaceAll(' ', '+'), EMAIL_LENGTH_MAX)
}

/** A date stands for the beginning of that day, or of one some days after it, where the organization is. */
function instantOf(
  text: string,
  { timeZone, daysAfter }: { readonly timeZone: string; readonly daysAfter: number },
): Outcome<Temporal.Instant> {
  // An offset's plus sign that was not percent-encoded arrives as a blank.
  const instant = parseInstant(text.replace(/ (?=\d\d:?\d\d$)/, '+'))
  if (instant !== undefined) return { value: instant }
  const day = parseCalendarDay(text)?.on.add({ days: daysAfter })
  return day === undefined
    ? { sentence: INSTANT_OR_DATE }
    : { value: day.toZonedDateTime(timeZone).toInstant() }
}

function dateOf(text: string): Outcome<Temporal.PlainDate> {
  const day = parseCalendarDay(text)
  return day === undefined ? { sentence: 'must be a date such as 2026-03-09' } : { value: day.on }
}

function plainText(text: string, lengthMax: number): Outcome<string> {
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) {
    return { sentence: 'must be plain text without control characters' }
  }
  return [...text].length > lengthMax
    ? { sentence: `must not be longer than ${lengthMax} characters` }
    : { value: text }
}
