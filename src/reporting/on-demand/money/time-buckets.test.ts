import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLL_UPS, type RollUp, timeBuckets } from './time-buckets.ts'

function windowOf(from: string, to: string) {
  const [offset = ''] = /[+-]\d\d:\d\d$/.exec(from) ?? ['+00:00']
  return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to), offset }
}

/** From, to, roll-up, first day of the week, the start of each bucket and the end of the last one. */
test.each<[string, string, RollUp | undefined, number, readonly string[]]>([
  [
    ...(['2026-03-01T05:00:00Z', '2026-03-03T00:00:00Z', undefined, 1] as const),
    ['2026-03-01T05:00:00Z', '2026-03-03T00:00:00Z'],
  ],
  [
    ...(['2026-03-01T05:00:00Z', '2026-03-03T00:00:00Z', 'day', 1] as const),
    ['2026-03-01T05:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'],
  ],
  [
    ...(['2026-03-01T00:00:00-08:00', '2026-03-02T00:00:00.001-08:00', 'day', 1] as const),
    ['2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:00.001Z'],
  ],
  [
    ...(['2026-03-01T00:00:00+05:45', '2026-03-02T12:00:00Z', 'day', 1] as const),
    ['2026-02-28T18:15:00Z', '2026-03-01T18:15:00Z', '2026-03-02T12:00:00Z'],
  ],
  [
    // The 1st of March 2026 is a Sunday.
    ...(['2026-03-03T00:00:00Z', '2026-03-16T00:00:00Z', 'week', 1] as const),
    ['2026-03-03T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-15T00:00:00Z', '2026-03-16T00:00:00Z'],
  ],
  [
    ...(['2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', 'week', 2] as const),
    ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'],
  ],
  [
    ...(['2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z', 'week', 7] as const),
    ['2026-03-01T00:00:00Z', '2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z'],
  ],
  [
    // It is Monday there, and still Sunday in UTC.
    ...(['2026-03-02T00:00:00+14:00', '2026-03-09T00:00:00+14:00', 'week', 2] as const),
    ['2026-03-01T10:00:00Z', '2026-03-08T10:00:00Z'],
  ],
  [
    ...(['2024-01-31T00:00:00Z', '2024-03-01T00:00:00Z', 'month', 1] as const),
    ['2024-01-31T00:00:00Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ],
  [
    ...(['2025-12-15T00:00:00-09:30', '2026-02-01T09:30:00.001Z', 'month', 1] as const),
    ['2025-12-15T09:30:00Z', '2026-01-01T09:30:00Z', '2026-02-01T09:30:00Z', '2026-02-01T09:30:00.001Z'],
  ],
])('the window from %s to %s is divided by %s from day %i', (from, to, rollUp, startDayOfWeek, edges) => {
  const { count, within } = timeBuckets(windowOf(from, to), { rollUp, startDayOfWeek })

  const buckets = Array.from({ length: count }, (_, number) => within(number))

  expect(buckets.map((bucket) => [bucket.from.toString(), bucket.to.toString()])).toEqual(
    edges
      .slice(1)
      .map((edge, index) => [
        Temporal.Instant.from(edges[index] ?? '').toString(),
        Temporal.Instant.from(edge).toString(),
      ]),
  )
})

function isBeginning(local: Temporal.ZonedDateTime, rollUp: RollUp, startDayOfWeek: number): boolean {
  if (local.toPlainTime().toString() !== '00:00:00') return false
  if (rollUp === 'month') return local.day === 1
  return rollUp === 'day' || (local.dayOfWeek % 7) + 1 === startDayOfWeek
}

test('buckets cover the window without gap or overlap', () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 })
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2100, 0, 1) }),
      fc.integer({ min: 1, max: 200 * 86_400_000 }),
      minutes,
      fc.constantFrom(...ROLL_UPS),
      fc.integer({ min: 1, max: 7 }),
      (fromMs, lengthMs, offsetMinutes, rollUp, startDayOfWeek) => {
        const [from, to] = [fromMs, fromMs + lengthMs].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms)) as [
          Temporal.Instant,
          Temporal.Instant,
        ]
        const size = Math.abs(offsetMinutes)
        const parts = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${parts.join(':')}`
        const buckets = timeBuckets({ from, to, offset }, { rollUp, startDayOfWeek })
        const spans = Array.from({ length: buckets.count }, (_, number) => buckets.within(number))

        expect(spans[0]?.from.equals(from)).toBe(true)
        expect(spans.at(-1)?.to.equals(to)).toBe(true)
        for (const [index, span] of spans.entries()) {
          expect(Temporal.Instant.compare(span.from, span.to)).toBe(-1)
          const next = spans[index + 1]
          if (next === undefined) continue
          expect(next.from.equals(span.to)).toBe(true)
          expect(isBeginning(next.from.toZonedDateTimeISO(offset), rollUp, startDayOfWeek)).toBe(true)
        }
      },
    ),
    { seed: 8, numRuns: 200 },
  )
})
