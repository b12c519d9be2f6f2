import { expect, test } from 'vitest'
import { isUrgent, spanBetween } from './deadline.ts'

const NOW = '2026-03-09T10:00:00Z'

test('a span has the unit that says most, and is never negative', () => {
  expect(spanBetween(NOW, '2026-03-09T10:59:59Z')).toEqual({ count: 59, unit: 'minute' })
  expect(spanBetween(NOW, '2026-03-11T09:00:00Z')).toEqual({ count: 47, unit: 'hour' })
  expect(spanBetween(NOW, '2026-03-16T09:00:00Z')).toEqual({ count: 6, unit: 'day' })
  expect(spanBetween(NOW, '2026-03-08T10:00:00Z')).toEqual({ count: 0, unit: 'minute' })
})

test('a payment is urgent when less than a day is left', () => {
  expect(isUrgent(NOW, '2026-03-10T09:59:59Z')).toBe(true)
  expect(isUrgent(NOW, '2026-03-10T10:00:00Z')).toBe(false)
  expect(isUrgent(NOW, undefined)).toBe(false)
})
