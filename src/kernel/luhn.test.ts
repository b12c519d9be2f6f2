import { expect, test } from 'vitest'
import { isLuhnValid } from './luhn.ts'

test.each([
  ['4111111111111111', true],
  ['4111111111111112', false],
  ['378282246310005', true],
  ['79927398713', true],
  ['79927398710', false],
  ['0', true],
])('%s: %s', (digits, isValid) => {
  expect(isLuhnValid(digits)).toBe(isValid)
})
