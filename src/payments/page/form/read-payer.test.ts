import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anInvoice, at, usd } from '../../../../test/support/data/invoices.ts'
import { anAskedField, NO_QUESTIONS } from '../../../../test/support/data/payer-questions.ts'
import type { AskedField, PayerQuestions } from '../../../invoicing/pure.ts'
import { recordWrite } from '../../../records/index.ts'
import type { Attempt, Payer } from '../../model/attempt.ts'
import { recordsOfCharge } from '../../records/payment-records.ts'
import type { FormValues } from './form-fields.ts'
import { readName, readPayer } from './read-payer.ts'

const EVERYTHING: PayerQuestions = {
  ...NO_QUESTIONS,
  ...{ isEmailAsked: true, isPhoneAsked: true, isShippingAsked: true, customFields: [anAskedField()] },
}
const ADDRESS = { shipName: 'Ada Lovelace', street: '1 Main St', town: 'Kowloon', country: 'hk' }
const KEPT_ADDRESS = { name: 'Ada Lovelace', address1: '1 Main St', city: 'Kowloon', country: 'HK' }
const WHOLE: FormValues = { email: 'ada@example.com', phone: '+1 555 0100', ...ADDRESS, 'custom-1': 'PO-9' }

const faults = (values: FormValues, questions = EVERYTHING) => {
  const result = readPayer(values, questions)
  return 'problems' in result ? result.problems.map(({ reason: _, ...fault }) => fault) : []
}
const payer = (values: FormValues, questions = EVERYTHING): Payer | undefined => {
  const result = readPayer(values, questions)
  return 'value' in result ? result.value : undefined
}
const asking = (field: AskedField): PayerQuestions => ({ ...NO_QUESTIONS, customFields: [field] })

describe('the payer’s details', () => {
  test('are kept as far as the merchant asks for them', () => {
    expect(payer(WHOLE)).toEqual({
      ...{ email: 'ada@example.com', phone: '+1 555 0100', shipTo: KEPT_ADDRESS },
      customFields: [{ definitionId: 1, label: 'Order', value: 'PO-9', dataIndex: 7 }],
    })
    expect(payer(WHOLE, NO_QUESTIONS)).toEqual({ customFields: [] })
    expect(payer({}, NO_QUESTIONS)).toEqual({ customFields: [] })
  })

  test('are all required if the merchant asks for them', () => {
    const required = ['email', 'phone', 'country', 'shipName', 'street', 'town']
    expect(faults({})).toEqual(required.map((field) => ({ field, code: 'missing', of: field })))
    expect(faults(Object.fromEntries(required.map((field) => [field, ' \u3000 '])))).toEqual(faults({}))
  })

  test.each([
    [{ email: 'ada' }, { code: 'email' }],
    [{ email: `${'a'.repeat(250)}@b.example` }, { code: 'email' }],
    [{ phone: 'call me' }, { code: 'phone' }],
    [{ phone: '123' }, { code: 'phone' }],
    [{ phone: '1'.repeat(16) }, { code: 'phone' }],
    [{ shipName: 'x'.repeat(101) }, { code: 'tooLong', max: 100 }],
    [{ shipName: 'two\nlines' }, { code: 'plainText' }],
    [{ shipName: '\ud800' }, { code: 'plainText' }],
    [{ shipName: '4111 1111 1111 1111' }, { code: 'personal' }],
    [{ street: 'x'.repeat(256) }, { code: 'tooLong', max: 255 }],
    [{ street: '4242-4242-4242-4242' }, { code: 'personal' }],
    [{ streetMore: '😀'.repeat(256) }, { code: 'tooLong', max: 255 }],
    [{ streetMore: 'SSN 078-05-1120' }, { code: 'personal' }],
    [{ town: 'x'.repeat(101) }, { code: 'tooLong', max: 100 }],
    [{ region: 'x'.repeat(51) }, { code: 'tooLong', max: 50 }],
    [{ postalCode: 'x'.repeat(21) }, { code: 'tooLong', max: 20 }],
    [{ country: 'Norway' }, { code: 'choice' }],
    [{ country: 'XX' }, { code: 'choice' }],
    [{ 'custom-1': '078-05-1120' }, { code: 'personal' }],
    [{ 'custom-1': 'x'.repeat(256) }, { code: 'tooLong', max: 255 }],
    [{ 'custom-1': 'a\u0000b' }, { code: 'plainText' }],
  ])('%j is refused at that field alone', (given, fault) => {
    expect(faults({ ...WHOLE, ...given })).toEqual([{ field: Object.keys(given)[0], ...fault }])
  })

  test.each([
    ['a number in full-width digits', { phone: '００４４ ２０' }, { phone: '0044 20' }],
    ['a country in any letter case', { country: ' mo ' }, { shipTo: { ...KEPT_ADDRESS, country: 'MO' } }],
    ['spaces around a line', { town: ' Bergen ' }, { shipTo: { ...KEPT_ADDRESS, city: 'Bergen' } }],
    ['characters of two code units', { shipName: '😀'.repeat(100) }, { shipTo: { name: '😀'.repeat(100) } }],
  ])('%s is read as the payer means it', (_, given, expected) => {
    expect(payer({ ...WHOLE, ...given })).toMatchObject(expected)
  })

  test('a custom field must match its definition', () => {
    const select = asking(anAskedField({ fieldType: 'Select', possibleValues: 'red, blue' }))
    const short = asking(anAskedField({ textMinLength: 3, textMaxLength: 5 }))
    const ask = (questions: PayerQuestions, answer: string) => faults({ 'custom-1': answer }, questions)

    expect([ask(select, 'red'), ask(short, 'abc')]).toEqual([[], []])
    expect(ask(select, 'green')).toEqual([{ field: 'custom-1', code: 'choice' }])
    for (const brief of ['', ' ', 'ab']) {
      expect(ask(short, brief)).toEqual([{ field: 'custom-1', code: 'tooShort', min: 3 }])
    }
    expect(ask(short, 'abcdef')).toEqual([{ field: 'custom-1', code: 'tooLong', max: 5 }])
  })

  test('a choice is the merchant’s own text, and is accepted whatever it looks like', () => {
    const select = asking(anAskedField({ fieldType: 'Select', possibleValues: '4111111111111111, other' }))

    expect(payer({ 'custom-1': '4111111111111111' }, select)?.customFields).toMatchObject([
      { value: '4111111111111111' },
    ])
  })

  test.each([
    ['an answer', { value: 'theirs' }, { 'custom-1': ' mine ' }, 'mine'],
    ['an emptied field', { value: 'theirs' }, { 'custom-1': '' }, undefined],
    ['a field that the page does not show', { value: 'theirs', canAnswer: false }, { 'custom-1': 'mine' }, 'theirs'],
    ['no answer', { value: 'theirs' }, {}, 'theirs'],
    ['a field that was added after the page was shown', { textMinLength: 3 }, {}, undefined],
    ['a field that was deleted meanwhile', { value: 'theirs' }, { 'custom-2': 'mine' }, 'theirs'],
  ])('%s gives a field with a merchant’s value the right value', (_, given, values, expected) => {
    const found = payer(values, asking(anAskedField(given)))

    expect(found?.customFields?.map(({ value }) => value)).toEqual(expected === undefined ? [] : [expected])
  })
})

