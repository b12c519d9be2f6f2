import { describe, expect, test } from 'vitest'
import { daysOfPeriod, isDate } from './periods.ts'

describe('a period', () => {
  test.each([
    ['today', '2026-03-09', '2026-03-09', '2026-03-09'],
    ['last7Days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['last30Days', '2026-01-10', '2025-12-12', '2026-01-10'],
    ['next7Days', '2026-12-30', '2026-12-30', '2027-01-05'],
    ['next30Days', '2026-02-01', '2026-02-01', '2026-03-02'],
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-07-01', '2026-01-01', '2026-12-31'],
    ['over30DaysAgo', '2026-03-31', undefined, '2026-02-28'],
  ] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to })
  })
})

test.each(['2026-02-29', '2026-13-01', '26-01-01', '', 'tomorrow', '2026-1-1'])('%j is not a date', (text) => {
  expect(isDate(text)).toBe(false)
})
