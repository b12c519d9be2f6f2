import { describe, expect, test } from 'vitest'
import { hasEndedBy, retentionOf } from './retention.ts'

const at = (text: string) => Temporal.Instant.from(text)

describe('retention', () => {
  test.each([
    ['202602', '2026-03-01T00:00:00Z', true],
    ['202602', '2026-02-28T23:59:59.999Z', false],
    ['202802', '2028-02-29T00:00:00Z', false],
    ['202802', '2028-03-01T00:00:00Z', true],
    ['202512', '2026-01-01T00:00:00Z', true],
    ['202603', '2026-03-15T00:00:00Z', false],
  ])('whether the month %s has ended by %s is %s', (month, instant, hasEnded) => {
    expect(hasEndedBy(month, at(instant))).toBe(hasEnded)
  })

  test('the retention of the nearest organization upwards applies', () => {
    const settings = [
      { organizationId: 'partner', months: 24 },
      { organizationId: 'shop2', months: 3 },
    ]

    const { monthsOf, longestMonths, shortestMonths } = retentionOf(settings, 16)

    expect(monthsOf(['partner', 'account', 'shop1'])).toBe(24)
    expect(monthsOf(['partner', 'shop2'])).toBe(3)
    expect(monthsOf(['another'])).toBe(16)
    expect([shortestMonths, longestMonths]).toEqual([3, 24])
  })
})
