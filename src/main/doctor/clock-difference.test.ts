import { describe, expect, test } from 'vitest'
import { measureClockDifferenceMs, refuseOtherClock } from './clock-difference.ts'

const START = Temporal.Instant.from('2026-11-01T00:00:00Z')

/** A machine and a database whose clocks differ, with round trips of these times. */
function apart({ aheadMs, roundTripsMs = [2, 2, 2] }: { aheadMs: number; roundTripsMs?: number[] }) {
  let passedMs = 0
  let asked = 0
  const database = {
    now: async () => {
      const roundTripMs = roundTripsMs[asked++] ?? 0
      passedMs += roundTripMs / 2
      const theirs = START.add({ milliseconds: passedMs - aheadMs })
      passedMs += roundTripMs / 2
      return theirs
    },
  }
  return { database, clock: { now: () => START.add({ milliseconds: passedMs }) } }
}

describe('the difference to the database’s clock', () => {
  test.each([0, 1, -1])('a difference within the round trip counts as 0: %i ms', async (aheadMs) => {
    expect(await measureClockDifferenceMs(apart({ aheadMs }))).toBe(0)
  })

  test('the quickest round trip decides the difference', async () => {
    expect(await measureClockDifferenceMs(apart({ aheadMs: 90_000, roundTripsMs: [50_000, 4, 9_000] }))).toBe(89_998)
  })
})

describe('a node', () => {
  test.each([60_000, -60_000])('a node that is %i ms ahead starts', async (aheadMs) => {
    await expect(refuseOtherClock(apart({ aheadMs, roundTripsMs: [0, 0, 0] }))).resolves.toBeUndefined()
  })

  test.each([
    [62_000, /is 62 s ahead of PostgreSQL's; at most 60 s are allowed\. Set the clocks/],
    [-3_600_000, /is 3600 s behind PostgreSQL's/],
  ])('a node that is %i ms ahead is refused with the reason', async (aheadMs, message) => {
    await expect(refuseOtherClock(apart({ aheadMs, roundTripsMs: [0, 0, 0] }))).rejects.toThrow(message)
  })

  test('a node is not refused for a slow connection', async () => {
    const slow = apart({ aheadMs: 61_000, roundTripsMs: [120_000, 120_000, 120_000] })

    await expect(refuseOtherClock(slow)).resolves.toBeUndefined()
  })
})
