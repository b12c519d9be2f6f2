import { expect, test } from 'vitest'
import { listOfJob, readListOfJob, searchOfList } from './list-of-job.ts'

test.each([
  { view: 'overdue', currency: 'EUR' },
  { status: ['SENT', 'PARTIAL'], search: 'Müller & Söhne', customField: '4=a,b' },
])('the list of a job has the filters with which it was started: %o', (search) => {
  expect(searchOfList(listOfJob(search))).toEqual(search)
})

test('a job without a list leads to all invoices', () => {
  expect([listOfJob({}), readListOfJob({ list: '' }), readListOfJob({ list: ['a'] })]).toEqual([{}, {}, {}])
  expect(searchOfList({})).toEqual({})
})
