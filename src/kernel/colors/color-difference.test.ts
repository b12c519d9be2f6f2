import { expect, test } from 'vitest'
import { colorDifference } from './color-difference.ts'

test.each([
  ['#000000', '#FFFFFF', 1],
  ['#fff', '#FFFFFF', 0],
  ['#FFFF00', '#FFFFFF', 0.21],
  ['#FFE4E1', '#FFFFFF', 0.07],
  ['#FFFFFE', '#FFFFFF', 0],
  ['#F7F8F9', '#FFFFFF', 0.02],
])('the difference of %s and %s is %d', (one, other, difference) => {
  expect(colorDifference(one, other)).toBeCloseTo(difference, 2)
  expect(colorDifference(other, one)).toBeCloseTo(difference, 2)
})
