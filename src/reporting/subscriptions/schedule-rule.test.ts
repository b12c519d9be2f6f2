import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scheduleRules } from '../../../test/support/random/schedule-rules.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { type ZoneOffset, zoneOffsets } from '../../kernel/time/zone-offsets.ts'
import { REPORT_TIME_ZONES } from '../reports/terms/report-time-zones.ts'
import { nextRun, type Pace, previousRun, type ScheduleRule } from './schedule-rule.ts'

const DAY_MS = 86_400_000
const FROM = '2026-01-01T00:00:00Z'
const TO = '2027-03-01T00:00:00Z'
const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const time = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text)

const PACES: readonly Pace[] = [
  { frequency: 'DAILY' },
  ...[1, 4, 7].map((startDay) => ({ frequency: 'WEEKLY', startDay }) as const),
  ...[1, 28, 29, 30, 31].map((startDay) => ({ frequency: 'MONTHLY', startDay }) as const),
]
const TIMES = ['00:00', '02:30', '12:00', '23:59']

/** An independent reading of the rule: the first moment at which the wall clock shows the time or is past it. */
function expectedRun(date: Temporal.PlainDate, startTime: string, offsets: readonly ZoneOffset[]) {
  const wantedMs = Date.parse(`${date}T${startTime}:00Z`)
  for (const [index, { fromMs, offsetMs }] of offsets.entries()) {
    const shownMs = Math.max(wantedMs - offsetMs, fromMs)
    const untilMs = offsets[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY
    if (shownMs < untilMs) return shownMs
  }
  throw new Error('A day has a run.')
}

function* expectedDates(pace: Pace): Generator<Temporal.PlainDate> {
  const last = Temporal.PlainDate.from('2027-03-05')
  let date = Temporal.PlainDate.from('2025-12-25')
  for (; Temporal.PlainDate.compare(date, last) < 0; date = date.add({ days: 1 })) {
    const isSunday = date.dayOfWeek === 7
    const isDue =
      pace.frequency === 'DAILY' ||
      (pace.frequency === 'WEEKLY' && (isSunday ? 1 : date.dayOfWeek + 1) === pace.startDay) ||
      (pace.frequency === 'MONTHLY' && date.day === Math.min(pace.startDay, date.daysInMonth))
    if (isDue) yield date
  }
}

function runsBetween(rule: ScheduleRule, from: string, to: string): number[] {
  const runs: number[] = []
  let run = nextRun(rule, at(from))
  for (; Temporal.Instant.compare(run.at, at(to)) < 0; run = nextRun(rule, run.at)) {
    runs.push(run.at.epochMilliseconds)
  }
  return runs
}

/** Each zone tests every seventh of all paces and times, and the next zone others. */
const SAMPLED = isLongRun ? 1 : 7
const COMBINATIONS = PACES.flatMap((pace) => TIMES.map((startTime) => ({ pace, startTime })))

describe.each([...REPORT_TIME_ZONES.entries()])('%i: in %s', (number, timeZone) => {
  const offsets = zoneOffsets(timeZone, {
    fromMs: Date.parse(FROM) - 30 * DAY_MS,
    toMs: Date.parse(TO) + 30 * DAY_MS,
  })

  test('every run is at the first moment when the wall clock shows the time', () => {
    const sampled = COMBINATIONS.filter((_, index) => index % SAMPLED === number % SAMPLED)
    for (const { pace, startTime } of sampled) {
      const rule: ScheduleRule = { timeZone, startTime: time(startTime), ...pace }
      const expected = [...expectedDates(pace)]
        .map((date) => expectedRun(date, startTime, offsets))
        .filter((ms) => ms > Date.parse(FROM) && ms < Date.parse(TO))

      const runs = runsBetween(rule, FROM, TO)
      expect(runs, `${JSON.stringify(pace)} ${startTime}`).toEqual(expected)
    }
  })
})

const KNOWN: readonly (readonly [string, string, Pace, string, readonly string[]])[] = [
  [
    'a run at a skipped time moves to the end of the gap',
    'America/Los_Angeles',
    { frequency: 'DAILY' },
    '02:30',
    ['2026-03-07T10:30:00Z', '2026-03-08T10:00:00Z', '2026-03-09T09:30:00Z'],
  ],
  [
    'a run at a time that occurs twice takes the first',
    'America/Los_Angeles',
    { frequency: 'DAILY' },
    '01:30',
    ['2026-10-31T08:30:00Z', '2026-11-01T08:30:00Z', '2026-11-02T09:30:00Z'],
  ],
  [
    'a gap of half an hour moves a run',
    'Australia/Lord_Howe',
    { frequency: 'DAILY' },
    '02:15',
    ['2026-10-02T15:45:00Z', '2026-10-03T15:30:00Z', '2026-10-04T15:15:00Z'],
  ],
  [
    'a gap at midnight moves the start of the day',
    'Africa/Cairo',
    { frequency: 'DAILY' },
    '00:00',
    ['2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ],
  [
    'a month that is too short runs on its last day',
    'Asia/Katmandu',
    { frequency: 'MONTHLY', startDay: 31 },
    '00:00',
    ['2026-01-30T18:15:00Z', '2026-02-27T18:15:00Z', '2026-03-30T18:15:00Z', '2026-04-29T18:15:00Z'],
  ],
  [
    'the first day of a week is Sunday',
    'GMT',
    { frequency: 'WEEKLY', startDay: 1 },
    '09:00',
    ['2026-03-08T09:00:00Z', '2026-03-15T09:00:00Z'],
  ],
  [
    'a day that a zone skipped has no run of its own',
    'Pacific/Apia',
    { frequency: 'DAILY' },
    '09:00',
    ['2011-12-29T19:00:00Z', '2011-12-30T10:00:00Z', '2011-12-30T19:00:00Z'],
  ],
]

test.each(KNOWN)('%s: %s', (_what, timeZone, pace, startTime, expected) => {
  const rule: ScheduleRule = { timeZone, startTime: time(startTime), ...pace }
  const [first = ''] = expected
  const runs = [nextRun(rule, at(first).subtract({ seconds: 1 }))]
  while (runs.length < expected.length) runs.push(nextRun(rule, (runs.at(-1) ?? { at: at(first) }).at))

  expect(runs.map((run) => run.at.toString())).toEqual(expected)
})

test('a moved run has the reason', () => {
  const monthly = { frequency: 'MONTHLY', startDay: 31 } as const
  const rule = (timeZone: string, startTime: string, pace: Pace): ScheduleRule => ({
    timeZone,
    startTime: time(startTime),
    ...pace,
  })
  const movedBy = (given: ScheduleRule, after: string) => nextRun(given, at(after)).movedBy

  expect(movedBy(rule('GMT', '00:00', monthly), '2026-01-31T00:00:00Z')).toEqual(['MONTH_END'])
  expect(movedBy(rule('GMT', '00:00', monthly), '2026-02-28T00:00:00Z')).toEqual([])
  const gap = rule('America/Los_Angeles', '02:30', { frequency: 'DAILY' })
  expect(movedBy(gap, '2026-03-08T00:00:00Z')).toEqual(['DAYLIGHT_SAVING'])
})

const instants = fc
  .bigInt({ min: 0n, max: 4_000_000_000_000_000_000n })
  .map((nanoseconds) => Temporal.Instant.fromEpochNanoseconds(nanoseconds))

test('the previous and the next run are inverse, to the nanosecond', () => {
  fc.assert(
    fc.property(scheduleRules, instants, (rule, instant) => {
      const { compare } = Temporal.Instant
      const next = nextRun(rule, instant).at
      const last = previousRun(rule, next).at

      expect(compare(next, instant)).toBe(1)
      expect(compare(last, instant)).toBeLessThan(1)
      expect(nextRun(rule, last).at.equals(next)).toBe(true)
      expect(previousRun(rule, next.add({ nanoseconds: 1 })).at.equals(next)).toBe(true)
      expect(nextRun(rule, next.subtract({ nanoseconds: 1 })).at.equals(next)).toBe(true)
    }),
    { seed, numRuns: 1_000 },
  )
})
