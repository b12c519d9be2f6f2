import { expect, test } from 'vitest'
import { NO_QUESTIONS } from '../../../../../test/support/data/payer-questions.ts'
import type { FormFault, FormProblem } from '../../form/form-problem.ts'
import { PAGE_WORDS } from '../../words/all-words.ts'
import { declineNotice, noticeBox, problemNotice } from './form-notice.ts'

const words = PAGE_WORDS['en-US']
const FORM = { questions: NO_QUESTIONS, values: { country: 'US' } }

function noticeOf(faults: Readonly<Record<string, FormFault>>) {
  const problems = Object.entries(faults).map(
    ([field, fault]): FormProblem => ({ field, reason: 'INVALID_DATA', ...fault }),
  )
  return problemNotice(problems, { words, language: 'en-US' }, FORM)
}

const MISSING = {
  cardNumber: { code: 'missing', of: 'cardNumber' },
  cardExpiry: { code: 'missing', of: 'cardExpiry' },
  cardCode: { code: 'securityCode' },
  cardName: { code: 'missing', of: 'cardName' },
} as const

test('up to three problems are listed, each with a link to its field', () => {
  const { cardNumber, cardCode } = MISSING
  const notice = noticeOf({ cardNumber, cardCode })

  expect(notice).toMatchObject({ title: 'Please check these fields:', isListHidden: false })
  const { text } = noticeBox(notice)
  expect(text).toContain('<li><a href="#cardNumber">Enter your card number.</a></li>')
  expect(text).toContain('<li><a href="#cardCode">Security code: 3 digits, 4 for Amex.</a></li>')
  expect(noticeOf({ cardNumber }).title).toBe('Please check this field:')
})

test('more than three are counted for people who see the fields, and listed for others without hidden links', () => {
  const { text } = noticeBox(noticeOf(MISSING))

  expect(text).toContain('<h2><a href="#cardNumber">Check the 4 marked fields</a></h2>')
  expect(text).toContain('<ul class="hidden-text"><li>Enter your card number.</li>')
  expect(text.match(/<a /g)).toHaveLength(1)
})

test('a part of an address is called as in its country', () => {
  expect(noticeOf({ postalCode: { code: 'tooLong', max: 20 } }).fields).toEqual([
    { name: 'postalCode', text: 'ZIP code: Enter at most 20 characters.' },
  ])
})

test('a decline says that nothing was charged, once, and only if it is true', () => {
  const sentencesOf = (reason: 'declined' | 'notProcessed', isCharged = false) =>
    declineNotice({ reason, isCharged }, { words })

  expect(sentencesOf('declined')).toEqual({
    title: 'Payment declined',
    sentences: [words.declines.declined, 'You have not been charged.'],
  })
  expect(sentencesOf('declined', true).sentences).toEqual([words.declines.declined])
  expect(sentencesOf('notProcessed')).toEqual({
    title: 'Payment not completed',
    sentences: [words.declines.notProcessed],
  })
})
