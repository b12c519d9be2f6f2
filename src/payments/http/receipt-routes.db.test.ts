import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let owner: Awaited<ReturnType<typeof anOrganization>>
let other: Keyed
let shop: Client
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  other = await anOrganization(app, 'other')
  shop = app.clientOf(owner)
})

const receipt = (id: string, as: Keyed | 'nobody' = owner) =>
  sendAs(app.port, as === 'nobody' ? undefined : as, { method: 'GET', path: `/payments/v1/payments/${id}/receipt` })
const wordsOf = async (bytes: Uint8Array) => (await readPdf(bytes)).pages.join(' ').replaceAll(/\s+/g, ' ')

test('the receipt of a card payment has amount, day, card and transaction, and nothing of later payments', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '60.00')
  app.clock.set('2026-03-09T10:00:00.001Z')
  await payAs(deps, id, '33.00')

  const { status, headers, bytes } = await receipt(paymentId)

  const words = await wordsOf(bytes)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe(`inline; filename="Receipt-${id}-2026-03-09-shop.pdf"`)
  for (const part of [
    'Test mode: no money moves',
    'Receipt',
    '$60.00',
    'March 9, 2026',
    'Visa •••• 4242',
    paymentId,
    id,
  ])
    expect(words).toContain(part)
  expect(words).toContain('Balance after this payment $40.00')
  expect(words).not.toContain('33.00')
})

test('the receipt of a later payment has the sum of all until then, and the balance', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  await payAs(deps, id, '60.00')
  app.clock.set('2026-03-09T10:00:01Z')
  const { paymentId } = await payAs(deps, id, '33.00')
  app.clock.set('2026-03-09T10:00:02Z')
  await payAs(deps, id, '7.00')

  const words = await wordsOf((await receipt(paymentId)).bytes)

  expect(words).toContain('Total $100.00')
  expect(words).toContain('Paid so far −$93.00')
  expect(words).toContain('Balance after this payment $7.00')
})

test('a receipt shows refunds, and its ETag changes', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '100.00')
  const before = await receipt(paymentId)
  await app.paymentsOf(owner).refund(paymentId, { amount: '10.50' })

  const after = await receipt(paymentId)

  expect(after.headers['etag']).not.toBe(before.headers['etag'])
  expect(await wordsOf(after.bytes)).toContain('Refunded $10.50')
})

test('a payment received elsewhere has the day that the merchant named', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { body } = await app.paymentsOf(owner).receive(id, { amount: 40, date: '2026-03-08', method: 'cash' })

  const { bytes } = await receipt(body.id)

  expect(await wordsOf(bytes)).toContain('March 8, 2026')
})

test('a payment under review, another merchant’s and an unknown one have no receipt', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { paymentId } = await payAs(deps, id, '40.00')
  const held = await payAs(deps, id, '60.00', { source: aCard('4000000000009235'), canReview: true })

  const [underReview, foreign, unknown, nobody] = [
    await receipt(held.paymentId),
    await receipt(paymentId, other),
    await receipt('9'.repeat(22)),
    await receipt(paymentId, 'nobody'),
  ]

  expect([underReview.status, foreign.status, unknown.status, nobody.status]).toEqual([404, 404, 404, 401])
  expect(underReview.text).toContain('REVIEW')
})
