// pure
import type { Period } from '../reports/report.ts'
import { nextRun, previousRun, type Run, type ScheduleRule } from './schedule-rule.ts'

/** The rule of a subscription and its progress. */
export type ScheduleState = {
  readonly rule: ScheduleRule
  /** The end of the last period that was ordered or skipped; undefined before the first. */
  readonly coveredUntil: Temporal.Instant | undefined
  readonly nextRunAt: Temporal.Instant
}

/** A time span without reports. */
export type SkippedSpan = Period & { readonly reason: 'TOO_MANY_MISSED' | 'PAUSED' }

export type Due = {
  /** Oldest first; each starts where the previous one ends. */
  readonly periods: readonly Period[]
  readonly skipped: SkippedSpan | undefined
  readonly state: ScheduleState
}

/** A schedule that starts now, with a full first period. */
export function newSchedule(rule: ScheduleRule, now: Temporal.Instant): ScheduleState {
  return { rule, coveredUntil: undefined, nextRunAt: firstRunAfter(rule, now) }
}

/** The last full period that has ended. */
export function lastPeriod(rule: ScheduleRule, now: Temporal.Instant): Period {
  const endsAt = previousRun(rule, now.add({ nanoseconds: 1 })).at
  return { startsAt: previousRun(rule, endsAt).at, endsAt }
}

/** The schedule under another rule; it continues where the old one ended. Everything due has been ordered before. */
export function changedSchedule(
  { coveredUntil }: ScheduleState,
  rule: ScheduleRule,
  now: Temporal.Instant,
): ScheduleState {
  return { rule, coveredUntil, nextRunAt: firstRunAfter(rule, later(now, coveredUntil)) }
}

/**
 * The schedule after a pause: periods that ended during the pause are skipped. If none did, for example in a short
 * pause within a long period, nothing is skipped.
 */
export function resumedSchedule(
  state: ScheduleState,
  now: Temporal.Instant,
): { readonly state: ScheduleState; readonly skipped: SkippedSpan | undefined } {
  const { rule, coveredUntil } = state
  if (Temporal.Instant.compare(state.nextRunAt, now) > 0) return { state, skipped: undefined }
  const nextRunAt = nextRun(rule, now).at
  // Nothing has been covered yet, and the first period is a full one in any case.
  if (coveredUntil === undefined) return { state: { ...state, nextRunAt }, skipped: undefined }
  const endsAt = previousRun(rule, nextRunAt).at
  return {
    state: { rule, coveredUntil: endsAt, nextRunAt },
    skipped: { startsAt: coveredUntil, endsAt, reason: 'PAUSED' },
  }
}

/** The periods that have ended by now; if there are too many, only the newest. */
export function duePeriods(state: ScheduleState, now: Temporal.Instant, periodsMax: number): Due {
  const { rule, nextRunAt } = state
  if (Temporal.Instant.compare(nextRunAt, now) > 0) {
    return { periods: [], skipped: undefined, state }
  }
  const ends: Temporal.Instant[] = []
  let run = previousRun(rule, now.add({ nanoseconds: 1 })).at
  while (ends.length < periodsMax && Temporal.Instant.compare(run, nextRunAt) > 0) {
    ends.unshift(run)
    run = previousRun(rule, run).at
  }
  const isWhole = ends.length < periodsMax
  if (isWhole) ends.unshift(nextRunAt)
  const start = startOf(state)
  const first = isWhole ? start : run
  const starts = [first, ...ends.slice(0, -1)]
  const periods = ends.map((endsAt, index) => ({ startsAt: starts[index] ?? first, endsAt }))
  return {
    periods,
    skipped: isWhole ? undefined : { startsAt: start, endsAt: first, reason: 'TOO_MANY_MISSED' },
    state: { rule, coveredUntil: ends.at(-1), nextRunAt: nextRun(rule, now).at },
  }
}

/** The next runs with the periods of their reports. */
export function upcomingRuns(state: ScheduleState, count: number): readonly (Run & { readonly period: Period })[] {
  const runs: (Run & { readonly period: Period })[] = []
  let startsAt = startOf(state)
  // The next run may come from an older rule, so it is computed again from the instant before it.
  let run = nextRun(state.rule, state.nextRunAt.subtract({ nanoseconds: 1 }))
  while (runs.length < count) {
    runs.push({ ...run, period: { startsAt, endsAt: run.at } })
    startsAt = run.at
    run = nextRun(state.rule, run.at)
  }
  return runs
}

/** No run is before the anchor. */
function firstRunAfter(rule: ScheduleRule, after: Temporal.Instant): Temporal.Instant {
  if (rule.frequency !== 'USER_DEFINED') return nextRun(rule, after).at
  return nextRun(rule, later(after, rule.anchor.subtract({ nanoseconds: 1 }))).at
}

function startOf({ rule, coveredUntil, nextRunAt }: ScheduleState): Temporal.Instant {
  return coveredUntil ?? previousRun(rule, nextRunAt).at
}

function later(one: Temporal.Instant, other: Temporal.Instant | undefined): Temporal.Instant {
  return other !== undefined && Temporal.Instant.compare(other, one) > 0 ? other : one
}
