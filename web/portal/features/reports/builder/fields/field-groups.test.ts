import { expect, test } from 'vitest'
import type { ReportField } from '../../definitions.ts'
import { groupsOf, matching, moved, spacedName, toggled } from './field-groups.ts'

const field = (name: string, description = ''): ReportField =>
  ({ name, description, id: name, type: 'text' }) as ReportField
const FIELDS = [
  field('Request.RequestID', 'Number of the request'),
  field('BillTo.Email', 'Address of the payer'),
  field('Request.Source'),
]

test('fields stand in their groups', () => {
  expect(groupsOf(FIELDS).map(({ name, fields }) => [name, fields.length])).toEqual([
    ['Request', 2],
    ['BillTo', 1],
  ])
})

test.each([
  ['address payer', ['BillTo.Email']],
  ['request id', ['Request.RequestID']],
  ['REQUEST', ['Request.RequestID', 'Request.Source']],
  ['  ', ['Request.RequestID', 'BillTo.Email', 'Request.Source']],
  ['address request', []],
])('a search for %j finds what has all its words', (search, names) => {
  expect(matching(FIELDS, search).map(({ name }) => name)).toEqual(names)
})

test('names are read as words', () => {
  expect(['PaymentData', 'AVSResult', 'Request.RequestID'].map(spacedName)).toEqual([
    'Payment Data',
    'AVS Result',
    'Request · Request ID',
  ])
})

test('a field moves to another place, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect([moved(['a'], 0, 1), moved(['a'], 0, -1), moved(['a'], 3, 0)]).toEqual([['a'], ['a'], ['a']])
})

test('a chosen field comes last, and is chosen once', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
})
