import { expect, test } from 'vitest'
import { searchedAmounts } from './searched-amounts.ts'

test.each([
  ['250.05', ['250.05']],
  ['250,05', ['250.05']],
  ['1.234,56', ['1234.56']],
  ['1,234.56', ['1234.56']],
  ['35', ['35']],
  ['1.234', ['1.234', '1234']],
  ['A123', []],
  ['tanya@example.com', []],
])('%s means %j', (search, amounts) => {
  expect(searchedAmounts(search).toSorted()).toEqual(amounts.toSorted())
})
