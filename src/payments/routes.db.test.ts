import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../test/support/apps/app.ts'
import { anOrganization } from '../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../test/support/http/payment-client.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
let others: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  others = app.paymentsOf(await anOrganization(app, 'other'))
})
const tick = () => app.clock.set(app.clock.now().add({ seconds: 1 }).toString())
const held = (id: string, amount: string) =>
  payAs(deps, id, amount, { source: aCard('4000000000009235'), canReview: true })

describe('GET /payments/v1/invoices/{id}/payments', () => {
  test('lists payments with their refunds, oldest first, and nothing that identifies a card', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '60.00')
    tick()
    await payments.receive(id, { amount: 40, date: '2026-03-08', method: 'cash', note: 'at the counter' })
    await payments.refund(paymentId, { amount: '10.50', reason: 'damaged' })

    const { status, body, text } = await payments.list(id)

    expect(status).toBe(200)
    expect(body.totalPayments).toBe(2)
    expect(body.payments[0]).toMatchObject({
      ...{ id: paymentId, invoiceId: id, origin: 'PROCESSOR', status: 'COMPLETED', method: 'card', amount: 60 },
      ...{ currency: 'USD', refundedAmount: 10.5, account: { scheme: 'Visa', suffix: '4242' } },
      refunds: [{ status: 'COMPLETED', amount: 10.5, reason: 'damaged' }],
    })
    expect(body.payments[1]).toMatchObject({
      ...{ origin: 'EXTERNAL', method: 'cash', date: '2026-03-08', note: 'at the counter', refunds: [] },
    })
    expect(text).not.toContain('424242')
  })

  test('does not show another merchant’s invoice', async () => {
    const id = await aPayableInvoice(shop, '100.00')

    const { status, body } = await others.list(id)

    expect([status, body.reason]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('POST /payments/v1/payments/{transactionId}/refunds', () => {
  test('refunds once for each Idempotency-Key', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '100.00')
    const headers = { 'idempotency-key': 'refund 1' }

    const first = await payments.refund(paymentId, { amount: 25 }, headers)
    const second = await payments.refund(paymentId, { amount: 25 }, headers)

    expect([first.status, first.body.status]).toEqual([201, 'COMPLETED'])
    expect(first.body.id).toMatch(/^\d{22}$/)
    expect(second.body).toEqual(first.body)
    expect((await payments.list(id)).body.payments[0].refundedAmount).toBe(25)
  })

  test.each([
    [{ amount: 100.01 }, 'amount', /exceeds the 100.00 USD/],
    [{ amount: 0 }, 'amount', /must be positive/],
    [{ amount: '1.001' }, 'amount', /more decimals than USD/],
    [{ amount: 'all' }, 'amount', /must be a non-negative number/],
    [{ amount: 1, reason: 'x'.repeat(256) }, 'reason', /must not be longer than 255/],
  ])('refuses %j and names the field', async (body, field, message) => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '100.00')

    const refused = await payments.refund(paymentId, body)

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ reason: 'VALIDATION_ERROR', details: [{ field, reason: 'INVALID_DATA' }] })
    expect(refused.body.message).toMatch(message)
  })

  test('of a payment that does not exist or is another merchant’s is 404', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '100.00')

    expect((await payments.refund('1'.repeat(22))).status).toBe(404)
    expect((await others.refund(paymentId)).status).toBe(404)
  })
})

describe('external payments', () => {
  test('are recorded and reversed', async () => {
    const id = await aPayableInvoice(shop, '100.00')

    const received = await payments.receive(id, { amount: '100', date: '2026-03-08', method: 'BankTransfer' })
    expect(received.status).toBe(201)
    expect(received.body).toMatchObject({ status: 'COMPLETED', method: 'bankTransfer', amount: 100 })
    expect((await shop.get(id)).body.status).toBe('PAID')
    const reversed = await payments.reverse(received.body.id, { reason: 'recalled' })

    expect(reversed.status).toBe(201)
    expect(reversed.body).toMatchObject({ status: 'REVERSED', reversalReason: 'recalled' })
    const { body } = await shop.get(id)
    expect([body.status, body.orderInformation.amountDetails.balanceAmount]).toEqual(['SENT', 100])
  })

  test('are not dated after today, as the merchant’s calendar shows it', async () => {
    const owner = await anOrganization(app, 'east', { timeZone: 'Pacific/Auckland' })
    const id = await aPayableInvoice(app.clientOf(owner), '100.00')
    const receive = (date: string) => app.paymentsOf(owner).receive(id, { amount: 10, date, method: 'cash' })
    const before = app.clock.now()
    app.clock.set('2026-03-09T12:00:00Z')

    const [today, tomorrow] = [await receive('2026-03-10'), await receive('2026-03-11')]
    app.clock.set(before.toString())

    expect(today.status).toBe(201)
    expect([tomorrow.status, tomorrow.body.details]).toEqual([400, [{ field: 'date', reason: 'INVALID_DATA' }]])
    expect(tomorrow.body.message).toContain('date must not be after today, which is 2026-03-10 in Pacific/Auckland')
  })

  test('name every problem of the body', async () => {
    const id = await aPayableInvoice(shop, '100.00')

    const { status, body } = await payments.receive(id, { amount: 'x', date: '2026-02-30', method: 'gold' })

    expect(status).toBe(400)
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['amount', 'date', 'method'])
    expect((await payments.receive(id, {})).body.details).toHaveLength(3)
  })
})

