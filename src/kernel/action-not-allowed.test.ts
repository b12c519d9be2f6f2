import { expect, test } from 'vitest'
import { actionNotAllowed, refusalSentence } from './action-not-allowed.ts'

test('the sentence of a refusal is found in its message', () => {
  const { message } = actionNotAllowed('A draft has no reminders.')

  expect(refusalSentence(message)).toBe('A draft has no reminders.')
  expect(refusalSentence('Invoice does not exist.')).toBe('Invoice does not exist.')
})
