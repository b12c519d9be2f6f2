import { expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'

test.each([
  ['Engine parts', 12, 'Engine parts'],
  ['Engine parts, and more of them', 16, 'Engine parts…'],
  ['Donaudampfschifffahrt', 10, 'Donaudampf…'],
  ['ab𠮷野家', 3, 'ab…'],
])('%j begins in %i characters with %j', (text, lengthMax, beginning) => {
  expect(beginningOf(text, lengthMax)).toBe(beginning)
})
