// pure
import { assert } from '../../kernel/assert.ts'
import type { ReportTerms } from '../reports/report.ts'
import { resumedSchedule, type ScheduleState, type SkippedSpan } from './schedule.ts'
import { nextRun, type ScheduleRule } from './schedule-rule.ts'

/** When reports are to be made, as the client says it. */
export type Timing = {
  readonly frequency: ScheduleRule['frequency']
  /** `HHMM` */
  readonly startTime: string
  /** Of WEEKLY and MONTHLY. */
  readonly startDay: number | undefined
  /** Of USER_DEFINED, such as `PT2H30M`. */
  readonly interval: string | undefined
}

/** A report that is made again and again. */
export type Subscription = {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly terms: ReportTerms
  readonly timing: Timing
  readonly schedule: ScheduleState
  readonly pausedAt: Temporal.Instant | undefined
  /** The latest ones, oldest first. */
  readonly skipped: readonly SkippedSpan[]
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

const SKIPPED_MAX = 20

/** The rule that begins to hold now. */
export function ruleFrom(timing: Timing, timeZone: string, now: Temporal.Instant): ScheduleRule {
  const daily = { timeZone, startTime: timeOf(timing), frequency: 'DAILY' } as const
  const isCounted = timing.frequency === 'USER_DEFINED'
  return ruleOf(timing, { timeZone, anchor: isCounted ? nextRun(daily, now).at : undefined })
}

/**
 * The rule that an edit begins. Another interval alone is counted from where the old one was: else reports of every
 * few minutes would cease until the time of day comes again.
 */
export function editedRule(
  { terms, timing: before, schedule: { rule } }: Subscription,
  timing: Timing,
  { timeZone, now }: Pick<ScheduleRule, 'timeZone'> & { readonly now: Temporal.Instant },
): ScheduleRule {
  const isSameStart = terms.timeZone === timeZone && before.startTime === timing.startTime
  const isCounted = rule.frequency === 'USER_DEFINED' && timing.frequency === 'USER_DEFINED'
  if (isCounted && isSameStart) return ruleOf(timing, { timeZone, anchor: rule.anchor })
  return ruleFrom(timing, timeZone, now)
}

/** The rule that its words and what was found out about them make. */
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

/** Whether both say the same about when reports are made. */
export function isSameSchedule(one: Subscription, timing: Timing, timeZone: string): boolean {
  return (
    one.terms.timeZone === timeZone &&
    one.timing.frequency === timing.frequency &&
    one.timing.startTime === timing.startTime &&
    one.timing.startDay === timing.startDay &&
    one.timing.interval === timing.interval
  )
}

/** With what passed of its pause left out. */
export function resumed(subscription: Subscription, now: Temporal.Instant): Subscription {
  const { state, skipped } = resumedSchedule(subscription.schedule, now)
  return { ...subscription, schedule: state, skipped: withSkipped(subscription, skipped) }
}

/** With one more span that no reports are made of; what goes on where the last one ended is one with it. */
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
