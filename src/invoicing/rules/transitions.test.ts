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

describe('created', () => {
  const input = {
    organizationId: 'shop',
    position: 7,
    invoiceNumber: '7',
    terms: invoiceTerms(),
    clientReference: { developerId: 'dev', solutionId: undefined },
    paymentToken: newToken,
  }

  test('and sent immediately, an invoice owes its total and tells CREATE, then SEND', () => {
    const { after, history, event, mail } = created({ ...input, sendImmediately: true }, moment)

    expect(after).toMatchObject({ status: 'SENT', version: 1, balance: usd('100.00') })
    expect(after.publishedAt).toEqual(now)
    expect(after.reserved).toEqual(usd('0.00'))
    expect(history.map(({ event: told }) => told)).toEqual(['CREATE', 'SEND'])
    expect(event?.type).toBe('invoicing.customer.invoice.send')
    expect(mail).toBe('invoice')
  })

  test('as a draft it is not published and tells nobody', () => {
    const { after, event, mail } = created({ ...input, sendImmediately: false }, moment)

    expect(after).toMatchObject({ status: 'DRAFT', publishedAt: undefined })
    expect([event, mail]).toEqual([undefined, undefined])
  })
})

describe('updated', () => {
  test('owes the new total in the new currency, keeps its status and mails nobody', () => {
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
  ])('with the customer address %s it has the right payment token', (email, token) => {
    const { after } = updated(anInvoice(), invoiceTerms({ customer: { email } }), {
      ...moment,
      newToken,
    })

    expect(after.paymentToken).toBe(token)
  })

  test('never makes an itemized invoice amount only', () => {
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

  test('keeps its number; the same one may be said again', () => {
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

describe('sent', () => {
  test('from a draft it is published at that moment, and its time of submission moves', () => {
    const { after, mail } = sent(anInvoice(), moment)

    expect(after).toMatchObject({ status: 'SENT', publishedAt: now, submittedAt: now })
    expect(mail).toBe('invoice')
  })

  test('again it was published when it was published first', () => {
    const before = sentInvoice()

    expect(sent(before, moment).after.publishedAt).toEqual(before.publishedAt)
  })

  test('by email it needs a name and an address, and says both that are missing', () => {
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

  test('without an email it needs neither', () => {
    const customer = { name: undefined, email: undefined }
    const before = anInvoice({ terms: { customer, deliveryMode: 'none' } })

    expect(sent(before, moment)).toMatchObject({ after: { status: 'CREATED' }, mail: undefined })
  })

  test('is refused by the state before anything is said about the content', () => {
    const terms = { customer: { email: undefined } }

    expect(() => sent(anInvoice({ status: 'CANCELED', terms }), moment)).toThrow(
      refusal('A canceled invoice cannot be sent.'),
    )
  })
})

test('a draft that is canceled was never published', () => {
  const { after } = canceled(anInvoice(), moment)

  expect(after).toMatchObject({ status: 'CANCELED', publishedAt: undefined, submittedAt: now })
})

test('a published draft is CREATED and was submitted now', () => {
  expect(published(anInvoice(), moment).after).toMatchObject({
    status: 'CREATED',
    publishedAt: now,
    submittedAt: now,
  })
})
