import { expect, test } from 'vitest'
import { lengthProblem } from './custom-field-values.ts'

test.each([
  ['textMinLength', '9', '8', 'minAboveMax'],
  ['textMinLength', '9', '', undefined],
  ['textMinLength', '8', '8', undefined],
  ['textMaxLength', '9', '8', undefined],
  ['textMaxLength', '', '256', 'length'],
  ['textMaxLength', '', '1.5', 'length'],
  ['textMinLength', '-1', '', 'length'],
  ['label', '9', '8', undefined],
] as const)('the problem of %s with %j to %j is %s', (name, textMinLength, textMaxLength, expected) => {
  expect(lengthProblem(name, { textMinLength, textMaxLength })).toBe(expected)
})
