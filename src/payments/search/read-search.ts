import { invalid, members, optional, type Reader, refused, withDefault } from '../../kernel/reading/reading.ts'
import { given, plainText, text } from '../../kernel/reading/text-readers.ts'
import { isTimeZone } from '../../kernel/time/time-text.ts'
import { DEFAULT_LIMIT, NAME_LENGTH_MAX, PAGE_MAX } from './contract.ts'
import type { SearchRequest } from './search-store.ts'
import type { SortKey } from './transaction-store.ts'

const DEFAULT_SORT = 'submitTimeUtc:desc'

/** Numbers and booleans may be sent as strings. */
function number(min: number, max: number): Reader<number> {
  return (raw, field) => {
    const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : ''
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? { value } : refused(field, `must be a whole number from ${min} to ${max}`)
  }
}

const flag: Reader<boolean> = (raw, field) => {
  if (typeof raw === 'boolean') return { value: raw }
  const text = String(raw).toLowerCase()
  return text === 'true' || text === 'false' ? { value: text === 'true' } : refused(field, 'must be true or false')
}

const sortText: Reader<string> = (raw, field) =>
  typeof raw === 'string' && sortKeysOf(raw) !== undefined
    ? { value: raw }
    : { problems: [invalid(field, 'must be id or submitTimeUtc with :asc or :desc, separated by commas')] }

const words = given(plainText(NAME_LENGTH_MAX))

/** Reads the body of a search; its query is read when it runs, because NOW is then. */
export const readSearchRequest: Reader<SearchRequest> = members({
  save: withDefault(flag, false),
  name: optional(words),
  timezone: optional(text('must be a time zone such as America/Chicago', isTimeZone)),
  query: withDefault(given(plainText(10_000)), ''),
  offset: withDefault(number(0, Number.MAX_SAFE_INTEGER), 0),
  limit: withDefault(number(1, PAGE_MAX), DEFAULT_LIMIT),
  sort: withDefault(sortText, DEFAULT_SORT),
})

/** The keys of a sort order; undefined where it cannot be read. */
export function sortKeysOf(text: string): readonly SortKey[] | undefined {
  const keys = text.split(',').map((part) => /^\s*(id|submitTimeUtc)\s*(?::\s*(asc|desc))?\s*$/i.exec(part))
  if (keys.some((key) => key === null)) return undefined
  return keys.map((key) => ({
    by: key?.[1]?.toLowerCase() === 'id' ? 'id' : 'submitTimeUtc',
    isDescending: key?.[2]?.toLowerCase() === 'desc',
  }))
}
