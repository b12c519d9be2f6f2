// pure
/** A day and the text that it is answered with. */
export type CalendarDay = { readonly on: Temporal.PlainDate; readonly text: string }

const YEAR_FIRST = /^(\d{4})-(\d\d)-(\d\d)$/
const YEAR_LAST = /^(\d\d)-(\d\d)-(\d{4})$/
/** Programs that keep days as instants send the day's first moment in UTC. */
const FIRST_MOMENT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0{1,9})?Z$/

/** YYYY-MM-DD, or such a day's first moment in UTC; undefined for anything else and for days that no month has. */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const day = FIRST_MOMENT.exec(text)?.[1] ?? text
  const [, year, month, date] = YEAR_FIRST.exec(day) ?? []
  return dayOf({ year, month, date }, day)
}

/** The same, or DD-MM-YYYY: where the year stands tells them apart. */
export function parseExpirationDay(text: string): CalendarDay | undefined {
  const [, date, month, year] = YEAR_LAST.exec(text) ?? []
  return year === undefined ? parseCalendarDay(text) : dayOf({ year, month, date }, text)
}

function dayOf(
  parts: Readonly<Record<'year' | 'month' | 'date', string | undefined>>,
  text: string,
): CalendarDay | undefined {
  const [year, month, day] = [parts.year, parts.month, parts.date].map(Number)
  // The database knows no year 0.
  if (!year || !month || !day) return undefined
  try {
    return { on: Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }), text }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
