import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseKept } from './choose-kept.ts'

const DEFAULTS = { daily: 7, weekly: 5, monthly: 12 }

const aged = (text: string, isGood = true) => ({ backupId: text, at: Temporal.Instant.from(text), isGood })

describe('the backups that are kept', () => {
  test('are the last of each of the last days, weeks and months', () => {
    const everySixHours = Array.from({ length: 4 * 400 }, (_, index) =>
      aged(
        Temporal.Instant.from('2025-01-01T03:00:00Z')
          .add({ hours: 6 * index })
          .toString(),
      ),
    )

    const kept = [...chooseKept(everySixHours, DEFAULTS)].sort().reverse()

    expect(kept.slice(0, 8)).toEqual([
      '2026-02-04T21:00:00Z',
      '2026-02-03T21:00:00Z',
      '2026-02-02T21:00:00Z',
      '2026-02-01T21:00:00Z',
      '2026-01-31T21:00:00Z',
      '2026-01-30T21:00:00Z',
      '2026-01-29T21:00:00Z',
      // The last of its week.
      '2026-01-25T21:00:00Z',
    ])
    expect(kept.at(-1)).toBe('2025-03-31T21:00:00Z')
    expect(kept.length).toBeLessThanOrEqual(7 + 5 + 12)
  })

  test('always include the newest good one, whatever the numbers are', () => {
    const backups = [aged('2026-01-01T00:00:00Z'), aged('2026-01-02T00:00:00Z'), aged('2026-01-03T00:00:00Z', false)]

    expect([...chooseKept(backups, { daily: 0, weekly: 0, monthly: 0 })]).toEqual(['2026-01-02T00:00:00Z'])
    expect(chooseKept([], DEFAULTS).size).toBe(0)
  })

  test('never lose to a damaged one of the same day', () => {
    const kept = chooseKept([aged('2026-01-02T08:00:00Z'), aged('2026-01-02T20:00:00Z', false)], DEFAULTS)

    expect([...kept]).toEqual(['2026-01-02T08:00:00Z'])
  })

  test('are good, at most as many as the numbers say, and include the newest', () => {
    const backup = fc.record({
      hours: fc.integer({ min: 0, max: 20_000 }),
      isGood: fc.boolean(),
    })
    const number = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.array(backup), number, number, number, (given, daily, weekly, monthly) => {
        const backups = given.map(({ hours, isGood }, index) => ({
          backupId: String(index),
          at: Temporal.Instant.from('2026-01-01T00:00:00Z').add({ hours }),
          isGood,
        }))
        const good = backups.filter(({ isGood }) => isGood)

        const kept = chooseKept(backups, { daily, weekly, monthly })

        expect(kept.size).toBeLessThanOrEqual(Math.max(1, daily + weekly + monthly))
        expect(good.filter(({ backupId }) => kept.has(backupId))).toHaveLength(kept.size)
        const newest = good.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))[0]
        if (newest !== undefined) {
          const asNew = good.filter(({ at }) => at.equals(newest.at)).map(({ backupId }) => backupId)
          expect(asNew.some((backupId) => kept.has(backupId))).toBe(true)
        }
      }),
    )
  })
})
