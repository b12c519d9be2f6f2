import { expect, test } from 'vitest'
import { matches } from './matching.ts'

test.each([
  ['cafe', 'Café Bar', true],
  ['bar CAF', 'Café Bar', true],
  ['', 'anything', true],
  ['ﬁ', 'Office', true],
  ['tea', 'Café Bar', false],
])('%j in %j: %j', (text, label, isFound) => {
  expect(matches(text, label)).toBe(isFound)
})
