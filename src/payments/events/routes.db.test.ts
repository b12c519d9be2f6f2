import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization, testSecrets } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { sandboxEventRequest } from '../processors/sandbox/sandbox-events.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

type Events = Parameters<typeof sandboxEventRequest>[2]

const deliver = ({ headers, body }: { headers: object; body: string }, name = 'sandbox') =>
  sendAs(app.port, undefined, {
    ...{ method: 'POST', path: `/processors/v1/${name}/shop/events`, body },
    headers: headers as Record<string, string>,
  })

const chargebackOf = (key: string, eventId: string): Events => [
  {
    ...{ eventId, key, at: Temporal.Instant.from('2026-03-20T08:00:00Z') },
    happened: { type: 'chargeback', amount: usd('25.00'), reasonCode: '13.1', reference: 'd1' },
  },
]

test('a signed event is handled once, however often it is delivered', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { attemptId } = await payAs(deps, id, '100.00')
  const request = sandboxEventRequest(testSecrets, 'shop', chargebackOf(attemptId, 'delivered again'))

  const responses = await Promise.all([deliver(request), deliver(request), deliver(request)])

  expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { received: 1 }]))
  const { body } = await payments.list(id)
  expect(body.payments[0].disputes).toMatchObject([{ amount: 25, reasonCode: '13.1' }])
})

test('an outcome event pays the invoice if the processor’s books have the charge', async () => {
  const id = await aPayableInvoice(shop, '4000.00')
  const lost = await payAs(deps, id, '4000.00', {
    source: { method: 'googlePay', walletToken: 'token' },
  })
  expect(lost.status).toBe('unknown')
  const { attemptId: key } = lost
  const at = Temporal.Instant.from('2026-03-09T10:01:00Z')

  const { status } = await deliver(
    sandboxEventRequest(testSecrets, 'shop', [{ eventId: 'outcome', key, at, happened: { type: 'outcome' } }]),
  )

  expect(status).toBe(200)
  expect((await shop.get(id)).body.status).toBe('PAID')
})

test('an event that comes before the outcome of its charge is refused, and taken when it is delivered again', async () => {
  const id = await aPayableInvoice(shop, '4000.00')
  const lost = await payAs(deps, id, '4000.00', { source: { method: 'googlePay', walletToken: 'token' } })
  const at = Temporal.Instant.from('2026-03-09T10:01:00Z')
  const refunded = { type: 'refundedElsewhere', amount: usd('1.00'), reference: 'r1' } as const
  const request = sandboxEventRequest(testSecrets, 'shop', [
    { eventId: 'too early', key: lost.attemptId, at, happened: refunded },
  ])

  const early = await deliver(request)
  await deliver(
    sandboxEventRequest(testSecrets, 'shop', [
      { eventId: 'its outcome', key: lost.attemptId, at, happened: { type: 'outcome' } },
    ]),
  )
  const again = await deliver(request)

  expect(early).toMatchObject({ status: 503, body: { reason: 'EVENT_TOO_EARLY' } })
  expect(again).toMatchObject({ status: 200, body: { received: 1 } })
  expect((await payments.list(id)).body.payments[0]).toMatchObject({ refundedAmount: 1 })
})

test.each([
  ['disputeEnded', { reference: 'd1' }],
  ['refundedElsewhere', { amount: '1.00', currency: 'USD' }],
  ['chargeback', { reference: 'd1', reasonCode: '13.1' }],
])('an event of the type %s without a required member is refused', async (type, members) => {
  const event = { eventId: 'e', key: '1'.repeat(22), at: '2026-03-09T10:01:00Z', type, ...members }
  const body = JSON.stringify({ events: [event] })
  const signature = testSecrets.code('sandbox processor events of shop', body).toString('hex')

  const { status, body: refusal } = await deliver({ body, headers: { 'sandbox-signature': signature } })

  expect(status).toBe(400)
  expect(refusal.details.map(({ field }: { field: string }) => field)).toEqual(['events[0].type'])
})

test('an event that is not genuine is refused and changes nothing', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { attemptId } = await payAs(deps, id, '100.00')
  const { headers, body } = sandboxEventRequest(testSecrets, 'shop', chargebackOf(attemptId, 'forged'))

  const forged = [
    await deliver({ headers, body: body.replace('25.00', '95.00') }),
    await deliver({ headers: { 'content-type': 'application/json' }, body }),
    await deliver({ headers: { ...headers, 'sandbox-signature': 'not hexadecimal' }, body }),
    await deliver({ headers, body: '' }),
  ]

  for (const { status, text } of forged) {
    expect(status).toBe(401)
    expect(text).toContain('Authentication Failed')
  }
  expect((await payments.list(id)).body.payments[0].disputes).toEqual([])
})

test('a genuine but malformed event is refused with its fields, an unknown processor is 404, too much is 413', async () => {
  const signed = (body: string) => ({
    body,
    headers: {
      'content-type': 'text/plain',
      'sandbox-signature': testSecrets.code('sandbox processor events of shop', body).toString('hex'),
    },
  })

  const malformed = await deliver(signed(JSON.stringify({ events: [{ eventId: 'x', type: 'theft' }] })))
  expect(malformed.status).toBe(400)
  expect(malformed.body.details.map(({ field }: { field: string }) => field)).toContain('events[0].type')
  expect((await deliver(signed('{'))).status).toBe(400)
  expect((await deliver(signed('{"events":[]}'), 'stripe')).status).toBe(404)
  expect((await deliver(signed('x'.repeat(300_000)))).status).toBe(413)
})
