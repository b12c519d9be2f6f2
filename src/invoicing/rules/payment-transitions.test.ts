import { describe, expect, test } from 'vitest'
import { anInvoice, at, invoiceTerms, usd } from '../../../test/support/data/invoices.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { Invoice } from './invoice.ts'
import { eventPayload } from './invoice-event.ts'
import { paid, reversed } from './paid.ts'
import { reminded } from './reminded.ts'
import { released, reserved } from './reserved.ts'
import { accepted, held, rejected } from './reviewed.ts'

const now = at('2026-03-09T10:00:00Z')
const moment = { at: now }
const partial = (given: Partial<Invoice> = {}) =>
  anInvoice({
    status: 'PARTIAL',
    balance: usd('60.00'),
    publishedAt: at('2026-03-02T00:00:00Z'),
    terms: { canPayPartially: true },
    ...given,
  })
const sentInvoice = (terms: Parameters<typeof invoiceTerms>[0] = {}) =>
  anInvoice({ status: 'SENT', publishedAt: at('2026-03-02T00:00:00Z'), terms })
const refusal = (sentence: string) =>
  expect.objectContaining({
    code: 'ACTION_NOT_ALLOWED',
    message: `Requested action is not allowed. ${sentence}`,
  })

describe('reservations', () => {
  test('a reservation reduces the payable amount, and keeps status, history and time of submission', () => {
    const change = reserved(partial(), { ...moment, amount: usd('20.00') })

    expect(change.after).toMatchObject({ status: 'PARTIAL', reserved: usd('20.00'), version: 2 })
    expect(change.after.balance).toEqual(usd('60.00'))
    expect(change.after.submittedAt).toEqual(partial().submittedAt)
    expect([change.history, change.event]).toEqual([[], undefined])
  })

  test.each([
    ['60.01', 'The payment exceeds the 60.00 USD that can still be paid.', {}],
    ['40.01', 'The payment exceeds the 40.00 USD that can still be paid.', { reserved: usd('20') }],
    ['0.00', 'The amount of a payment must be positive.', {}],
  ])('a reservation of %s is refused: %s', (amount, sentence, given) => {
    expect(() => reserved(partial(given), { ...moment, amount: usd(amount) })).toThrow(refusal(sentence))
  })

  test('a partial reservation must be allowed and reach the minimum, unless it is the whole balance', () => {
    const minimum = (canPayPartially: boolean) =>
      sentInvoice({ canPayPartially, amounts: { minimumPartial: usd('30.00') } })
    const part = (amount: string) => ({ ...moment, amount: usd(amount) })

    expect(() => reserved(minimum(false), part('50.00'))).toThrow(
      refusal('The invoice does not allow partial payments.'),
    )
    expect(() => reserved(minimum(true), part('29.99'))).toThrow(
      refusal('A partial payment must be at least 30.00 USD.'),
    )
    expect(reserved(minimum(true), part('30.00')).after.reserved).toEqual(usd('30.00'))
    const rest = { ...minimum(true), status: 'PARTIAL', balance: usd('10.00') } as const
    expect(reserved(rest, part('10.00')).after.reserved).toEqual(usd('10.00'))
  })

  test('a minimum above the payable amount requires all of it', () => {
    const invoice = sentInvoice({ canPayPartially: true, amounts: { minimumPartial: usd('500.00') } })
    const part = (amount: string) => ({ ...moment, amount: usd(amount) })

    expect(() => reserved(invoice, part('99.99'))).toThrow(refusal('A partial payment must be at least 100.00 USD.'))
    expect(reserved(invoice, part('100.00')).after.reserved).toEqual(usd('100.00'))
    const inProgress = { ...invoice, reserved: usd('40.00') }
    expect(() => reserved(inProgress, part('59.99'))).toThrow(refusal('A partial payment must be at least 60.00 USD.'))
    expect(reserved(inProgress, part('60.00')).after.reserved).toEqual(usd('100.00'))
  })

  test('a reservation is refused from the end of the link on', () => {
    const before = sentInvoice({ expiresOn: Temporal.PlainDate.from('2026-03-09') })
    const amount = usd('100.00')

    expect(() => reserved(before, { amount, at: at('2026-03-09T00:00:00Z') })).toThrow(
      refusal('The payment link has expired.'),
    )
    expect(reserved(before, { amount, at: at('2026-03-08T23:59:59.999Z') }).after.reserved).toEqual(amount)
  })

  test('a reservation in another currency is refused', () => {
    expect(() => reserved(sentInvoice(), { ...moment, amount: parseMoney('1', 'EUR') })).toThrow(
      refusal('The invoice must be paid in USD.'),
    )
  })

  test('a reservation is released in every status, and never more than was reserved', () => {
    const before = partial({ status: 'PENDING', reserved: usd('20.00') })

    expect(released(before, { ...moment, amount: usd('20.00') }).after).toMatchObject({
      status: 'PENDING',
      reserved: usd('0.00'),
    })
    expect(() => released(before, { ...moment, amount: usd('20.01') })).toThrow('reserved')
  })
})

