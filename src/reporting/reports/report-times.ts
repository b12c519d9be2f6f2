// pure
import type { Report } from './report.ts'

type Dated = Pick<Report, 'period' | 'terms'>

/** An instant as the wall clocks of a zone show it, with their offset: `2026-03-09T10:00:00+01:00`. */
export function localTime(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' })
}

/** The local time of day at which the period ends, with its offset: it tells runs of one date apart. */
export function reportTimeOf({ period, terms }: Dated): string {
  const ending = localTime(period.endsAt, terms.timeZone)
  return ending.slice(ending.indexOf('T') + 1)
}
