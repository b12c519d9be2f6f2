import { describe, expect, test } from 'vitest'
import { usd } from '../../../test/support/data/invoices.ts'
import { METHODS } from '../processors/port.ts'
import type { FormValues } from './form-fields.ts'
import type { FormTerms } from './page-model.ts'
import { readForm } from './read-form.ts'
import { EN_US } from './words/en-us.ts'

const TERMS: FormTerms = {
  payable: { kind: 'between', least: usd('10.00'), most: usd('100.00') },
  methods: METHODS,
  hasCardFields: true,
  needsEmail: false,
  needsPhone: false,
  needsShipping: false,
  canSaveCard: true,
  customInputs: [],
}
const CARD: FormValues = {
  method: 'card',
  cardNumber: '4242 4242 4242 4242',
  cardExpiry: '12 / 30',
  cardCode: '123',
  cardName: 'Ada Lovelace',
}
const ADDRESS: FormValues = {
  shipName: 'Ada Lovelace',
  street: '1 Main St',
  postalCode: '12345',
  town: 'London',
  country: 'GB',
}

const KEPT_ADDRESS = { name: 'Ada Lovelace', address1: '1 Main St', zip: '12345', city: 'London', country: 'GB' }

function read(values: FormValues, terms: Partial<FormTerms> = {}) {
  return readForm({
    values,
    terms: { ...TERMS, ...terms },
    words: EN_US,
    language: 'en-US',
    today: Temporal.PlainDate.from('2026-11-16'),
    looksPersonal: (text) => text.includes('4111111111111111'),
  })
}

describe('the amount', () => {
  test.each([
    [{}, '100.00'],
    [{ amountChoice: 'full' }, '100.00'],
    [{ amountChoice: 'other', amount: '40' }, '40.00'],
    // Typed without choosing: nobody pays more than they wrote.
    [{ amountChoice: 'full', amount: '40,00' }, '40.00'],
    [{ amount: '10.00' }, '10.00'],
    [{ amount: '100' }, '100.00'],
  ])('of %j is %s', (values, amount) => {
    expect(read({ ...CARD, ...values }).request?.amount).toEqual(usd(amount))
  })

  test.each([
    [{ amountChoice: 'other' }, EN_US.problems.amount({ example: '40.00' })],
    [{ amount: 'forty' }, EN_US.problems.amount({ example: '40.00' })],
    [{ amount: '9.99' }, 'The amount must be at least $10.00.'],
    [{ amount: '100.01' }, 'The amount must not exceed $100.00.'],
    [{ amount: '40.001' }, 'Do you mean $40,001.00? Please write it that way.'],
    [{ amount: '1.000' }, 'Do you mean $1.00 or $1,000.00? Please write it one of these ways.'],
    [{ amount: '40.1234' }, EN_US.problems.tooManyDecimals],
  ])('of %j is asked back', (values, problem) => {
    expect(read({ ...CARD, ...values })).toEqual({ problems: { amount: problem }, request: undefined })
  })

  test('is the whole balance where no part may be paid, whatever was sent', () => {
    const payable = { kind: 'exactly', amount: usd('100.00') } as const
    expect(read({ ...CARD, amount: '1.00' }, { payable }).request?.amount).toEqual(usd('100.00'))
  })
})

describe('the means of payment', () => {
  test('is a card as it was typed', () => {
    expect(read(CARD).request?.source).toMatchObject({ method: 'card', card: { number: '4242424242424242' } })
  })

  test('all problems of a card are said at once', () => {
    expect(read({ method: 'card' }).problems).toEqual({
      cardNumber: EN_US.problems.cardNumber,
      cardExpiry: EN_US.problems.expiry,
      cardCode: EN_US.problems.securityCode,
      cardName: EN_US.problems.required,
    })
  })

  test('a wallet is confirmed on a page of its own', () => {
    expect(read({ method: 'applePay' }).request).toMatchObject({ method: 'applePay', source: undefined })
  })

  test('a bank account has a holder and two numbers', () => {
    const account = { accountHolder: 'Ada', routingNumber: '110 000 000', accountNumber: '000123456789' }
    expect(read({ method: 'bankDebit', ...account }).request?.source).toEqual({
      method: 'bankDebit',
      account: { holder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' },
    })
    expect(Object.keys(read({ method: 'bankDebit' }).problems)).toEqual([
      'accountHolder',
      'routingNumber',
      'accountNumber',
    ])
  })

  test.each([[undefined], ['cash'], ['paypal']])('%j is refused where it is not offered', (method) => {
    const { problems } = read(
      { ...CARD, ...(method === undefined ? { method: '' } : { method }) },
      { methods: ['card'] },
    )
    expect(problems).toEqual({ method: EN_US.problems.choice })
  })

  test('the card is saved only if the payer says so, and only a card', () => {
    expect(read(CARD).request?.wantsCardSaved).toBe(false)
    expect(read({ ...CARD, saveCard: 'yes' }).request?.wantsCardSaved).toBe(true)
    expect(read({ ...CARD, saveCard: 'yes', method: 'paypal' }).request?.wantsCardSaved).toBe(false)
  })
})

describe('what the merchant asks for', () => {
  test('is kept only where it is asked for', () => {
    const entered = { ...CARD, ...ADDRESS, email: 'ada@example.com', phone: '+44 20 1234' }
    expect(read(entered).request).toMatchObject({ email: undefined, phone: undefined, shipTo: undefined })
    const all = read(entered, { needsEmail: true, needsPhone: true, needsShipping: true })
    expect(all.request).toMatchObject({ email: 'ada@example.com', phone: '+44 20 1234', shipTo: KEPT_ADDRESS })
  })

  test('must then be given, and be right', () => {
    const needs = { needsEmail: true, needsPhone: true, needsShipping: true }
    const { problems } = read({ ...CARD, email: 'ada', country: 'XX' }, needs)
    expect(problems).toEqual({
      email: EN_US.problems.email,
      phone: EN_US.problems.required,
      shipName: EN_US.problems.required,
      street: EN_US.problems.required,
      town: EN_US.problems.required,
      country: EN_US.problems.choice,
    })
  })
})

describe('custom fields', () => {
  const text = { definitionId: 3, label: 'Order', choices: [], lengthMin: 3, lengthMax: 20, initial: '' }
  const choice = {
    definitionId: 4,
    label: 'Size',
    choices: ['S', 'M'],
    lengthMin: undefined,
    lengthMax: undefined,
    initial: '',
  }
  const customInputs = [text, choice]

  test('are kept by their number, and may stay empty', () => {
    expect(read(CARD, { customInputs }).request?.customValues).toEqual({})
    const values = { ...CARD, 'custom-3': 'PO-7', 'custom-4': 'M' } as const
    expect(read(values, { customInputs }).request?.customValues).toEqual({ 3: 'PO-7', 4: 'M' })
  })

  test.each([
    ['custom-3', 'ab', 'Enter at least 3 characters.'],
    ['custom-3', 'x'.repeat(21), 'Enter at most 20 characters.'],
    ['custom-3', '4111111111111111', EN_US.problems.personal],
    ['custom-4', 'XL', EN_US.problems.choice],
  ] as const)('%s: %j is refused politely', (name, value, problem) => {
    expect(read({ ...CARD, [name]: value }, { customInputs }).problems).toEqual({ [name]: problem })
  })
})
