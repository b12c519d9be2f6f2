import { expect, test } from 'vitest'
import { isReversed, readAmountEnd } from './typed-amount-end.ts'

test.each([
  ['35', undefined, { kind: 'amount', value: '35' }],
  ['1.234,56', undefined, { kind: 'amount', value: '1234.56' }],
  ['1,234.56', 'USD', { kind: 'amount', value: '1234.56' }],
  ['  ', undefined, { kind: 'amount', value: undefined }],
  ['40 €', 'EUR', { kind: 'amount', value: '40' }],
  ['1.000', undefined, { kind: 'ambiguous', meanings: ['1', '1000'] }],
  ['1.000', 'JPY', { kind: 'amount', value: '1000' }],
  ['many', undefined, { kind: 'wrong' }],
  ['1.005,001', 'EUR', { kind: 'wrong' }],
] as const)('%j in %s is read as %j', (text, currency, end) => {
  expect(readAmountEnd(text, currency)).toEqual(end)
})

test.each([
  ['9', '10', false],
  ['10', '9', true],
  ['10.5', '10.50', false],
  ['10.51', '10.5', true],
  ['10', '10.01', false],
  ['123456789012345678.01', '123456789012345678', true],
  [undefined, '1', false],
] as const)('a range from %s to %s: reversed %s', (from, to, expected) => {
  expect(isReversed(from, to)).toBe(expected)
})
