import fc from 'fast-check'
import { REPORT_TIME_ZONES } from '../../../src/reporting/reports/terms/report-time-zones.ts'
import type { Pace, ScheduleRule } from '../../../src/reporting/subscriptions/schedule-rule.ts'

const MINUTES_PER_DAY = 24 * 60

const paces: fc.Arbitrary<Pace> = fc.oneof(
  fc.constant<Pace>({ frequency: 'DAILY' }),
  fc.record({
    frequency: fc.constant('WEEKLY' as const),
    startDay: fc.integer({ min: 1, max: 7 }),
  }),
  fc.record({
    frequency: fc.constant('MONTHLY' as const),
    startDay: fc.integer({ min: 1, max: 31 }),
  }),
  fc.record({
    frequency: fc.constant('USER_DEFINED' as const),
    intervalMinutes: fc.integer({ min: 1, max: MINUTES_PER_DAY - 1 }),
    anchor: fc
      // A little later than the start of tests.
      .integer({ min: 0, max: 29_540_000 })
      .map((minutes) => Temporal.Instant.fromEpochMilliseconds(minutes * 60_000)),
  }),
)

/** Any rule that a subscription may have. */
export const scheduleRules: fc.Arbitrary<ScheduleRule> = fc
  .record({
    timeZone: fc.constantFrom(...REPORT_TIME_ZONES),
    startTime: fc
      .integer({ min: 0, max: MINUTES_PER_DAY - 1 })
      .map((minutes) => new Temporal.PlainTime().add({ minutes })),
    pace: paces,
  })
  .map(({ pace, ...rest }) => ({ ...rest, ...pace }))
