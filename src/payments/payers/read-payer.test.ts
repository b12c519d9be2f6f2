import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anInvoice, at, usd } from '../../../test/support/data/invoices.ts'
import type { AskedField, PayerQuestions } from '../../invoicing/index.ts'
import { recordWrite } from '../../records/index.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import { recordsOfCharge } from '../records/payment-records.ts'
import { payerReader } from './read-payer.ts'

const field = (given: Partial<AskedField> = {}): AskedField => ({
  ...{ organizationId: 'shop', definitionId: 1, referenceType: 'Invoice', fieldType: 'Text', label: 'Order' },
  ...{ isCustomerVisible: true, isReadOnly: false, textMinLength: undefined, textMaxLength: undefined },
  ...{ textDefaultValue: undefined, possibleValues: undefined, dataIndex: 7, deletedAt: undefined },
  ...{ createdAt: at('2026-03-01T00:00:00Z'), canAnswer: true, value: undefined },
  ...given,
})
const NOTHING: PayerQuestions = {
  ...{ isEmailAsked: false, isPhoneAsked: false, isShippingAsked: false, isAuthenticated: false, customFields: [] },
}
const EVERYTHING: PayerQuestions = {
  ...NOTHING,
  ...{ isEmailAsked: true, isPhoneAsked: true, isShippingAsked: true, customFields: [field()] },
}
const shipTo = { name: 'Ada Lovelace', address1: '1 Main St', city: 'Oslo', country: 'no' }
const whole = { name: 'Ada', email: 'ada@example.com', phone: '+1 555 0100', shipTo, customFields: { 1: 'PO-9' } }

const read = (raw: unknown, questions = EVERYTHING) => payerReader(questions)(raw, 'payer')
const problems = (raw: unknown, questions = EVERYTHING) => {
  const result = read(raw, questions)
  return 'problems' in result ? result.problems.map(({ field, sentence }) => `${field} ${sentence}`) : []
}
const payer = (raw: unknown, questions = EVERYTHING): Payer | undefined => {
  const result = read(raw, questions)
  return 'value' in result ? result.value : undefined
}

describe('what a payer enters', () => {
  test('is kept as far as it is asked for', () => {
    expect(payer(whole)).toEqual({
      ...{ name: 'Ada', email: 'ada@example.com', phone: '+1 555 0100', shipTo: { ...shipTo, country: 'NO' } },
      customFields: [{ definitionId: 1, label: 'Order', value: 'PO-9', dataIndex: 7 }],
    })
    expect(payer(whole, NOTHING)).toEqual({ name: 'Ada', customFields: [] })
    expect(payer(undefined, NOTHING)).toEqual({ customFields: [] })
  })

  test('is required where it is asked for, all of it at once', () => {
    expect(problems({})).toEqual(
      ['email', 'phone', 'shipTo.name', 'shipTo.address1', 'shipTo.city', 'shipTo.country'].map(
        (name) => `payer.${name} is required`,
      ),
    )
  })

  test.each([
    [{ email: 'ada' }, /^payer.email must be a mail address/],
    [{ phone: 'call me' }, /^payer.phone must be a phone number/],
    [{ phone: '123' }, /^payer.phone/],
    [{ phone: '1'.repeat(16) }, /^payer.phone/],
    [{ name: 'x'.repeat(101) }, /^payer.name must not be longer than 100/],
    [{ name: 'two\nlines' }, /^payer.name must be plain text/],
    [{ name: '4111 1111 1111 1111' }, /^payer.name must not contain what looks like a card number/],
    [{ shipTo: { ...shipTo, country: 'Norway' } }, /^payer.shipTo.country must be a country code/],
    [{ shipTo: { ...shipTo, address1: '4242-4242-4242-4242' } }, /^payer.shipTo.address1 .* card number/],
    [{ shipTo: { ...shipTo, zip: 'x'.repeat(21) } }, /^payer.shipTo.zip/],
    [{ shipTo: 'Oslo' }, /^payer.shipTo must be an object/],
    [{ customFields: { 1: '078-05-1120' } }, /^payer.customFields.1 must not contain/],
    [{ customFields: { 1: 'x'.repeat(256) } }, /^payer.customFields.1 must not be longer/],
    [{ customFields: 'PO-9' }, /^payer.customFields must be an object/],
  ])('%j is refused for that field alone', (given, expected) => {
    const found = problems({ ...whole, ...given })

    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(expected)
  })

  test('in a custom field keeps to its definition', () => {
    const select = field({ fieldType: 'Select', possibleValues: 'red, blue' })
    const short = field({ textMinLength: 3, textMaxLength: 5 })
    const ask = (one: AskedField, answer: string) =>
      problems({ customFields: { 1: answer } }, { ...NOTHING, customFields: [one] })

    expect([ask(select, 'red'), ask(short, 'abc')]).toEqual([[], []])
    expect(ask(select, 'green')).toEqual(['payer.customFields.1 must be one of the possible values'])
    expect(ask(short, 'ab')).toEqual(['payer.customFields.1 must have at least 3 characters'])
  })

  test.each([
    ['an answer', field({ value: 'theirs' }), { 1: ' mine ' }, 'mine'],
    ['an emptied field', field({ value: 'theirs' }), { 1: '' }, undefined],
    ['a field that the page does not show', field({ value: 'theirs', canAnswer: false }), { 1: 'mine' }, 'theirs'],
    ['no answer', field({ value: 'theirs' }), {}, 'theirs'],
    ['a field that was deleted meanwhile', field({ value: 'theirs' }), { 2: 'mine' }, 'theirs'],
  ])('%s counts against the merchant’s value as it should', (_, one, customFields, expected) => {
    const found = payer({ customFields }, { ...NOTHING, customFields: [one] })

    expect(found?.customFields?.map(({ value }) => value)).toEqual(expected === undefined ? [] : [expected])
  })
})

test('whatever is accepted can be recorded, in any script', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 300 })
  const anything = fc.record({
    ...{ name: words, email: fc.constant('ada@example.com'), phone: fc.constant('+1 555 0100') },
    shipTo: fc.record({ name: words, address1: words, city: words, state: words, country: fc.constant('NO') }),
    customFields: fc.record({ 1: words }),
  })
  const now = at('2026-03-09T10:00:00Z')
  // A hundred characters of two code units each, which is more than the field of a record takes.
  const invoice = anInvoice({ terms: { customer: { name: '🎉'.repeat(100) } } })
  let recorded = 0
  fc.assert(
    fc.property(anything, (raw) => {
      const accepted = payer(raw) ?? {}
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
