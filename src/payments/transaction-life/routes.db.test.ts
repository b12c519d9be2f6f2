import { expect, test } from 'vitest'
import { startSearchApp } from '../../../test/support/apps/search-app.ts'
import { writeRecords } from '../../../test/support/data/own-records.ts'
import { aPayableInvoice, payAs } from '../../../test/support/data/payments.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'

const app = await startSearchApp()
const { deps, shop, owner, other, partner, tick } = app

const read = (id: string, by: Keyed = owner) =>
  sendAs(app.port, by, { method: 'GET', path: `/portal/v1/transactions/${encodeURIComponent(id)}` })
const post = (path: string, body: object = {}) => sendAs(app.port, owner, { method: 'POST', path, body })
const events = (body: { readonly life: readonly { readonly event: string; readonly transactionId: string }[] }) =>
  body.life.map(({ event }) => event)

const consent = {
  ...{ at: '2026-03-09T10:00:00.000Z', wording: 'I allow Shop to charge this card.', language: 'en-US' },
  customer: { merchantCustomerId: 'C1' },
}

test('a payment shows its life, invoice, refunds and the account that may be stored', async () => {
  const invoice = await aPayableInvoice(shop, '50.00')
  const { paymentId } = await payAs(deps, invoice, '50.00', { payer: { consent, email: 'ada@example.com' } })
  tick()
  const refund = await post(`/payments/v1/payments/${paymentId}/refunds`, { amount: '12.50', reason: 'damaged' })

  const before = await read(paymentId)
  await post(`/payments/v1/transactions/${paymentId}/token`)
  const after = await read(paymentId)
  const ofRefund = await read(refund.body.id)

  expect(before.body).toMatchObject({
    transaction: {
      id: paymentId,
      type: 'PAYMENT',
      state: 'COMPLETED',
      amount: 50,
      customer: { email: 'ada@example.com' },
    },
    details: { processorInformation: { avs: { code: 'Y' } } },
    related: [{ id: refund.body.id, type: 'REFUND', amount: 12.5 }],
    ...{ invoiceId: invoice, processor: 'sandbox', token: null, tokenRefusal: null },
    payment: { id: paymentId, refundedAmount: 12.5, refundableAmount: 37.5, refunds: [{ reason: 'damaged' }] },
  })
  expect(events(before.body)).toEqual(['AUTHORIZED', 'CAPTURED', 'REFUNDED'])
  expect(after.body).toMatchObject({
    token: { status: 'ACTIVE', consent: { wording: consent.wording } },
    tokenRefusal: null,
  })
  expect(ofRefund.body).toMatchObject({
    transaction: { id: refund.body.id, type: 'REFUND' },
    related: [{ id: paymentId }],
    payment: { id: paymentId },
    tokenRefusal: { reason: 'ACCOUNT_NOT_STORABLE' },
  })
})

test('a payment whose payer did not agree says why its account cannot be stored', async () => {
  const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '9.00'), '9.00')

  expect((await read(paymentId)).body).toMatchObject({ token: null, tokenRefusal: { reason: 'CONSENT_MISSING' } })
})

test('an imported payment is shown with the requests of the same numbers, and nothing of PostgreSQL', async () => {
  const common = {
    ...{ 'Request.MerchantReferenceNumber': 'ORDER-5', 'Request.TransactionReferenceNumber': 'PROC-5' },
    ...{ 'PaymentData.RequestedAmount': '1500', 'PaymentData.RequestedAmountCurrencyCode': 'JPY' },
    'Application.Rflag': 'SOK',
  }
  const of = (id: string, name: string, more: object = {}) => ({
    recordId: `${id}-${name}`,
    fields: { ...common, 'Request.RequestID': id, 'Application.Name': name, ...more },
  })
  const [auth, bill, stranger] = ['8000000000000000000001', '8000000000000000000002', '8000000000000000000003']
  await writeRecords(app.database, [
    of(auth, 'ics_auth'),
    of(bill, 'ics_bill'),
    of(stranger, 'ics_bill', { 'Request.TransactionReferenceNumber': 'PROC-6' }),
    { recordId: 'lonely/1', fields: { 'Application.Name': 'ics_auth' } },
  ])

  const { body } = await read(auth)
  const lonely = await read('lonely/1')

  expect(body).toMatchObject({
    transaction: { state: 'AUTHORIZED', amount: 1500, currency: 'JPY' },
    related: [{ id: bill, state: 'COMPLETED' }],
    ...{ payment: null, invoiceId: null, processor: null, token: null },
  })
  expect(events(body)).toEqual(['AUTHORIZED', 'CAPTURED'])
  expect(lonely.body).toMatchObject({ transaction: { id: 'lonely/1' }, related: [] })
  expect(events(lonely.body)).toEqual(['AUTHORIZED'])
})

test('each organization reads its own, and a partner those of its merchants', async () => {
  const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '7.00'), '7.00')

  expect((await read(paymentId, partner)).body.transaction).toMatchObject({ id: paymentId, organizationId: 'shop' })
  expect((await read(paymentId, other)).status).toBe(404)
  expect((await read('123')).status).toBe(404)
})
