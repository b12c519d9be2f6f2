import { expect, test } from 'vitest'
import { ageSeconds, isDue, isOverdue } from './backup-age.ts'

const every = Temporal.Duration.from('P1D')
const newestAt = Temporal.Instant.from('2026-11-18T09:00:00Z')

test.each([
  ['2026-11-19T08:59:59Z', false, false],
  ['2026-11-19T09:00:00Z', true, false],
  ['2026-11-20T09:00:00Z', true, false],
  ['2026-11-20T09:00:01Z', true, true],
])('at %s a daily backup is due: %s, overdue: %s', (now, due, overdue) => {
  const at = Temporal.Instant.from(now)

  expect([isDue({ newestAt, every }, at), isOverdue({ newestAt, every }, at)]).toEqual([due, overdue])
})

test('without any backup one is due and overdue, and has no age', () => {
  const none = { newestAt: undefined, every }

  expect([isDue(none, newestAt), isOverdue(none, newestAt), ageSeconds(none, newestAt)]).toEqual([
    true,
    true,
    undefined,
  ])
  expect(ageSeconds({ newestAt, every }, newestAt.add({ minutes: 2 }))).toBe(120)
})
