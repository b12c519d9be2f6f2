import { expect, test } from 'vitest'
import { readMonths } from './read-months.ts'

test('months are a whole number in the range of the service, or nothing', () => {
  expect(['1', ' 24 ', '240', ''].map(readMonths)).toEqual([1, 24, 240, null])
  expect(['0', '241', '1.5', '-3', 'x', '1000'].map(readMonths)).toEqual(Array.from({ length: 6 }))
})
