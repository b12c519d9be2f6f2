import {
  checked,
  combined,
  converted,
  hasNoValue,
  invalid,
  member,
  members,
  type Reader,
  refused,
  required,
  valueOrThrow,
} from '../../kernel/reading/reading.ts'
import { parseInstant } from '../../kernel/time/time-text.ts'
import type { Period, ReportTerms } from '../reports/report.ts'
import { type OrderWarning, termsWarnings } from '../reports/terms/order-warnings.ts'
import { bodyObject, readTerms, type TermsContext } from '../reports/terms/read-terms.ts'

/** The order of a one-time report. */
export type Order = {
  readonly terms: ReportTerms
  readonly period: Period
  readonly warnings: readonly OrderWarning[]
}

const PERIOD_DAYS_MAX = 31
/** No record lies outside this range. */
const EARLIEST = Temporal.Instant.from('1970-01-01T00:00:00Z')
const LATEST = Temporal.Instant.from('2200-01-01T00:00:00Z')

/** Reads the order of a one-time report; throws a refusal that names every problem. */
export function readOrder(raw: unknown, context: TermsContext): Order {
  const body = bodyObject(raw)
  const terms = readTerms(body, { ...context, isTimeZoneOptional: true })
  const timeZone = 'value' in terms ? terms.value.timeZone : context.timeZone
  const frequency = member('reportFrequency', oneTime)(body, '')
  const period = periodIn(timeZone)(body, '')
  const order = valueOrThrow(combined({ terms, frequency, period }))
  return { terms: order.terms, period: order.period, warnings: termsWarnings(body, order.terms) }
}

const oneTime: Reader<undefined> = (raw, field) => {
  const isOneTime = hasNoValue(raw) || (typeof raw === 'string' && raw.toUpperCase() === 'ADHOC')
  return isOneTime
    ? { value: undefined }
    : refused(field, 'must be ADHOC for a one-time report; other frequencies are for subscriptions')
}

/** Record times are whole milliseconds, so a bound between two of them is rounded up to the later one. */
const recordTime: Reader<Temporal.Instant> = (raw, field) => {
  const { compare } = Temporal.Instant
  const time = typeof raw === 'string' ? parseInstant(raw) : undefined
  if (time === undefined || compare(time, EARLIEST) < 0 || compare(time, LATEST) > 0) {
    const sentence = 'must be a time between 1970 and 2199 with an offset, such as 2026-03-09T10:00:00Z'
    return refused(field, sentence)
  }
  return { value: time.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' }) }
}

function periodIn(timeZone: string): Reader<Period> {
  const times = members({
    reportStartTime: required(recordTime),
    reportEndTime: required(recordTime),
  })
  const period = converted(times, ({ reportStartTime, reportEndTime }) => ({
    startsAt: reportStartTime,
    endsAt: reportEndTime,
  }))
  return checked(period, ({ startsAt, endsAt }) => {
    const { compare } = Temporal.Instant
    if (compare(startsAt, endsAt) >= 0) {
      return [invalid('reportEndTime', 'must be later than reportStartTime')]
    }
    if (compare(endsAt, latestEnd(startsAt, timeZone)) <= 0) return []
    const sentence = `must be at most ${PERIOD_DAYS_MAX} days after reportStartTime`
    return [invalid('reportEndTime', sentence)]
  })
}

/** Calendar days or days of 24 hours, whichever ends later: daylight saving makes one or the other longer. */
function latestEnd(startsAt: Temporal.Instant, timeZone: string): Temporal.Instant {
  const byCalendar = startsAt.toZonedDateTimeISO(timeZone).add({ days: PERIOD_DAYS_MAX }).toInstant()
  const elapsed = startsAt.add({ hours: 24 * PERIOD_DAYS_MAX })
  return Temporal.Instant.compare(byCalendar, elapsed) > 0 ? byCalendar : elapsed
}
