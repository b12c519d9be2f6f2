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

/** Which runs of a date are meant: those whose period ended from an instant on and before another. */
export type EndRange = { readonly from: Temporal.Instant; readonly until: Temporal.Instant }

const DATE = /^(\d{4})(-?)(\d\d)\2(\d\d)$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)? ?(Z|[+-]?\d\d:?\d\d)$/i
/** Times are kept to the microsecond. */
const KEPT_DECIMALS = 6

/** `2026-03-09` or `20260309`; undefined for anything else, and for a day that no calendar has. */
export function readReportDate(text: string): Temporal.PlainDate | undefined {
  const [, year, , month, day] = DATE.exec(text) ?? []
  return year === undefined ? undefined : unlessImpossible(() => Temporal.PlainDate.from(`${year}-${month}-${day}`))
}

/**
 * A local time of day with its offset, as `10:00:00+05:00`, on a date: it means all instants that are written
 * so. Undefined for anything else. A plus sign may have become a blank on the way.
 */
export function readReportTime(text: string, on: Temporal.PlainDate): EndRange | undefined {
  const [, hour, minute, second, fraction, offset = ''] = TIME.exec(text) ?? []
  if (hour === undefined) return undefined
  const signed = /^\d/.test(offset) ? `+${offset}` : offset
  const local = `${on.toString()}T${hour}:${minute}:${second ?? '00'}${fraction ?? ''}${signed}`
  const from = unlessImpossible(() => Temporal.Instant.from(local))
  return from && { from, until: from.add(unitOf({ second, fraction })) }
}

/** The last digit that is written: a run may have ended between two full seconds. */
function unitOf({
  second,
  fraction,
}: {
  readonly second: string | undefined
  readonly fraction: string | undefined
}): Temporal.Duration {
  if (second === undefined) return Temporal.Duration.from({ minutes: 1 })
  const decimals = fraction === undefined ? 0 : Math.min(fraction.length - 1, KEPT_DECIMALS)
  return Temporal.Duration.from({ microseconds: 10 ** (KEPT_DECIMALS - decimals) })
}

function unlessImpossible<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
