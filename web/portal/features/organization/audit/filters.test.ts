import { expect, test } from 'vitest'
import { auditSearch, filterOf } from './filters.ts'

test('a period is a time since when, to the hour', () => {
  const now = Date.parse('2026-03-09T10:59:59Z')

  expect(filterOf({ period: 'day', search: 'key' }, now)).toEqual({ search: 'key', since: '2026-03-08T10:00:00.000Z' })
  expect(filterOf({}, now)).toEqual({ search: undefined, since: undefined })
})

test('the address keeps what it understands', () => {
  expect(auditSearch({ search: 'key', period: 'week' })).toEqual({ search: 'key', period: 'week' })
  expect(auditSearch({ search: '', period: 'year', other: 1 })).toEqual({})
})
