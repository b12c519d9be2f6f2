// pure
import { unlessOutOfRange } from '../time/time-text.ts'

/** A day, and the text that responses write it as. */
export type CalendarDay = { readonly on: Temporal.PlainDate; readonly text: string }

const YEAR_FIRST = /^\d{4}-\d\d-\d\d$/
const YEAR_LAST = /^(\d\d)-(\d\d)-(\d{4})$/
/** Programs that keep days as instants send the first moment of the day in UTC. */
const FIRST_MOMENT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0{1,9})?Z$/

/** Reads YYYY-MM-DD, or the first moment of such a day in UTC; undefined if it is not an existing day. */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const day = FIRST_MOMENT.exec(text)?.[1] ?? text
  return dayOf(day, day)
}

/** Also reads DD-MM-YYYY. */
export function parseExpirationDay(text: string): CalendarDay | undefined {
  const [, day, month, year] = YEAR_LAST.exec(text) ?? []
  return year === undefined ? parseCalendarDay(text) : dayOf(`${year}-${month}-${day}`, text)
}

function dayOf(isoDate: string, text: string): CalendarDay | undefined {
  // The database has no year 0.
  if (!YEAR_FIRST.test(isoDate) || isoDate.startsWith('0000')) return undefined
  return unlessOutOfRange(() => ({ on: Temporal.PlainDate.from(isoDate), text }))
}
