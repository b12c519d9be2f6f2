import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scheduleRules } from '../../../test/support/random/schedule-rules.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import type { Period } from '../reports/report.ts'
import {
  changedSchedule,
  duePeriods,
  newSchedule,
  resumedSchedule,
  type ScheduleState,
  type SkippedSpan,
  upcomingRuns,
} from './schedule.ts'
import type { ScheduleRule } from './schedule-rule.ts'

const PERIODS_MAX = 400
const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const daily = (timeZone: string, startTime = '00:00'): ScheduleRule => ({
  timeZone,
  startTime: Temporal.PlainTime.from(startTime),
  frequency: 'DAILY',
})
const periodText = ({ startsAt, endsAt }: Period): string => `${startsAt} ${endsAt}`

test('the first period after creation is a full one, even if most of it is past', () => {
  const state = newSchedule(daily('Europe/Berlin'), at('2026-03-09T15:00:00Z'))

  expect(duePeriods(state, at('2026-03-09T22:59:59.999Z'), PERIODS_MAX).periods).toEqual([])
  expect(duePeriods(state, at('2026-03-09T23:00:00Z'), PERIODS_MAX).periods.map(periodText)).toEqual([
    '2026-03-08T23:00:00Z 2026-03-09T23:00:00Z',
  ])
})

test('a day on which the clock changes has 23 or 25 hours', () => {
  const spring = newSchedule(daily('America/Los_Angeles'), at('2026-03-08T12:00:00Z'))
  const autumn = newSchedule(daily('America/Los_Angeles'), at('2026-11-01T12:00:00Z'))

  const [short] = duePeriods(spring, at('2026-03-09T12:00:00Z'), PERIODS_MAX).periods
  const [long] = duePeriods(autumn, at('2026-11-02T12:00:00Z'), PERIODS_MAX).periods

  expect(short?.startsAt.until(short.endsAt).total('hours')).toBe(23)
  expect(long?.startsAt.until(long.endsAt).total('hours')).toBe(25)
})

test('after an edit the first period begins where the last one ended', () => {
  const begun = newSchedule(daily('GMT'), at('2026-03-09T15:00:00Z'))
  const { state } = duePeriods(begun, at('2026-03-10T08:00:00Z'), PERIODS_MAX)

  const changed = changedSchedule(state, daily('GMT', '18:30'), at('2026-03-10T08:00:00Z'))

  expect(duePeriods(changed, at('2026-03-11T20:00:00Z'), PERIODS_MAX).periods.map(periodText)).toEqual([
    '2026-03-10T00:00:00Z 2026-03-10T18:30:00Z',
    '2026-03-10T18:30:00Z 2026-03-11T18:30:00Z',
  ])
})

test('an edit before the first run keeps the first period full, under the new rule', () => {
  const begun = newSchedule(daily('GMT'), at('2026-03-09T15:00:00Z'))

  const changed = changedSchedule(
    begun,
    { ...daily('GMT'), frequency: 'MONTHLY', startDay: 31 },
    at('2026-03-09T16:00:00Z'),
  )

  expect(upcomingRuns(changed, 1).map(({ period }) => periodText(period))).toEqual([
    '2026-02-28T00:00:00Z 2026-03-31T00:00:00Z',
  ])
})

test('the newest of too many missed periods are ordered, and the span of the others is recorded', () => {
  const begun = newSchedule(daily('GMT'), at('2026-01-01T12:00:00Z'))

  const three = duePeriods(begun, at('2026-01-04T00:00:00Z'), 3)
  const four = duePeriods(begun, at('2026-01-05T00:00:00Z'), 3)

  expect(three).toMatchObject({ periods: { length: 3 }, skipped: undefined })
  expect(four.periods.map(periodText)).toEqual([
    '2026-01-02T00:00:00Z 2026-01-03T00:00:00Z',
    '2026-01-03T00:00:00Z 2026-01-04T00:00:00Z',
    '2026-01-04T00:00:00Z 2026-01-05T00:00:00Z',
  ])
  expect(four.skipped).toEqual({
    startsAt: at('2026-01-01T00:00:00Z'),
    endsAt: at('2026-01-02T00:00:00Z'),
    reason: 'TOO_MANY_MISSED',
  })
})

test('ten years of missed minutes are skipped quickly', () => {
  const rule: ScheduleRule = {
    ...daily('GMT'),
    frequency: 'USER_DEFINED',
    intervalMinutes: 1,
    anchor: at('2026-01-01T00:00:00Z'),
  }
  const begun = newSchedule(rule, at('2025-12-31T23:59:30Z'))

  const due = duePeriods(begun, at('2036-01-01T00:00:00Z'), PERIODS_MAX)

  expect(due.periods).toHaveLength(PERIODS_MAX)
  expect(due.skipped?.startsAt).toEqual(at('2025-12-31T23:59:00Z'))
  expect(due.skipped?.endsAt).toEqual(due.periods[0]?.startsAt)
})

