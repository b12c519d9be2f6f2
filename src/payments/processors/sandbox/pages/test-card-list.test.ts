import { expect, test } from 'vitest'
import { testCardList } from './test-card-list.ts'

const PAGE = { language: 'en-US', currency: 'USD' } as const

test('numbers are grouped as on the card: 4-6-5 for American Express', () => {
  const { text } = testCardList({ ...PAGE, methods: ['card'] })

  expect(text).toContain('data-number="378282246310005">3782 822463 10005<')
  expect(text).toContain('data-number="4242424242424242">4242 4242 4242 4242<')
})

test('bank accounts are listed where the form has fields for one', () => {
  const both = testCardList({ ...PAGE, methods: ['card', 'paypal', 'bankDebit'] }).text
  const cards = testCardList({ ...PAGE, methods: ['card'] }).text
  const accounts = testCardList({ ...PAGE, methods: ['bankDebit'] }).text

  expect(both).toContain('Test bank accounts')
  expect(both).toContain('data-number="000111111113">000111111113</dt><dd>Accepted; returned by the bank')
  expect(cards).not.toContain('Test bank accounts')
  expect(accounts).toContain('<summary>Test bank accounts</summary>')
  expect(accounts).not.toContain('4242')
})
