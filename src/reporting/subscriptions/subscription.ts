// pure
import { assert } from '../../kernel/assert.ts'
import type { ReportTerms } from '../reports/report.ts'
import { changedSchedule, resumedSchedule, type ScheduleState, type SkippedSpan } from './schedule.ts'
import { nextRun, type ScheduleRule } from './schedule-rule.ts'

/** When reports are generated, as given by the client. */
export type Timing = {
  readonly frequency: ScheduleRule['frequency']
  /** `HHMM` */
  readonly startTime: string
  /** Only for WEEKLY and MONTHLY. */
  readonly startDay: number | undefined
  /** Only for USER_DEFINED, such as `PT2H30M`. */
  readonly interval: string | undefined
}

/** A recurring report. */
export type Subscription = {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly terms: ReportTerms
  readonly timing: Timing
  readonly schedule: ScheduleState
  readonly pausedAt: Temporal.Instant | undefined
  /** The most recent ones, oldest first. */
  readonly skipped: readonly SkippedSpan[]
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

const SKIPPED_MAX = 20

/** The rule of a schedule that starts now. */
export function ruleFrom(timing: Timing, timeZone: string, now: Temporal.Instant): ScheduleRule {
  const daily = { timeZone, startTime: timeOf(timing), frequency: 'DAILY' } as const
  const isCounted = timing.frequency === 'USER_DEFINED'
  return ruleOf(timing, { timeZone, anchor: isCounted ? nextRun(daily, now).at : undefined })
}

/**
 * The rule after an edit. If only the interval changes, runs are still counted from the old anchor; otherwise frequent
 * reports would stop until the start time of the next day.
 */
function editedRule(
  { terms, timing: before, schedule: { rule } }: Subscription,
  timing: Timing,
  { timeZone, now }: Pick<ScheduleRule, 'timeZone'> & { readonly now: Temporal.Instant },
): ScheduleRule {
  const isSameStart = terms.timeZone === timeZone && before.startTime === timing.startTime
  const isCounted = rule.frequency === 'USER_DEFINED' && timing.frequency === 'USER_DEFINED'
  if (isCounted && isSameStart) return ruleOf(timing, { timeZone, anchor: rule.anchor })
  return ruleFrom(timing, timeZone, now)
}

/** The rule of a timing; an interval is counted from the anchor. */
export function ruleOf(
  timing: Timing,
  { timeZone, anchor }: Pick<ScheduleRule, 'timeZone'> & { readonly anchor: Temporal.Instant | undefined },
): ScheduleRule {
  const common = { timeZone, startTime: timeOf(timing) }
  const { frequency, startDay, interval } = timing
  switch (frequency) {
    case 'DAILY':
      return { ...common, frequency }
    case 'WEEKLY':
    case 'MONTHLY':
      assert(startDay !== undefined, `A ${frequency} schedule has a day.`)
      return { ...common, frequency, startDay }
    case 'USER_DEFINED': {
      assert(interval !== undefined && anchor !== undefined, 'An interval counts from a run.')
      const intervalMinutes = Temporal.Duration.from(interval).total('minutes')
      return { ...common, frequency, intervalMinutes, anchor }
    }
  }
}

/** Whether the timing and time zone are those of the subscription. */
export function isSameSchedule(one: Subscription, timing: Timing, timeZone: string): boolean {
  return (
    one.terms.timeZone === timeZone &&
    one.timing.frequency === timing.frequency &&
    one.timing.startTime === timing.startTime &&
    one.timing.startDay === timing.startDay &&
    one.timing.interval === timing.interval
  )
}

/** The schedule after an edit, once the reports of all due periods are ordered: it continues where they end. */
export function editedSchedule(
  subscription: Subscription,
  timing: Timing,
  { timeZone, now }: Pick<ScheduleRule, 'timeZone'> & { readonly now: Temporal.Instant },
): ScheduleState {
  const { schedule } = subscription
  if (isSameSchedule(subscription, timing, timeZone)) return schedule
  return changedSchedule(schedule, editedRule(subscription, timing, { timeZone, now }), now)
}

/** The subscription without its pause: periods that ended during it are skipped. */
export function resumed(subscription: Subscription, now: Temporal.Instant): Subscription {
  const { state, skipped } = resumedSchedule(subscription.schedule, now)
  return { ...subscription, schedule: state, skipped: withSkipped(subscription, skipped) }
}

/** Adds a span without reports; merges it with the last one if they are adjacent. */
export function withSkipped(
  { skipped }: Pick<Subscription, 'skipped'>,
  span: SkippedSpan | undefined,
): readonly SkippedSpan[] {
  if (span === undefined) return skipped
  const last = skipped.at(-1)
  if (last?.reason === span.reason && last.endsAt.equals(span.startsAt)) {
    return [...skipped.slice(0, -1), { ...last, endsAt: span.endsAt }]
  }
  return [...skipped, span].slice(-SKIPPED_MAX)
}

function timeOf({ startTime }: Timing): Temporal.PlainTime {
  return Temporal.PlainTime.from(`${startTime.slice(0, 2)}:${startTime.slice(2)}`)
}
