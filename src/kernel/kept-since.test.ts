import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptSince } from './kept-since.ts'

const at = (text: string) => Temporal.Instant.from(text)

describe('how long something is kept', () => {
  test.each([
    ['2026-11-15T12:34:56Z', 16, '2025-07-15T00:00:00Z'],
    ['2026-11-15T00:00:00Z', 16, '2025-07-15T00:00:00Z'],
    ['2026-11-14T23:59:59.999Z', 16, '2025-07-14T00:00:00Z'],
    // Where the month is shorter, its last day.
    ['2027-03-31T10:00:00Z', 1, '2027-02-28T00:00:00Z'],
    ['2028-03-31T10:00:00Z', 1, '2028-02-29T00:00:00Z'],
    ['2028-02-29T10:00:00Z', 12, '2027-02-28T00:00:00Z'],
    ['2027-02-28T10:00:00Z', 12, '2026-02-28T00:00:00Z'],
    ['2029-02-28T10:00:00Z', 12, '2028-02-28T00:00:00Z'],
    ['2026-12-31T23:59:59Z', 6, '2026-06-30T00:00:00Z'],
    ['2026-01-01T00:00:00Z', 240, '2006-01-01T00:00:00Z'],
  ])('at %s records older than %i months began before %s', (now, months, since) => {
    expect(keptSince(at(now), months).toString()).toBe(since)
  })

  test('nothing expires too early, and an expired record stays expired', () => {
    const instants = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()))
    fc.assert(
      fc.property(instants, instants, fc.integer({ min: 1, max: 240 }), (one, other, months) => {
        const since = keptSince(one, months)
        const expiry = since.toZonedDateTimeISO('UTC').add({ months }).toInstant()
        expect(Temporal.Instant.compare(expiry, one)).toBeLessThanOrEqual(0)
        const [earlier, later] = [one, other].sort(Temporal.Instant.compare)
        if (earlier === undefined || later === undefined) return
        const [before, after] = [keptSince(earlier, months), keptSince(later, months)]
        expect(Temporal.Instant.compare(before, after)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
