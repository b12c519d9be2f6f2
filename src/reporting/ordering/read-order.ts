import { hasNoValue, invalid, missing, refuseContent } from '../../kernel/reading/reading.ts'
import { parseInstant } from '../../kernel/time-text.ts'
import type { Period, ReportTerms } from '../reports/report.ts'
import { bodyObject, type Problems } from '../terms/content-problem.ts'
import { type Asking, type Body, readTerms } from '../terms/read-terms.ts'

/** An order of a one-time report. */
export type Order = { readonly terms: ReportTerms; readonly period: Period }

const PERIOD_DAYS_MAX = 31
/** No record is older or younger. */
const EARLIEST = Temporal.Instant.from('1970-01-01T00:00:00Z')
const LATEST = Temporal.Instant.from('2200-01-01T00:00:00Z')
const NO_PERIOD: Period = { startsAt: EARLIEST, endsAt: LATEST }

/** Reads what a client orders and refuses all that is wrong with it at once. */
export function readOrder(raw: unknown, asking: Omit<Asking, 'isTimeZoneOptional'>): Order {
  const body = bodyObject(raw)
  const problems: Problems = []
  const terms = readTerms(body, { ...asking, isTimeZoneOptional: true }, problems)
  refuseFrequency(body['reportFrequency'], problems)
  const period = readPeriod(body, terms.timeZone, problems)
  refuseContent(problems)
  return { terms, period }
}

function refuseFrequency(raw: unknown, problems: Problems): void {
  if (hasNoValue(raw) || (typeof raw === 'string' && raw.toUpperCase() === 'ADHOC')) return
  const sentence = 'must be ADHOC for a one-time report; others are for subscriptions'
  problems.push(invalid('reportFrequency', sentence))
}

function readPeriod(body: Body, timeZone: string, problems: Problems): Period {
  const startsAt = readInstant(body, 'reportStartTime', problems)
  const endsAt = readInstant(body, 'reportEndTime', problems)
  if (startsAt === undefined || endsAt === undefined) return NO_PERIOD
  const { compare } = Temporal.Instant
  if (compare(startsAt, endsAt) >= 0) {
    problems.push(invalid('reportEndTime', 'must be later than reportStartTime'))
  } else if (compare(endsAt, latestEnd(startsAt, timeZone)) > 0) {
    const sentence = `must be at most ${PERIOD_DAYS_MAX} days after reportStartTime`
    problems.push(invalid('reportEndTime', sentence))
  }
  return { startsAt, endsAt }
}

/** Days of the clocks on the wall or of 24 hours each: summer time makes the one or the other longer. */
function latestEnd(startsAt: Temporal.Instant, timeZone: string): Temporal.Instant {
  const byTheWall = startsAt.toZonedDateTimeISO(timeZone).add({ days: PERIOD_DAYS_MAX }).toInstant()
  const elapsed = startsAt.add({ hours: 24 * PERIOD_DAYS_MAX })
  return Temporal.Instant.compare(byTheWall, elapsed) > 0 ? byTheWall : elapsed
}

/** Records are told apart by milliseconds: what lies between two of them is the same as the later. */
function readInstant(body: Body, field: string, problems: Problems): Temporal.Instant | undefined {
  const raw = body[field]
  if (hasNoValue(raw)) {
    problems.push(missing(field))
    return undefined
  }
  const { compare } = Temporal.Instant
  const instant = typeof raw === 'string' ? parseInstant(raw) : undefined
  if (instant === undefined || compare(instant, EARLIEST) < 0 || compare(instant, LATEST) > 0) {
    const sentence =
      'must be a time from 1970 to 2199 with its offset, such as 2026-03-09T10:00:00Z'
    problems.push(invalid(field, sentence))
    return undefined
  }
  return instant.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
}
