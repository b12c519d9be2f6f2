import { expect, test } from 'vitest'
import { periodOf } from './periods.ts'

test.each([
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['lastWeek', '2026-03-09', '2026-03-02', '2026-03-08'],
  ['lastWeek', '2026-03-15', '2026-03-02', '2026-03-08'],
  ['thisMonth', '2026-03-09', '2026-03-01', '2026-03-08'],
  ['thisMonth', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-03-09', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
] as const)('%s on %s is %s to %s', (period, today, from, to) => {
  expect(periodOf(period, today)).toEqual({ from, to })
})
