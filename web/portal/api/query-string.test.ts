import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryString, readQueryString } from './query-string.ts'

test('empty values are left out, and a list repeats its name', () => {
  const query = { status: ['SENT', 'PARTIAL'], search: '', sort: undefined, limit: 50, overdue: true, empty: [] }

  expect(queryString(query)).toBe('?status=SENT&status=PARTIAL&limit=50&overdue=true')
  expect(queryString({ search: '' })).toBe('')
})

test.each([
  ['?amountFrom=100', { amountFrom: '100' }],
  ['?search=0012', { search: '0012' }],
  ['?search=true', { search: 'true' }],
  ['?search=%7B%22a%22%3A1%7D', { search: '{"a":1}' }],
  ['?customField=a:1&customField=b:2', { customField: ['a:1', 'b:2'] }],
  ['', {}],
])('%s is read as text', (text, values) => {
  expect(readQueryString(text)).toEqual(values)
})

test('a page’s query is the same after it was written and read', () => {
  const value = fc.string({ minLength: 1, maxLength: 8 })
  const values = fc.dictionary(value, fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 })), {
    maxKeys: 4,
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(values, (query) => {
      expect(readQueryString(queryString(query))).toEqual(query)
    }),
  )
})