describe('reviews', () => {
  test('are listed page by page, and leave the list once decided on', async () => {
    const [one, two] = [await aPayableInvoice(shop, '10.00'), await aPayableInvoice(shop, '20.00')]
    const first = await held(one, '10.00')
    tick()
    const second = await held(two, '20.00')

    const page = await payments.reviews('?limit=1')
    expect(page.body).toMatchObject({ totalReviews: 2, reviews: [{ id: first.paymentId, status: 'REVIEW' }] })
    expect(page.headers['link']).toContain('limit=1&offset=1')
    const accepted = await payments.accept(first.paymentId, { comment: 'known customer' })
    const rejected = await payments.reject(second.paymentId)

    expect(accepted.body).toMatchObject({
      ...{ status: 'COMPLETED', review: { decision: 'ACCEPT', comment: 'known customer' } },
    })
    expect(rejected.body).toMatchObject({ status: 'REJECTED', review: { decision: 'REJECT' } })
    expect((await payments.reviews()).body).toEqual({ totalReviews: 0, reviews: [] })
    expect([(await shop.get(one)).body.status, (await shop.get(two)).body.status]).toEqual(['PAID', 'SENT'])
    expect((await payments.accept(first.paymentId)).body).toMatchObject({ reason: 'ACTION_NOT_ALLOWED' })
    expect((await others.accept(second.paymentId)).status).toBe(404)
  })
})

describe('hostile requests', () => {
  const IDS = ['%00', '%F0%9F%98%80', '1'.repeat(22), '9'.repeat(200), "'--", '%2e%2e%2f']

  test.each(IDS)('with the id %s find nothing', async (id) => {
    const responses = await Promise.all([
      payments.refund(id, { amount: 1 }),
      payments.reverse(id, { reason: 'x' }),
      payments.accept(id),
      payments.reject(id),
      payments.call('GET', `/invoices/${id}/payments`),
      payments.call('POST', `/invoices/${id}/external-payments`, { amount: 1, date: '2026-03-08', method: 'cash' }),
    ])

    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(404))
  })

  test.each([
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['-1', 'a negative one'],
    ['0.001', 'a tenth of a cent'],
    ['1e2', 'an exponent'],
    ['9'.repeat(40), 'many digits'],
    ['NaN', 'not a number'],
    ['', 'nothing'],
  ])('with the amount %s (%s) are refused by name', async (amount) => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '50.00')

    const responses = [
      await payments.refund(paymentId, { amount }),
      await payments.receive(id, { amount, date: '2026-03-08', method: 'cash' }),
    ]

    for (const { status, body } of responses) {
      expect([status, body.details?.[0]?.field]).toEqual([400, 'amount'])
    }
  })

  test('amounts at the limits of the balance are exact', async () => {
    const id = await aPayableInvoice(shop, '9999999999.99')
    const { paymentId } = await payAs(deps, id, '9999999999.98')

    const rest = await payments.receive(id, { amount: '0.01', date: '2026-03-08', method: 'cash' })
    const above = await payments.refund(paymentId, { amount: '9999999999.99' })
    const all = await payments.refund(paymentId, { amount: '9999999999.98' })

    expect([rest.status, above.status, all.status]).toEqual([201, 400, 201])
    expect(all.text).toContain('9999999999.98')
    expect((await shop.get(id)).body).toMatchObject({ status: 'PAID' })
  })
})
