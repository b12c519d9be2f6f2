import { describe, expect, test } from 'vitest'
import { aLine, anInvoice, at, invoiceTerms, usd } from '../../../test/support/data/invoices.ts'
import { parseMoney } from '../../kernel/money.ts'
import { created } from './created.ts'
import { canceled, published, sent } from './sent.ts'
import { numberProblems, refuseForbiddenUpdate, updated } from './updated.ts'

const now = at('2026-03-09T10:00:00Z')
const moment = { at: now }
const newToken = 'b'.repeat(64)
const sentInvoice = (terms: Parameters<typeof invoiceTerms>[0] = {}) =>
  anInvoice({ status: 'SENT', publishedAt: at('2026-03-02T00:00:00Z'), terms })
const refusal = (sentence: string) =>
  expect.objectContaining({
    code: 'ACTION_NOT_ALLOWED',
    message: `Requested action is not allowed. ${sentence}`,
  })

describe('creation', () => {
  const input = {
    organizationId: 'shop',
    position: 7,
    invoiceNumber: '7',
    terms: invoiceTerms(),
    clientReference: { developerId: 'dev', solutionId: undefined },
    paymentToken: newToken,
  }

  test('an invoice that is sent immediately owes its total and has the history CREATE, SEND', () => {
    const { after, history, event, mail } = created({ ...input, sendImmediately: true }, moment)

    expect(after).toMatchObject({ status: 'SENT', version: 1, balance: usd('100.00') })
    expect(after.publishedAt).toEqual(now)
    expect(after.reserved).toEqual(usd('0.00'))
    expect(history.map((entry) => entry.event)).toEqual(['CREATE', 'SEND'])
    expect(event?.type).toBe('invoicing.customer.invoice.send')
    expect(mail).toBe('invoice')
  })

  test('a new draft is not published and sends neither mail nor event', () => {
    const { after, event, mail } = created({ ...input, sendImmediately: false }, moment)

    expect(after).toMatchObject({ status: 'DRAFT', publishedAt: undefined })
    expect([event, mail]).toEqual([undefined, undefined])
  })
})

describe('update', () => {
  test('an updated invoice owes the new total in the new currency, keeps its status and sends no mail', () => {
    const total = parseMoney('5000', 'JPY')
    const before = sentInvoice()

    const { after, mail, event } = updated(before, invoiceTerms({ amounts: { total } }), {
      ...moment,
      newToken,
    })

    expect(after).toMatchObject({ status: 'SENT', version: 2, balance: total, submittedAt: now })
    expect(after.reserved).toEqual(parseMoney('0', 'JPY'))
    expect([mail, event]).toEqual([undefined, undefined])
    expect(after.paymentToken).toBe(before.paymentToken)
  })

  test.each([
    ['other@example.com', newToken],
    [undefined, newToken],
    ['ada@example.com', 'a'.repeat(64)],
  ])('an update with the customer address %s has the right payment token', (email, token) => {
    const { after } = updated(anInvoice(), invoiceTerms({ customer: { email } }), {
      ...moment,
      newToken,
    })

    expect(after.paymentToken).toBe(token)
  })

  test('an update never makes an itemized invoice amount-only', () => {
    const itemized = anInvoice({ terms: { lines: [aLine()] } })

    expect(() => refuseForbiddenUpdate(itemized, { hasLines: false })).toThrow(
      expect.objectContaining({
        code: 'ACTION_NOT_ALLOWED',
        message: expect.stringContaining('cancel it and create a new one'),
        details: [expect.objectContaining({ field: 'orderInformation.lineItems', reason: 'INVALID_DATA' })],
      }),
    )
    refuseForbiddenUpdate(itemized, { hasLines: true })
    refuseForbiddenUpdate(anInvoice(), { hasLines: true })
    refuseForbiddenUpdate(anInvoice(), { hasLines: false })
  })

  test('an update cannot change the number, but may repeat it', () => {
    const before = anInvoice({ invoiceNumber: 'A-1' })

    expect(numberProblems(before, undefined)).toEqual([])
    expect(numberProblems(before, 'A-1')).toEqual([])
    expect(numberProblems(before, 'a-1')).toEqual([
      {
        field: 'invoiceInformation.invoiceNumber',
        reason: 'INVALID_DATA',
        sentence: 'cannot be changed',
      },
    ])
  })
})

describe('delivery', () => {
  test('a delivered draft is published now, and its time of submission moves', () => {
    const { after, mail } = sent(anInvoice(), moment)

    expect(after).toMatchObject({ status: 'SENT', publishedAt: now, submittedAt: now })
    expect(mail).toBe('invoice')
  })

  test('a second delivery keeps the first time of publication', () => {
    const before = sentInvoice()

    expect(sent(before, moment).after.publishedAt).toEqual(before.publishedAt)
  })

  test('delivery by email needs a name and an address, and a refusal names both', () => {
    const before = anInvoice({ terms: { customer: { name: undefined, email: undefined } } })

    expect(() => sent(before, moment)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [
          expect.objectContaining({ field: 'customerInformation.name', reason: 'MISSING_FIELD' }),
          expect.objectContaining({ field: 'customerInformation.email', reason: 'MISSING_FIELD' }),
        ],
      }),
    )
  })

  test('delivery without email needs neither name nor address', () => {
    const customer = { name: undefined, email: undefined }
    const before = anInvoice({ terms: { customer, deliveryMode: 'none' } })

    expect(sent(before, moment)).toMatchObject({ after: { status: 'CREATED' }, mail: undefined })
  })

  test('delivery is refused for the status before the content is checked', () => {
    const terms = { customer: { email: undefined } }

    expect(() => sent(anInvoice({ status: 'CANCELED', terms }), moment)).toThrow(
      refusal('A canceled invoice cannot be sent.'),
    )
  })
})

test('a canceled draft was never published', () => {
  const { after } = canceled(anInvoice(), moment)

  expect(after).toMatchObject({ status: 'CANCELED', publishedAt: undefined, submittedAt: now })
})

test('a published draft is CREATED and submitted now', () => {
  expect(published(anInvoice(), moment).after).toMatchObject({
    status: 'CREATED',
    publishedAt: now,
    submittedAt: now,
  })
})