test.each(['cardName', 'accountHolder'] as const)(
  'a name in %s is one line without a card or identity number',
  (field) => {
    const read = (name: string) => readName({ [field]: name }, field)

    expect(read(' Ada ')).toEqual({ value: 'Ada' })
    for (const [name, fault] of [
      ['', { code: 'missing', of: field }],
      ['x'.repeat(101), { code: 'tooLong', max: 100 }],
      ['two\nlines', { code: 'plainText' }],
      ['4111 1111 1111 1111', { code: 'personal' }],
    ] as const) {
      expect(read(name)).toMatchObject({ problems: [{ field, ...fault }] })
    }
  },
)

test('all accepted details can be recorded, in any script', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 300 })
  const anything = fc.record({
    ...{ email: fc.constant('ada@example.com'), phone: fc.constant('+1 555 0100'), country: fc.constant('HK') },
    ...{ cardName: words, shipName: words, street: words, town: words, region: words, 'custom-1': words },
  })
  const now = at('2026-03-09T10:00:00Z')
  // A hundred characters of two code units each, which is more than the field of a record takes.
  const invoice = anInvoice({ terms: { customer: { name: '🎉'.repeat(100) } } })
  let recorded = 0
  fc.assert(
    fc.property(anything, (values) => {
      const name = readName(values, 'cardName')
      const accepted = { ...payer(values), name: 'value' in name ? name.value : undefined }
      const attempt: Attempt = {
        ...{ organizationId: 'shop', attemptId: '1'.repeat(22), kind: 'charge', paymentId: '1'.repeat(22) },
        ...{ invoiceNumber: '1', requestKey: 'k', status: 'review', isReserved: false, processor: 'sandbox' },
        ...{ account: 'sandbox', isHosted: false, tokenId: undefined },
        ...{ method: 'card', amount: usd('1.00'), declineReason: undefined, facts: undefined, note: undefined },
        ...{ challengeUrl: undefined, payer: accepted, createdAt: now, changedAt: now },
      }
      for (const { kind, ...record } of recordsOfCharge({ invoice, attempt, at: now })) {
        recordWrite(kind, { ...record, organizationId: 'shop' })
      }
      recorded += 'email' in accepted ? 1 : 0
    }),
    { seed: 19, numRuns: 300 },
  )
  expect(recorded).toBeGreaterThan(20)
})
