// pure
import type { Report } from './report.ts'

type Dated = Pick<Report, 'period' | 'terms'>

/** Local time in a zone with its offset, such as `2026-03-09T10:00:00+01:00`. */
export function localTime(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' })
}

/** The local time at which the period ends, with its offset: it distinguishes reports of the same date. */
export function reportTimeOf({ period, terms }: Dated): string {
  const ending = localTime(period.endsAt, terms.timeZone)
  return ending.slice(ending.indexOf('T') + 1)
}

/** Selects periods that end at or after `from` and before `until`. */
export type EndRange = { readonly from: Temporal.Instant; readonly until: Temporal.Instant }

const DATE = /^(\d{4})(-?)(\d\d)\2(\d\d)$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)? ?(Z|[+-]?\d\d:?\d\d)$/i
/** Times are stored with microseconds. */
const KEPT_DECIMALS = 6

/** Reads `2026-03-09` or `20260309`; undefined for anything else, including dates that do not exist. */
export function readReportDate(text: string): Temporal.PlainDate | undefined {
  const [, year, , month, day] = DATE.exec(text) ?? []
  return year === undefined ? undefined : unlessImpossible(() => Temporal.PlainDate.from(`${year}-${month}-${day}`))
}

/**
 * Reads a local time with its offset, such as `10:00:00+05:00`, on a date; the result covers all instants that are
 * written this way. Undefined for anything else. In a query string, a plus sign may have become a space.
 */
export function readReportTime(text: string, on: Temporal.PlainDate): EndRange | undefined {
  const [, hour, minute, second, fraction, offset = ''] = TIME.exec(text) ?? []
  if (hour === undefined) return undefined
  const signed = /^\d/.test(offset) ? `+${offset}` : offset
  const local = `${on.toString()}T${hour}:${minute}:${second ?? '00'}${fraction ?? ''}${signed}`
  const from = unlessImpossible(() => Temporal.Instant.from(local))
  return from && { from, until: from.add(unitOf({ second, fraction })) }
}

/** The unit of the last digit given: a period may end between two full seconds. */
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
