import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasEndedBy, keptSince, retentionOf } from './retention.ts'

const at = (text: string) => Temporal.Instant.from(text)

describe('how long records are kept', () => {
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
  ])('at %s what is older than %i months began before %s', (now, months, since) => {
    expect(keptSince(at(now), months).toString()).toBe(since)
  })

  test('nothing goes before its time, and time brings nothing back', () => {
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

  test.each([
    ['202602', '2026-03-01T00:00:00Z', true],
    ['202602', '2026-02-28T23:59:59.999Z', false],
    ['202802', '2028-02-29T00:00:00Z', false],
    ['202802', '2028-03-01T00:00:00Z', true],
    ['202512', '2026-01-01T00:00:00Z', true],
    ['202603', '2026-03-15T00:00:00Z', false],
  ])('the month %s has ended by %s: %s', (month, instant, hasEnded) => {
    expect(hasEndedBy(month, at(instant))).toBe(hasEnded)
  })

  test('the nearest organization upwards decides', () => {
    const settings = new Map([
      ['partner', 24],
      ['shop2', 3],
    ])

    expect(retentionOf(['partner', 'account', 'shop1'], settings, 16)).toBe(24)
    expect(retentionOf(['partner', 'shop2'], settings, 16)).toBe(3)
    expect(retentionOf(['another'], settings, 16)).toBe(16)
  })
})