test('an interval is counted from the first requested time of day', () => {
  const rule: ScheduleRule = {
    ...daily('GMT', '23:45'),
    frequency: 'USER_DEFINED',
    intervalMinutes: 60,
    anchor: at('2026-03-09T23:45:00Z'),
  }

  const begun = newSchedule(rule, at('2026-03-09T10:00:00Z'))

  expect(upcomingRuns(begun, 2).map(({ period }) => periodText(period))).toEqual([
    '2026-03-09T22:45:00Z 2026-03-09T23:45:00Z',
    '2026-03-09T23:45:00Z 2026-03-10T00:45:00Z',
  ])
})

test('a pause has no reports, and the first report after it covers a full period', () => {
  const begun = newSchedule(daily('GMT'), at('2026-03-09T15:00:00Z'))
  const { state } = duePeriods(begun, at('2026-03-10T08:00:00Z'), PERIODS_MAX)

  const short = resumedSchedule(state, at('2026-03-10T20:00:00Z'))
  const long = resumedSchedule(state, at('2026-03-13T20:00:00Z'))

  expect(short.skipped).toBeUndefined()
  expect(upcomingRuns(short.state, 1).map(({ period }) => periodText(period))).toEqual([
    '2026-03-10T00:00:00Z 2026-03-11T00:00:00Z',
  ])
  expect(long.skipped).toEqual({
    startsAt: at('2026-03-10T00:00:00Z'),
    endsAt: at('2026-03-13T00:00:00Z'),
    reason: 'PAUSED',
  })
  expect(upcomingRuns(long.state, 1).map(({ period }) => periodText(period))).toEqual([
    '2026-03-13T00:00:00Z 2026-03-14T00:00:00Z',
  ])
})

const MINUTES = { min: -3 * 24 * 60, max: 90 * 24 * 60 }
const steps = fc.oneof(
  // The clock advances, sometimes by a lot, and sometimes goes back.
  fc.record({ type: fc.constant('tick' as const), minutes: fc.integer(MINUTES) }),
  fc.record({ type: fc.constant('tick' as const), minutes: fc.integer({ min: 0, max: 3_000 }) }),
  fc.record({ type: fc.constant('edit' as const), rule: scheduleRules }),
  fc.record({ type: fc.constant('pause' as const), minutes: fc.integer(MINUTES) }),
)

test('after any changes, spans follow each other without gap or overlap, as the preview showed them', () => {
  fc.assert(
    fc.property(scheduleRules, fc.array(steps, { maxLength: 12 }), (rule, happening) => {
      const story = new Story(rule)
      for (const step of happening) story.happens(step)
      story.happens({ type: 'tick', minutes: 70 * 24 * 60 })

      expectInARow(story.spans)
    }),
    { seed, numRuns: isLongRun ? 20_000 : 300 },
  )
})

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** A subscription with its periods and skipped spans. */
class Story {
  readonly spans: (Period | SkippedSpan)[] = []
  #now = at('2026-03-01T00:00:00Z')
  #state: ScheduleState

  constructor(rule: ScheduleRule) {
    this.#state = newSchedule(rule, this.#now)
  }

  happens(step: Step): void {
    if (step.type !== 'edit') this.#now = this.#now.add({ minutes: step.minutes })
    if (step.type === 'pause') this.#resume()
    this.#tick()
    if (step.type === 'edit') this.#state = changedSchedule(this.#state, step.rule, this.#now)
  }

  #resume(): void {
    const { state, skipped } = resumedSchedule(this.#state, this.#now)
    this.#state = state
    if (skipped !== undefined) this.spans.push(skipped)
  }

  #tick(): void {
    const previewed = upcomingRuns(this.#state, 5).map(({ period }) => periodText(period))
    const { periods, skipped, state } = duePeriods(this.#state, this.#now, PERIODS_MAX)
    if (skipped !== undefined) this.spans.push(skipped)
    else expect(periods.slice(0, 5).map(periodText)).toEqual(previewed.slice(0, periods.length))
    this.spans.push(...periods)
    this.#state = state
    expect(isBefore(this.#now, state.nextRunAt)).toBe(true)
    expect(isBefore(state.coveredUntil ?? this.#now, state.nextRunAt)).toBe(true)
  }
}

function expectInARow(spans: readonly Period[]): void {
  for (const [index, { startsAt, endsAt }] of spans.entries()) {
    expect(isBefore(startsAt, endsAt)).toBe(true)
    expect((spans[index + 1] ?? { startsAt: endsAt }).startsAt.toString()).toBe(endsAt.toString())
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}
