import { describe, expect, test } from 'vitest'
import { usd } from '../../../../test/support/data/invoices.ts'
import { anAskedField, NO_QUESTIONS } from '../../../../test/support/data/payer-questions.ts'
import { type AskedField, payableOf } from '../../../invoicing/pure.ts'
import { METHODS } from '../../port/port.ts'
import type { FormTerms } from '../page-model.ts'
import { PAGE_WORDS } from '../words/all-words.ts'
import type { FormValues } from './form-fields.ts'
import { problemWords } from './problem-words.ts'
import { readForm } from './read-form.ts'

const ENGLISH = PAGE_WORDS['en-US']

const OWED = {
  balance: usd('100.00'),
  reserved: usd('0.00'),
  canPayPartially: true,
  minimumPartial: usd('10.00'),
}
const TERMS: FormTerms = {
  owed: OWED,
  payable: payableOf(OWED),
  methods: METHODS,
  hasCardFields: true,
  hostedMethods: [],
  authenticatedMethods: [],
  canSaveCard: true,
  questions: NO_QUESTIONS,
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
  const today = Temporal.PlainDate.from('2026-11-16')
  const result = readForm(values, { terms: { ...TERMS, ...terms }, today })
  if ('value' in result) return { problems: {}, faults: [], request: result.value }
  const { problems: faults } = result
  return { problems: problemWords(faults, { words: ENGLISH, language: 'en-US' }), faults, request: undefined }
}

describe('the amount', () => {
  test.each([
    [{}, '100.00'],
    [{ amountChoice: 'full' }, '100.00'],
    [{ amountChoice: 'other', amount: '40' }, '40.00'],
    // Typed without choosing: a payer never pays more than they wrote.
    [{ amountChoice: 'full', amount: '40,00' }, '40.00'],
    [{ amount: '10.00' }, '10.00'],
    [{ amount: '100' }, '100.00'],
  ])('of %j is %s', (values, amount) => {
    expect(read({ ...CARD, ...values }).request?.amount).toEqual(usd(amount))
  })

  test.each([
    [{ amountChoice: 'other' }, ENGLISH.problems.amount({ example: '40.00' })],
    [{ amount: 'forty' }, ENGLISH.problems.wrongAmount({ example: '40.00' })],
    [{ amount: '9.99' }, 'The amount must be at least $10.00.'],
    [{ amount: '100.01' }, 'The amount must not exceed $100.00.'],
    [{ amount: '40.001' }, 'Do you mean $40,001.00? Please enter it that way.'],
    [{ amount: '1.000' }, 'Do you mean $1.00 or $1,000.00? Please enter it one of these ways.'],
    [{ amount: '40.1234' }, ENGLISH.problems.tooManyDecimals],
  ])('of %j is asked back', (values, problem) => {
    expect(read({ ...CARD, ...values })).toMatchObject({ problems: { amount: problem }, request: undefined })
  })

  test.each([
    ['no part may be paid', { ...OWED, canPayPartially: false }, '100.00'],
    ['it is below the minimum', { ...OWED, balance: usd('9.99') }, '9.99'],
    ['it equals the minimum', { ...OWED, balance: usd('10.00') }, '10.00'],
    ['others hold all but less than the minimum', { ...OWED, reserved: usd('95.00') }, '5.00'],
  ])('is exactly the balance where %s', (_, owed, amount) => {
    const payable = payableOf(owed)
    expect(read(CARD, { owed, payable }).request?.amount).toEqual(usd(amount))
  })

  test('that leaves less than the minimum is paid only once the payer has confirmed this amount', () => {
    const problem = ENGLISH.confirmRest({ amount: '$5.00' })
    const first = read({ ...CARD, amount: '95' })
    expect(first).toMatchObject({ problems: { amount: problem }, request: undefined })
    expect(first.faults).toMatchObject([{ field: 'amount', code: 'smallRest', toConfirm: '95.00' }])
    const again = (restConfirmed: string) => read({ ...CARD, amount: '95,00', restConfirmed }).request?.amount
    expect([again('95.00'), again('96.00'), again('yes')]).toEqual([usd('95.00'), undefined, undefined])
    expect(read({ ...CARD, amount: '90.00' }).request?.amount).toEqual(usd('90.00'))
    expect(read({ ...CARD, amount: '100.00' }).request?.amount).toEqual(usd('100.00'))
    const owed = { ...OWED, minimumPartial: usd('0.00') }
    expect(read({ ...CARD, amount: '99.99' }, { owed, payable: payableOf(owed) }).request?.amount).toEqual(usd('99.99'))
  })
})

