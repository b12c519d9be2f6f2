// pure

import { parseCalendarDay } from '../../kernel/reading/calendar-day.ts'
import { members, optional, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import {
  given,
  instant,
  oneOf,
  type Parse,
  plainText,
  trimmed,
  wholeNumber,
} from '../../kernel/reading/text-readers.ts'
import { INVOICE_STATUSES } from '../rules/invoice.ts'
import { type InvoiceListQuery, type InvoiceSort, SORT_KEYS } from './invoice-list.ts'

export const LIMIT_DEFAULT = 20
export const LIMIT_MAX = 1_000
export const SEARCH_LENGTH_MAX = 100
export const EMAIL_LENGTH_MAX = 255

const INSTANT_OR_DATE = 'must be an instant such as 2026-03-09T10:00:00Z or a date such as 2026-03-09'

/** Reads the query of a list and refuses it with all its problems. */
export function readInvoiceListQuery(query: unknown, { timeZone }: { readonly timeZone: string }): InvoiceListQuery {
  const { offset, limit, sort, ...filters } = valueOrThrow(
    members({
      offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
      limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_DEFAULT),
      sort: optional(given(sorting)),
      status: optional(given(oneOf(INVOICE_STATUSES))),
      customerEmail: optional(given(email)),
      createdFrom: optional(given(instantOrDate({ timeZone, daysAfter: 0 }))),
      createdTo: optional(given(instantOrDate({ timeZone, daysAfter: 1 }))),
      dueFrom: optional(given(date)),
      dueTo: optional(given(date)),
      search: optional(given(trimmed(plainText(SEARCH_LENGTH_MAX)))),
    })(query, ''),
  )
  const { createdTo: createdBefore, ...others } = filters
  return { offset, limit, sort, filters: { ...others, createdBefore } }
}

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
