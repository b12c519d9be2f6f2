import { expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { explainRefusal } from './explain-refusal.ts'

test('wrong input is named by its option as typed', () => {
  const fields = ['organizationId', 'timeZone', 'contact.email', 'contact.address.postalCode']
  const details = fields.map((field) => ({ field, reason: 'is wrong' }))

  expect(explainRefusal(new AppError('invalid', 'X', 'The thing is refused.', details))).toBe(
    '<id> is wrong; --time-zone is wrong; --contact-email is wrong; --contact-postal-code is wrong.',
  )
})

test('an argument is named as in the usage', () => {
  const details = ['email', 'name'].map((field) => ({ field, reason: 'is wrong' }))

  expect(explainRefusal(new AppError('invalid', 'X', 'The person is refused.', details), ['email'])).toBe(
    '<email> is wrong; --name is wrong.',
  )
})

test('refused content is explained by its sentence, not by its code', () => {
  const details = [{ field: 'amount', reason: 'INVALID_DATA', sentence: 'must be positive' }]

  expect(explainRefusal(new AppError('invalid', 'X', 'Field validation errors.', details))).toBe(
    '--amount must be positive.',
  )
})

test('any other refusal keeps its message', () => {
  const details = [{ field: 'organizationId', reason: 'is not known' }]

  expect(explainRefusal(new AppError('not-found', 'X', 'There is none.', details))).toBe('There is none.')
  expect(explainRefusal(new AppError('invalid', 'X', 'It is wrong.'))).toBe('It is wrong.')
})