describe('payments', () => {
  const payment = { ...moment, transactionId: 'T1', origin: 'external' } as const

  test('a payment of the balance makes the invoice PAID', () => {
    const { after, history, event } = paid(sentInvoice(), { ...payment, amount: usd('100.00') })

    expect(after).toMatchObject({ status: 'PAID', balance: usd('0.00') })
    expect(after.submittedAt).toEqual(sentInvoice().submittedAt)
    expect(history).toEqual([
      { event: 'PAYMENT', at: now, transaction: { transactionId: 'T1', amount: usd('100.00') } },
    ])
    expect(event?.type).toBe('invoicing.customer.invoice.paid')
  })

  test('a partial payment makes the invoice PARTIAL and uses its reservation', () => {
    const before = partial({ reserved: usd('25.00') })

    const { after } = paid(before, { ...payment, amount: usd('20.00'), origin: 'reserved' })

    expect(after).toMatchObject({
      status: 'PARTIAL',
      balance: usd('40.00'),
      reserved: usd('5.00'),
    })
  })

  test('a payment without a reservation cannot use reserved amounts', () => {
    const before = partial({ reserved: usd('50.00') })

    expect(() => paid(before, { ...payment, amount: usd('10.01') })).toThrow(
      refusal('The payment exceeds the 10.00 USD that can still be paid.'),
    )
    expect(paid(before, { ...payment, amount: usd('10.00') }).after.balance).toEqual(usd('50.00'))
  })

  test('a paid invoice refuses a payment for its status, not for the amount', () => {
    const before = anInvoice({ status: 'PAID', balance: usd('0.00') })

    expect(() => paid(before, { ...payment, amount: usd('1.00') })).toThrow(
      refusal('A fully paid invoice takes no further payment.'),
    )
  })

  test('a reserved payment is accepted while another one is under review', () => {
    const before = partial({ status: 'PENDING', reserved: usd('50.00') })

    const { after } = paid(before, { ...payment, amount: usd('20.00'), origin: 'reserved' })

    expect(after).toMatchObject({
      status: 'PENDING',
      balance: usd('40.00'),
      reserved: usd('30.00'),
    })
    expect(() => paid(before, { ...payment, amount: usd('1.00') })).toThrow(
      refusal('While a payment is under review the invoice takes no further payment.'),
    )
  })
})

describe('reversals', () => {
  const payment = { ...moment, transactionId: 'T1', origin: 'external' } as const
  const created100 = () => anInvoice({ status: 'CREATED', terms: { canPayPartially: true } })

  test.each([
    ['SENT', sentInvoice({ canPayPartially: true })],
    ['CREATED', created100()],
  ])('the reversal of the only payment returns the invoice to its earlier status %s', (status, before) => {
    const { after } = paid(before, { ...payment, amount: usd('100.00') })
    const back = reversed(after, { ...moment, amount: usd('100.00') })

    expect(back.after).toMatchObject({ status, balance: usd('100.00'), version: before.version + 2 })
    expect([back.history, back.event]).toEqual([[], undefined])
  })

  test('the reversal of one of two payments makes a paid invoice PARTIAL', () => {
    const part = paid(created100(), { ...payment, amount: usd('40.00') }).after
    const whole = paid(part, { ...payment, amount: usd('60.00') }).after

    expect(reversed(whole, { ...moment, amount: usd('60.00') }).after).toMatchObject({
      status: 'PARTIAL',
      balance: usd('60.00'),
    })
  })

  test('a reversal keeps a review open, and never exceeds the paid amount', () => {
    const pendingPart = partial({ status: 'PENDING', reserved: usd('10.00'), openReviews: 1 })

    expect(reversed(pendingPart, { ...moment, amount: usd('40.00') }).after).toMatchObject({
      status: 'PENDING',
      balance: usd('100.00'),
    })
    expect(() => reversed(pendingPart, { ...moment, amount: usd('40.01') })).toThrow('paid')
  })
})

