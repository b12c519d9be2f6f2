import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

const refund = (path: string, totalAmount: string, more: object = {}, headers = {}) => {
  const body = { orderInformation: { amountDetails: { totalAmount, currency: 'USD' } }, ...more }
  return sendAs(app.port, owner, { method: 'POST', path: `/pts/v2/${path}/refunds`, headers, body })
}

test('a capture is refunded by its own id, and by that of its payment', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '100.00', { source: aCard('4000000000009235'), canReview: true })
  await payments.accept(paymentId)
  const { rows } = await sql<{ id: string }>`select attempt_id as id from payment_attempts
    where payment_id = ${paymentId} and kind = 'capture'`.execute(app.database.db)

  const responses = [
    await refund(`captures/${rows[0]?.id}`, '30.00'),
    await refund(`captures/${paymentId}`, '20.00'),
    await refund(`payments/${rows[0]?.id}`, '10.00'),
  ]

  expect(responses.map(({ status, body }) => [status, body.status])).toEqual(
    Array.from({ length: 3 }, () => [201, 'PENDING']),
  )
  const [payment] = (await payments.list(id)).body.payments
  expect(payment).toMatchObject({ id: paymentId, refundedAmount: 60 })
  const idsOf = (refunds: readonly { readonly id: string }[]) => refunds.map((each) => each.id).sort()
  expect(idsOf(payment.refunds)).toEqual(idsOf(responses.map(({ body }) => body)))
})

test('the reason is shown with the payment, and an Idempotency-Key refunds once', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '100.00')
  const headers = { 'idempotency-key': `refund of ${id}` }
  const more = { processingInformation: { refundOptions: { reason: 'damaged' } } }

  const first = await refund(`payments/${paymentId}`, '30.00', more, headers)
  const second = await refund(`payments/${paymentId}`, '30.00', more, headers)

  expect([first.status, second.text]).toEqual([201, first.text])
  expect(first.body).not.toHaveProperty('clientReferenceInformation')
  const [payment] = (await payments.list(id)).body.payments
  expect(payment.refunds).toMatchObject([{ id: first.body.id, amount: 30, reason: 'damaged' }])
})

test('a refund that the processor refuses is DECLINED with the reason', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '100.00')
  // The processor does not know the payment any more.
  await sql`delete from sandbox_processor_calls where key = ${paymentId}`.execute(app.database.db)

  const { status, body } = await refund(`payments/${paymentId}`, '30.00')

  expect([status, body.status]).toEqual([201, 'DECLINED'])
  expect(body.errorInformation).toEqual({
    reason: 'PROCESSOR_DECLINED',
    message: 'The processor declined the refund: notAllowed.',
  })
})

test('a payment received elsewhere is not refunded', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const cash = await payments.receive(id, { amount: 1, date: '2026-03-08', method: 'cash' })

  const { status, body } = await refund(`payments/${cash.body.id}`, '1.00')

  expect([status, body.status, body.reason]).toEqual([400, 'INVALID_REQUEST', 'ACTION_NOT_ALLOWED'])
})
