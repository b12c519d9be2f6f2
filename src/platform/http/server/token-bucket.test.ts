import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bucket, takeToken } from './token-bucket.ts'

/** Asks at these times; tells for each what came of it. */
function ask(perMinute: number, timesMs: readonly number[]) {
  let bucket: Bucket | undefined
  return timesMs.map((nowMs) => {
    const taken = takeToken(bucket, { perMinute, nowMs })
    bucket = taken.bucket
    return taken
  })
}

describe('a bucket of 3 a minute', () => {
  test.each([
    ['a burst empties it', [0, 0, 0, 0], [2, 1, 0, 'refused']],
    ['a third of a minute brings one token', [0, 0, 0, 20_000, 20_000], [2, 1, 0, 0, 'refused']],
    ['a moment less does not', [0, 0, 0, 19_999, 20_000], [2, 1, 0, 'refused', 0]],
    ['a minute fills it, and no more', [0, 0, 0, 60_000, 600_000], [2, 1, 0, 2, 2]],
    ['time that runs back takes nothing away', [9e9, 9e9, 0, 0], [2, 1, 0, 'refused']],
    ['after which it fills at its pace', [9e9, 9e9, 0, 0, 20_000], [2, 1, 0, 'refused', 0]],
  ])('%s', (_, timesMs, expected) => {
    const taken = ask(3, timesMs)

    expect(taken.map(({ isAllowed, remaining }) => (isAllowed ? remaining : 'refused'))).toEqual(expected)
  })

  test('tells when it is full again, and when there is a token', () => {
    const taken = ask(3, [0, 0, 0, 1_000])

    expect(taken.map(({ fullInMs }) => fullInMs)).toEqual([20_000, 40_000, 60_000, 59_000])
    expect(taken.map(({ nextInMs }) => nextInMs)).toEqual([0, 0, 20_000, 19_000])
  })
})

const aPace = fc.integer({ min: 1, max: 1_000 })
const timesGoingOn = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 }).map((steps) =>
  steps.map(
    (
      (now) => (step) =>
        (now += step)
    )(0),
  ),
)

describe('whatever the times', () => {
  test('no window lets more through than the bucket holds and gains in it', () => {
    fc.assert(
      fc.property(aPace, timesGoingOn, fc.integer({ min: 1, max: 90_000 }), (pace, times, windowMs) => {
        const taken = ask(pace, times)
        const allowed = times.filter((_, i) => taken[i]?.isAllowed)
        const most = pace + Math.floor((windowMs * pace) / 60_000)
        for (const [i, start] of allowed.entries()) {
          const inWindow = allowed.slice(i).filter((time) => time <= start + windowMs).length
          expect(inWindow).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  test('who keeps to the pace is never refused, and who waits as long as asked is let through', () => {
    fc.assert(
      fc.property(aPace, timesGoingOn, (pace, times) => {
        const evenly = times.map((_, i) => i * Math.ceil(60_000 / pace))
        expect(ask(pace, evenly).every(({ isAllowed }) => isAllowed)).toBe(true)
        const last = ask(pace, times).at(-1)
        const nowMs = (times.at(-1) ?? 0) + (last?.nextInMs ?? 0)
        expect(takeToken(last?.bucket, { perMinute: pace, nowMs }).isAllowed).toBe(true)
      }),
    )
  })

  test('time that jumps about leaves the bucket between empty and full', () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 1e13 }), { minLength: 1 })
    fc.assert(
      fc.property(aPace, anyTimes, (pace, times) => {
        for (const { remaining, fullInMs, nextInMs } of ask(pace, times)) {
          expect(remaining).toBeGreaterThanOrEqual(0)
          expect(remaining).toBeLessThan(pace)
          expect(fullInMs).toBeGreaterThan(0)
          expect(fullInMs).toBeLessThanOrEqual(60_000)
          expect(nextInMs).toBeLessThanOrEqual(60_000)
        }
      }),
    )
  })
})
