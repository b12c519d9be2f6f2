import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RetryPolicy, USUAL_RETRY_POLICY } from '../webhooks/webhook.ts'
import { retryDelay } from './retry-delay.ts'

/** Delays of all retries, in minutes. */
function delaysOf(policy: RetryPolicy, retriesMax = 1_000): readonly number[] {
  const delays: number[] = []
  for (let number = 1; number <= retriesMax; number += 1) {
    const delay = retryDelay(policy, number)
    if (delay === undefined) break
    delays.push(delay.total('minutes'))
  }
  return delays
}

const policies: readonly (readonly [string, Partial<RetryPolicy>, readonly number[]])[] = [
  ['by default: three, a minute more each time', {}, [1, 2, 3]],
  ['arithmetic', { firstRetry: 10, interval: 30 }, [10, 40, 70]],
  ['geometric', { algorithm: 'GEOMETRIC', firstRetry: 10, interval: 30 }, [10, 300, 9_000]],
  ['geometric with interval 1', { algorithm: 'GEOMETRIC', firstRetry: 5, interval: 1 }, [5, 5, 5]],
  ['none', { numberOfRetries: 0, repeatSequenceCount: 4 }, []],
  ['one', { numberOfRetries: 1, firstRetry: 7 }, [7]],
  [
    'one, repeated',
    { numberOfRetries: 1, firstRetry: 7, repeatSequenceCount: 2, repeatSequenceWaitTime: 60 },
    [7, 67, 67],
  ],
  [
    'a sequence that is repeated after a wait',
    { firstRetry: 10, interval: 30, repeatSequenceCount: 1, repeatSequenceWaitTime: 120 },
    [10, 40, 70, 130, 40, 70],
  ],
  ['half minutes', { firstRetry: 0.5, interval: 0.25, numberOfRetries: 2 }, [0.5, 0.75]],
  ['no delay at all', { firstRetry: 0, interval: 0, numberOfRetries: 2 }, [0, 0]],
]

test.each(policies)('retries %s', (_, given, delays) => {
  expect(delaysOf({ ...USUAL_RETRY_POLICY, ...given })).toEqual(delays)
})

test('a delay is bounded, however the interval grows', () => {
  const delays = delaysOf({ ...USUAL_RETRY_POLICY, algorithm: 'GEOMETRIC', interval: 1_000, numberOfRetries: 200 })

  expect(delays).toHaveLength(200)
  expect(Math.max(...delays)).toBe(366 * 24 * 60)
})

const aPolicy = fc.record({
  algorithm: fc.constantFrom('ARITHMETIC' as const, 'GEOMETRIC' as const),
  firstRetry: fc.integer({ min: 0, max: 1_000 }),
  interval: fc.integer({ min: 1, max: 100 }),
  numberOfRetries: fc.integer({ min: 0, max: 20 }),
  repeatSequenceCount: fc.integer({ min: 0, max: 10 }),
  repeatSequenceWaitTime: fc.integer({ min: 0, max: 1_000 }),
  deactivateFlag: fc.boolean(),
})

test('every sequence has the same delays, none shorter than the one before, and the retries end', () => {
  fc.assert(
    fc.property(aPolicy, (policy) => {
      const delays = delaysOf(policy)
      const { numberOfRetries, repeatSequenceCount, repeatSequenceWaitTime } = policy

      expect(delays).toHaveLength(numberOfRetries * (repeatSequenceCount + 1))
      const first = delays.slice(0, numberOfRetries)
      expect(first).toEqual(first.toSorted((one, other) => one - other))
      for (let start = numberOfRetries; start < delays.length; start += numberOfRetries) {
        const [head = 0, ...rest] = delays.slice(start, start + numberOfRetries)
        expect([head - repeatSequenceWaitTime, ...rest]).toEqual(first)
      }
    }),
  )
})
