import { beforeAll, expect, test } from 'vitest'
import { isGenuine } from '../../examples/verify-webhook.ts'
import { invoiceMails } from '../../src/invoicing/index.ts'
import { DUE_DELIVERIES } from '../../src/notifications/deliveries/delivery-store.ts'
import { startDeliveries } from '../../src/notifications/index.ts'
import { presentFacts } from '../../src/notifications/pure.ts'
import { receiptTexts } from '../../src/payments/index.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { startApp } from '../support/apps/app.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { invoicingClients } from '../support/http/invoicing-clients.ts'
import { plainHttp, sdkCall, sdkWebhooks } from '../support/http/sdk-client.ts'
import { aReceiver } from '../support/http/webhook-receiver.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import { settableClock } from '../support/run/settable-clock.ts'
import { untilQuiet } from '../support/run/until-quiet.ts'

/** The published SDK creates a signing key and a webhook, and a notification verifies with that key. */

/** Without the health check of the receiver, which this test does not run. */
const DUE = DUE_DELIVERIES.slice(0, 2)
const app = await startApp({ with: [invoicingClients] })
let sdk: ReturnType<typeof sdkWebhooks>
let organization: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  organization = await anOrganization(app, 'shop')
  const { sharedSecret } = organization
  sdk = sdkWebhooks({
    ...plainHttp(app.port),
    ...{ authenticationType: 'http_signature', merchantID: 'shop' },
    ...{ merchantKeyId: sharedSecret.keyId, merchantsecretKey: sharedSecret.secret },
  })
})

test('the SDK makes a key and a webhook, and verifies a notification', async () => {
  const receiver = await aReceiver()

  const products = await sdk.products('shop')
  const key = await sdk.createKey({
    clientRequestAction: 'CREATE',
    keyInformation: {
      ...{ provider: 'nrtd', tenant: 'shop', keyType: 'sharedSecret', organizationId: 'shop', expiryDuration: '365' },
    },
  })
  const created = await sdk.create({
    ...{ name: 'My webhook', description: 'From the sample', organizationId: 'shop', notificationScope: 'SELF' },
    products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.cancel'] }],
    ...{ webhookUrl: receiver.url, healthCheckUrl: receiver.url },
    retryPolicy: {
      ...{ algorithm: 'ARITHMETIC', firstRetry: 1, interval: 1, numberOfRetries: 3, deactivateFlag: 'false' },
      ...{ repeatSequenceCount: 0, repeatSequenceWaitTime: 0 },
    },
    securityPolicy: { securityType: 'KEY' },
  })
  const { webhookId } = JSON.parse(created.text)
  const changed = await sdk.update(webhookId, { organizationId: 'shop', name: 'Other' })
  const activated = await sdk.activate(webhookId)
  const tested = await sdk.test(webhookId)
  const listed = await sdk.list('shop')
  const found = await sdk.get(webhookId)
  await cancelAnInvoice()
  const removed = await sdk.remove(webhookId)

  const responses = [products, key, created, changed, activated, tested, listed, found, removed]
  expect(responses.map(({ status }) => status)).toEqual([200, 201, 201, 200, 200, 201, 200, 200, 200])
  expect(found.data).toMatchObject({ webhookId, name: 'Other', status: 'ACTIVE', webhookUrl: receiver.url })
  expect(JSON.parse(listed.text)).toHaveLength(1)
  const { keyInformation } = JSON.parse(key.text)
  expect(receiver.received.map(({ body }) => [body.eventType, body.payload.data.status])).toEqual([
    ['invoicing.customer.invoice.cancel', undefined],
    ['invoicing.customer.invoice.cancel', 'CANCELED'],
  ])
  for (const { headers, text } of receiver.received) {
    expect(isGenuine(String(headers['v-c-signature']), Buffer.from(text), keyInformation)).toBe(true)
    expect(isGenuine(String(headers['v-c-signature']), Buffer.from(`${text} `), keyInformation)).toBe(false)
  }
})

test('the paths and bodies of older SDKs create, read, change and delete a webhook', async () => {
  const configuration = {
    ...plainHttp(app.port),
    ...{ authenticationType: 'http_signature', merchantID: 'shop' },
    ...{ merchantKeyId: organization.sharedSecret.keyId, merchantsecretKey: organization.sharedSecret.secret },
  }
  const base = '/notification-subscriptions/v1'
  const product = { productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.paid'] }
  const call = (method: string, path: string, body?: object) =>
    sdkCall(configuration, { method, path: `${base}${path}`, ...(body === undefined ? {} : { body }) })

  const created = await call('POST', '/webhooks', {
    ...{ name: 'Older', organizationId: 'shop', ...product, webhookUrl: 'https://example.com/hook' },
    ...{ notificationScope: 'SELF', securityPolicy: { securityType: 'KEY', proxyType: 'external' } },
  })
  const webhook = JSON.parse(created.text)
  const path = `/webhooks/${webhook.webhookId}`
  const responses = [
    await call('GET', '/products/shop'),
    await call('GET', '/webhooks'),
    await call('GET', path),
    await call('PATCH', path, { name: 'Changed' }),
    await call('PUT', `${path}/status`, { status: 'ACTIVE' }),
    await call('DELETE', path),
    await call('GET', path),
  ]

  expect(created.status).toBe(201)
  expect(webhook).toMatchObject({ name: 'Older', ...product, products: [product] })
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 404])
  expect(JSON.parse(responses[2]?.text ?? '')).toEqual(webhook)
})

/** An event of the service, sent as a node sends it. */
async function cancelAnInvoice(): Promise<void> {
  const shop = app.clientOf(organization)
  const { body } = await shop.create(anInvoiceBody())
  await shop.cancel(body.id)
  const { database, stores, clock, machineClock, config } = app
  const outbound = createOutbound({ isSandbox: true, allowed: [] })
  const deliveries = await startDeliveries({
    ...{ database, url: stores.databaseUrl(), clock, machineClock, refreshClock: async () => {}, outbound },
    ...{ secrets: stores.secrets, log: silentLog },
    presenters: {
      ...{ payments: presentFacts, reporting: presentFacts },
      customerInvoicing: invoiceMails.eventPresenter({ database, config, isSandbox: true, receiptTexts }),
    },
  })
  await untilQuiet({ database, clock: settableClock('2000-01-01T00:00:00Z') }, { withinMs: 60_000, alsoBusy: DUE })
  await deliveries.stop()
  await outbound.close()
}