describe('the means of payment', () => {
  test('is entered elsewhere if the method happens on the processor’s page', () => {
    const terms = { hasCardFields: false, hostedMethods: ['card', 'bankDebit'] } as const
    for (const method of terms.hostedMethods) {
      const { problems, request } = read({ method }, terms)
      expect([problems, request]).toMatchObject([{}, { method, source: { method, isHosted: true } }])
    }
  })

  test('is a card as it was typed', () => {
    expect(read(CARD).request?.source).toMatchObject({ method: 'card', card: { number: '4242424242424242' } })
  })

  test('all problems of a card are shown together', () => {
    expect(read({ method: 'card' }).problems).toEqual({
      cardNumber: ENGLISH.problems.missing.cardNumber,
      cardExpiry: ENGLISH.problems.missing.cardExpiry,
      cardCode: ENGLISH.problems.missing.cardCode,
      cardName: ENGLISH.problems.missing.cardName,
    })
    const wrong = { method: 'card', cardNumber: '4242', cardExpiry: '13/30', cardCode: '12', cardName: 'Ada' } as const
    expect(read(wrong).problems).toEqual({
      cardNumber: ENGLISH.problems.cardNumber,
      cardExpiry: ENGLISH.problems.expiry,
      cardCode: ENGLISH.problems.securityCode,
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
    expect(problems).toEqual({
      method: method === undefined ? ENGLISH.problems.missing.method : ENGLISH.problems.choice,
    })
  })

  test('the card is saved only if the payer says so, and only a card', () => {
    expect(read(CARD).request?.wantsCardSaved).toBe(false)
    expect(read({ ...CARD, saveCard: 'yes' }).request?.wantsCardSaved).toBe(true)
    expect(read({ ...CARD, saveCard: 'yes', method: 'paypal' }).request?.wantsCardSaved).toBe(false)
  })
})

describe('fields that the merchant asks for', () => {
  const needs = { isEmailAsked: true, isPhoneAsked: true, isShippingAsked: true }

  test('are kept only if the merchant asks for them', () => {
    const entered = { ...CARD, ...ADDRESS, email: 'ada@example.com', phone: '+44 20 1234' }
    expect(read(entered).request?.payer).toEqual({ name: 'Ada Lovelace', customFields: [] })
    const all = read(entered, { questions: { ...NO_QUESTIONS, ...needs } })
    expect(all.request?.payer).toMatchObject({ email: 'ada@example.com', phone: '+44 20 1234', shipTo: KEPT_ADDRESS })
  })

  test('are required and must be valid', () => {
    const { problems } = read({ ...CARD, email: 'ada', country: 'XX' }, { questions: { ...NO_QUESTIONS, ...needs } })
    expect(problems).toEqual({
      email: ENGLISH.problems.email,
      phone: ENGLISH.problems.missing.phone,
      shipName: ENGLISH.problems.missing.shipName,
      street: ENGLISH.problems.missing.street,
      town: ENGLISH.problems.missing.town,
      country: ENGLISH.problems.choice,
    })
  })

  test.each([
    ['US', { town: 'city', region: 'state', postalCode: 'zip' }],
    ['CA', { town: 'city', region: 'province', postalCode: 'postalCode' }],
    ['DE', { postalCode: 'postalCode', town: 'city' }],
    ['JP', { postalCode: 'postalCode', region: 'prefecture', town: 'city' }],
    ['HK', { town: 'city' }],
  ] as const)(
    'of an address in %s are those that the country needs, in its order and by its names',
    (country, needed) => {
      const { missing } = ENGLISH.problems
      const questions = { ...NO_QUESTIONS, isShippingAsked: true }
      const { problems, faults } = read({ ...CARD, country, shipName: 'Ada', street: '1 Main St' }, { questions })

      expect(faults.map(({ field }) => field)).toEqual(Object.keys(needed))
      const sentences = Object.values(needed).map((name) => missing[name === 'city' ? 'town' : name])
      expect(Object.values(problems)).toEqual(sentences)
    },
  )

  test('a region is not kept of a country that has none', () => {
    const questions = { ...NO_QUESTIONS, isShippingAsked: true }
    const entered = { ...CARD, ...ADDRESS, region: 'Left from another country' }
    expect(read(entered, { questions }).request?.payer.shipTo).toEqual({ ...KEPT_ADDRESS })
  })

  test('are listed in the order of the page, before the means of payment', () => {
    const customFields = [anAskedField({ definitionId: 3, textMinLength: 3 })]
    const entered = { method: 'card', amount: 'x', 'custom-3': 'x' } as const
    const { faults } = read(entered, { questions: { ...NO_QUESTIONS, ...needs, customFields } })
    expect(faults.map(({ field }) => field)).toEqual([
      ...['amount', 'email', 'phone', 'custom-3', 'country', 'shipName', 'street', 'town'],
      ...['cardNumber', 'cardExpiry', 'cardCode', 'cardName'],
    ])
  })
})

describe('the name of the payer', () => {
  test('is the name on the card or of the account', () => {
    const account = { accountHolder: 'Grace', routingNumber: '110000000', accountNumber: '000123456789' }
    expect(read(CARD).request?.payer.name).toBe('Ada Lovelace')
    expect(read({ ...CARD, method: 'bankDebit', ...account }).request?.payer.name).toBe('Grace')
  })

  test('is not kept from the form if the means of payment is entered elsewhere', () => {
    const hosted = { hasCardFields: false, hostedMethods: ['card'] } as const
    expect(read({ ...CARD, cardName: 'x'.repeat(500) }, hosted).request?.payer.name).toBeUndefined()
    expect(read({ ...CARD, method: 'paypal' }).request?.payer.name).toBeUndefined()
  })
})

describe('custom fields', () => {
  const customFields = [
    anAskedField({ definitionId: 3, label: 'Order', textMinLength: 3, textMaxLength: 20, dataIndex: undefined }),
    anAskedField({ definitionId: 4, label: 'Size', fieldType: 'Select', possibleValues: 'S, M' }),
  ]
  const questions = { ...NO_QUESTIONS, customFields }

  test('are kept by their number, and may stay empty without a minimum length', () => {
    const free = { ...NO_QUESTIONS, customFields: [anAskedField({ definitionId: 3 }), customFields[1] as AskedField] }
    const left = { ...CARD, 'custom-3': ' ', 'custom-4': '' } as const
    expect(read(left, { questions: free }).request?.payer.customFields).toEqual([])
    const values = { ...CARD, 'custom-3': 'PO-7', 'custom-4': 'M' } as const
    expect(read(values, { questions }).request?.payer.customFields).toMatchObject([
      { definitionId: 3, label: 'Order', value: 'PO-7' },
      { definitionId: 4, label: 'Size', value: 'M' },
    ])
  })

  test.each([
    ['custom-3', '', 'Enter at least 3 characters.'],
    ['custom-3', 'ab', 'Enter at least 3 characters.'],
    ['custom-3', 'x'.repeat(21), 'Enter at most 20 characters.'],
    ['custom-3', '4111111111111111', ENGLISH.problems.personal],
    ['custom-4', 'XL', ENGLISH.problems.choice],
  ] as const)('%s: %j is refused politely', (name, value, problem) => {
    expect(read({ ...CARD, [name]: value }, { questions }).problems).toEqual({ [name]: problem })
  })
})
