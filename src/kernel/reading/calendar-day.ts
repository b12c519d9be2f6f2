// pure
import { unlessOutOfRange } from '../time/time-text.ts'

const YEAR_FIRST = /^\d{4}-\d\d-\d\d$/
const YEAR_LAST = /^(\d\d)-(\d\d)-(\d{4})$/
/** Programs that keep days as instants send the first moment of the day in UTC. */
const FIRST_MOMENT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0{1,9})?Z$/

/** Reads YYYY-MM-DD, or the first moment of such a day in UTC; undefined if it is not an existing day. */
export function parseCalendarDay(text: string): Temporal.PlainDate | undefined {
  return dayOf(FIRST_MOMENT.exec(text)?.[1] ?? text)
}

/** Also reads DD-MM-YYYY. */
export function parseExpirationDay(text: string): Temporal.PlainDate | undefined {
  const [, day, month, year] = YEAR_LAST.exec(text) ?? []
  return year === undefined ? parseCalendarDay(text) : dayOf(`${year}-${month}-${day}`)
}

function dayOf(isoDate: string): Temporal.PlainDate | undefined {
  // The database has no year 0.
  if (!YEAR_FIRST.test(isoDate) || isoDate.startsWith('0000')) return undefined
  return unlessOutOfRange(() => Temporal.PlainDate.from(isoDate))
}
