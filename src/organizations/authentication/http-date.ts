// pure
import { parseInstant } from '../../kernel/time/time-text.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
// Existing clients omit the leading zero of days and hours.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{1,2}):(\d{2}):(\d{2}) GMT$/

/** Reads `Sun, 15 Nov 2026 00:33:45 GMT`; undefined for anything else. */
export function parseHttpDate(text: string): Temporal.Instant | undefined {
  const [, day, monthName = '', year, hour, minute, second] = HTTP_DATE.exec(text) ?? []
  const month = MONTHS.indexOf(monthName) + 1
  if (month === 0) return undefined
  const two = (value: number | string | undefined): string => String(value).padStart(2, '0')
  return parseInstant(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}Z`)
}
