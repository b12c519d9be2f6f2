/** The part of a local day that is in the period. */
export type Day = {
  /** 0 for the first. */
  readonly index: number
  /** Days from 1970-01-01 to this date. */
  readonly epochDay: number
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly dayOfMonth: number
  /** 1 for Monday to 7 for Sunday. */
  readonly dayOfWeek: number
  readonly startMs: number
  /** The start of the next day. */
  readonly endMs: number
  /** The hours in the period: 24, or 23 or 25 where the clock changes. */
  readonly hours: readonly Hour[]
}

type Hour = { readonly startMs: number; readonly hourOfDay: number }

export type Period = { readonly fromMs: number; readonly endMs: number }

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS_OF_A_YEAR = 365

/** The year from the date on, in UTC. */
export function yearFrom(from: string): Period {
  const fromMs = Temporal.PlainDate.from(from).toZonedDateTime('UTC').epochMilliseconds
  return { fromMs, endMs: fromMs + DAYS_OF_A_YEAR * DAY_MS }
}

/** The end of each month of the period, in UTC; the last one is the end of the period. */
export function monthEndsOf({ fromMs, endMs }: Period): readonly number[] {
  const ends: number[] = []
  let month = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO('UTC').with({ day: 1 })
  while (month.epochMilliseconds < endMs) {
    month = month.add({ months: 1 })
    ends.push(Math.min(month.epochMilliseconds, endMs))
  }
  return ends
}

/** The local days that overlap the period; the first and the last may be short. */
export function daysOf(timeZone: string, { fromMs, endMs }: Period): readonly Day[] {
  const days: Day[] = []
  let date = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone).toPlainDate()
  let startMs = startOf(date, timeZone)
  while (startMs < endMs) {
    const next = date.add({ days: 1 })
    const nextMs = startOf(next, timeZone)
    const hours = hoursOf(startMs, nextMs, timeZone).filter(
      (hour) => hour.startMs >= fromMs && hour.startMs + HOUR_MS <= endMs,
    )
    if (hours.length > 0) {
      const index = days.length
      days.push({ ...dateOf(date), index, startMs, endMs: nextMs, hours })
    }
    date = next
    startMs = nextMs
  }
  return days
}

function dateOf(date: Temporal.PlainDate) {
  return {
    epochDay: date.toZonedDateTime('UTC').epochMilliseconds / DAY_MS,
    year: date.year,
    month: date.month,
    dayOfMonth: date.day,
    dayOfWeek: date.dayOfWeek,
  }
}

function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}

function hoursOf(startMs: number, endMs: number, timeZone: string): readonly Hour[] {
  const isPlain = endMs - startMs === DAY_MS
  return Array.from({ length: Math.floor((endMs - startMs) / HOUR_MS) }, (_, index) => {
    const hourStartMs = startMs + index * HOUR_MS
    return { startMs: hourStartMs, hourOfDay: isPlain ? index : hourAt(hourStartMs, timeZone) }
  })
}

function hourAt(ms: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).hour
}

/** The instant of a local hour of the day; on a day that is only partly in the period it may be outside of it. */
export function atHour({ startMs, hours }: Day, hourOfDay: number): number {
  const found = hours.find((hour) => hour.hourOfDay === hourOfDay)
  return found?.startMs ?? startMs + hourOfDay * HOUR_MS
}
