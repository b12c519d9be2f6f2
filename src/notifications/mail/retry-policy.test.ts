import { expect, test } from 'vitest'
import { MAIL_ATTEMPTS_MAX, nextAttemptAt } from './retry-policy.ts'

const now = Temporal.Instant.from('2026-03-09T10:00:00Z')

test('delays between attempts never shrink, and the last attempt has no retry', () => {
  const times = Array.from({ length: MAIL_ATTEMPTS_MAX }, (_, index) => nextAttemptAt(index + 1, now))

  const delays = times.slice(0, -1).map((time) => (time ?? now).since(now).total('minutes'))
  expect(times.at(-1)).toBeUndefined()
  expect(delays).toEqual([...delays].sort((one, other) => one - other))
  expect(delays[0]).toBe(1)
})
