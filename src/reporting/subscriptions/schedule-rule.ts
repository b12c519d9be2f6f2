// pure
import { instantOfLocalTime } from '../../kernel/time/local-time.ts'

/** When a subscription runs: a local (wall-clock) time in a zone, never a fixed instant. */
export type ScheduleRule = {
  readonly timeZone: string
  readonly startTime: Temporal.PlainTime
} & Pace

export type Pace =
  | { readonly frequency: 'DAILY' }
  /** 1 is Sunday, 7 Saturday. */
  | { readonly frequency: 'WEEKLY'; readonly startDay: number }
  /** 1 to 31; the last day in shorter months. */
  | { readonly frequency: 'MONTHLY'; readonly startDay: number }
  /** In elapsed time, counted from the anchor. */
  | {
      readonly frequency: 'USER_DEFINED'
      readonly intervalMinutes: number
      readonly anchor: Temporal.Instant
    }

/** Why a run is not at the time that the rule gives. */
type MovedBy = 'DAYLIGHT_SAVING' | 'MONTH_END'

export type Run = { readonly at: Temporal.Instant; readonly movedBy: readonly MovedBy[] }

const DAYS_OF_WEEK = 7
const DAYS_TO_SUNDAY = 1
const NANOSECONDS_PER_MINUTE = 60_000_000_000n

/** The first run after an instant. */
export function nextRun(rule: ScheduleRule, after: Temporal.Instant): Run {
  if (rule.frequency === 'USER_DEFINED') {
    return elapsedRun(rule, wholeIntervals(rule, after) + 1n)
  }
  // Two days, because a run may be at the end of a local day that was skipped entirely.
  let date = runDateAt(rule, localDate(rule, after).subtract({ days: 2 }))
  for (;;) {
    const run = wallClockRun(rule, date)
    if (Temporal.Instant.compare(run.at, after) > 0) return run
    date = stepped(rule, date, 1)
  }
}

/** The last run before an instant. */
export function previousRun(rule: ScheduleRule, before: Temporal.Instant): Run {
  if (rule.frequency === 'USER_DEFINED') {
    return elapsedRun(rule, wholeIntervals(rule, before.subtract({ nanoseconds: 1 })))
  }
  let date = stepped(rule, runDateAt(rule, localDate(rule, before)), 1)
  for (;;) {
    const run = wallClockRun(rule, date)
    if (Temporal.Instant.compare(run.at, before) < 0) return run
    date = stepped(rule, date, -1)
  }
}

type WallClockRule = Extract<ScheduleRule, { frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' }>
type ElapsedRule = Extract<ScheduleRule, { frequency: 'USER_DEFINED' }>

function elapsedRun(rule: ElapsedRule, intervals: bigint): Run {
  const nanoseconds = rule.anchor.epochNanoseconds + intervals * intervalNanoseconds(rule)
  return { at: Temporal.Instant.fromEpochNanoseconds(nanoseconds), movedBy: [] }
}

/** The number of intervals between the anchor and an instant, rounded down; negative before the anchor. */
function wholeIntervals(rule: ElapsedRule, instant: Temporal.Instant): bigint {
  const elapsed = instant.epochNanoseconds - rule.anchor.epochNanoseconds
  const interval = intervalNanoseconds(rule)
  const whole = elapsed / interval
  return elapsed % interval < 0n ? whole - 1n : whole
}

function intervalNanoseconds({ intervalMinutes }: ElapsedRule): bigint {
  return BigInt(intervalMinutes) * NANOSECONDS_PER_MINUTE
}

function wallClockRun(rule: WallClockRule, date: Temporal.PlainDate): Run {
  const { at, isMoved } = instantOfLocalTime(date, rule.startTime, rule.timeZone)
  const movedBy: MovedBy[] = []
  if (rule.frequency === 'MONTHLY' && rule.startDay > date.daysInMonth) movedBy.push('MONTH_END')
  if (isMoved) movedBy.push('DAYLIGHT_SAVING')
  return { at, movedBy }
}

function localDate({ timeZone }: ScheduleRule, instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The last run date that is not after the date. */
function runDateAt(rule: WallClockRule, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (rule.frequency) {
    case 'DAILY':
      return date
    case 'WEEKLY': {
      // In Temporal, 7 is Sunday.
      const weekDay = rule.startDay - DAYS_TO_SUNDAY
      return date.subtract({ days: (date.dayOfWeek - weekDay + DAYS_OF_WEEK) % DAYS_OF_WEEK })
    }
    case 'MONTHLY': {
      const own = inMonth(date, rule.startDay)
      return Temporal.PlainDate.compare(own, date) <= 0
        ? own
        : inMonth(date.with({ day: 1 }).subtract({ months: 1 }), rule.startDay)
    }
  }
}

function stepped(rule: WallClockRule, date: Temporal.PlainDate, steps: 1 | -1): Temporal.PlainDate {
  switch (rule.frequency) {
    case 'DAILY':
      return date.add({ days: steps })
    case 'WEEKLY':
      return date.add({ weeks: steps })
    case 'MONTHLY':
      return inMonth(date.with({ day: 1 }).add({ months: steps }), rule.startDay)
  }
}

/** Limited to the last day of the month. */
function inMonth(date: Temporal.PlainDate, day: number): Temporal.PlainDate {
  return date.with({ day }, { overflow: 'constrain' })
}