describe('reviews', () => {
  const pending = (balance: string, amount: string) =>
    anInvoice({ status: 'PENDING', balance: usd(balance), reserved: usd(amount), openReviews: 1 })

  test('a payment under review stays reserved', () => {
    const { after } = held(partial({ reserved: usd('60.00') }), { ...moment, amount: usd('60.00'), origin: 'reserved' })

    expect(after).toMatchObject({ status: 'PENDING', reserved: usd('60.00'), openReviews: 1 })
  })

  test('a late review reserves its amount again, if it can still be paid', () => {
    const late = { ...moment, amount: usd('40.00'), origin: 'late' } as const

    expect(held(partial(), late).after).toMatchObject({ status: 'PENDING', reserved: usd('40.00') })
    expect(() => held(partial({ reserved: usd('30.00') }), late)).toThrow(
      refusal('The payment exceeds the 30.00 USD that can still be paid.'),
    )
  })

  test('several open reviews keep the invoice PENDING until the last decision', () => {
    const part = { ...moment, amount: usd('30.00') }
    const one = held(partial({ reserved: usd('60.00') }), { ...part, origin: 'reserved' }).after
    const two = held(one, { ...part, origin: 'reserved' }).after
    const afterAccept = accepted(two, { ...part, transactionId: 'T2' }).after
    const afterReject = rejected(two, part).after

    expect(two).toMatchObject({ status: 'PENDING', openReviews: 2 })
    expect(afterAccept).toMatchObject({ status: 'PENDING', balance: usd('30.00'), openReviews: 1 })
    expect(afterReject).toMatchObject({ status: 'PENDING', balance: usd('60.00'), openReviews: 1 })
    expect(rejected(afterAccept, part).after).toMatchObject({ status: 'PARTIAL', openReviews: 0 })
    expect(accepted(afterAccept, { ...part, transactionId: 'T3' }).after.status).toBe('PAID')
    expect(rejected(afterReject, part).after).toMatchObject({ status: 'PARTIAL', reserved: usd('0.00') })
  })

  test.each([
    ['100.00', '100.00', 'PAID', '0.00'],
    ['100.00', '40.00', 'PARTIAL', '60.00'],
    ['60.00', '60.00', 'PAID', '0.00'],
  ])('a review with %s owed and %s accepted ends in %s', (balance, amount, status, left) => {
    const { after, history } = accepted(pending(balance, amount), {
      ...moment,
      amount: usd(amount),
      transactionId: 'T2',
    })

    expect(after).toMatchObject({ status, balance: usd(left), reserved: usd('0.00') })
    expect(history[0]).toMatchObject({ event: 'PAYMENT', transaction: { transactionId: 'T2' } })
  })

  test.each([
    ['100.00', '100.00', 'SENT'],
    ['60.00', '60.00', 'PARTIAL'],
  ])('a review with %s owed and %s rejected ends in %s', (balance, amount, status) => {
    const { after, history } = rejected(pending(balance, amount), {
      ...moment,
      amount: usd(amount),
    })

    expect(after).toMatchObject({ status, balance: usd(balance), reserved: usd('0.00') })
    expect(history).toEqual([{ event: 'REJECTED', at: now, transaction: undefined }])
  })
})

test('a reminder is in the history and has its own event', () => {
  const change = reminded(sentInvoice(), { ...moment, kind: 'overdueReminder' })

  expect(change.history).toEqual([{ event: 'REMINDER', at: now, transaction: undefined }])
  expect(change.event?.type).toBe('invoicing.customer.invoice.overdue-reminder')
})

test('an event has the facts after the change, amounts as decimal strings, and no empty members', () => {
  const terms = { customer: { name: undefined } }
  const transaction = { transactionId: 'T1', amount: usd('40.00') }

  expect(eventPayload(partial({ terms: invoiceTerms(terms) }), { transaction }, { baseUrl: 'https://q' })).toEqual({
    invoiceNumber: '1',
    status: 'PARTIAL',
    totalAmount: '100.00',
    balanceAmount: '60.00',
    currency: 'USD',
    dueDate: '2026-04-01',
    emailTo: 'ada@example.com',
    invoiceUrl: `https://q/pay/${'a'.repeat(64)}?version=v2.1`,
    transactionId: 'T1',
    amount: '40.00',
  })
})
