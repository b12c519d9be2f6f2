import { expect, test } from 'vitest'
import { aMessagingMerchant } from '../support/apps/messaging-merchant.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aKeyBody, aWebhookBody } from '../support/http/webhook-client.ts'

const LAB = '/sandbox/v1/receivers/hooks'
const WEBHOOKS = '/notification-subscriptions/v2/webhooks'
const PRODUCTS = [
  {
    productId: 'customerInvoicing',
    eventTypes: ['invoicing.customer.invoice.send', 'invoicing.customer.invoice.cancel'],
  },
]

type Sent = { readonly eventType: string; readonly status: string }
type Received = { readonly verified: boolean; readonly body: { readonly sequenceNumber: number } }

test('a receiver of the lab suspends a webhook and brings it back, with everything that was queued', async () => {
  const service = await startWholeService()
  const { bearer } = await anOrganization(service.stores, 'shop')
  const { ask, move } = aMessagingMerchant({ url: () => service.url, key: bearer.key })
  const answer = (body: object) => ask('PUT', LAB, body)
  const url = service.url + LAB
  const retryPolicy = { firstRetry: 1, interval: 1, numberOfRetries: 1, deactivateFlag: 'true' }
  await answer({ status: 503 })
  await ask('POST', '/kms/egress/v2/keys-sym', aKeyBody())
  const body = aWebhookBody({ webhookUrl: url, healthCheckUrl: url, products: PRODUCTS, retryPolicy })
  const { webhookId } = await ask('POST', WEBHOOKS, body)
  const status = async () => (await ask('GET', `${WEBHOOKS}/${webhookId}`)).status
  const sent = async (): Promise<readonly string[]> => {
    const { deliveries }: { deliveries: readonly Sent[] } = await ask('GET', `${WEBHOOKS}/${webhookId}/deliveries`)
    // Not in the order of the list: a move begins at the clock's last reading, and the clock may have run on since.
    return deliveries.map((one) => `${one.eventType.replace('invoicing.customer.invoice', '')} ${one.status}`).sort()
  }
  const anInvoice = anInvoiceBody({ invoiceInformation: { dueDate: '2030-01-31', sendImmediately: true } })

  await move({ advance: 'PT1S' })
  const asNew = await status()
  await answer({ status: 200 })
  await move({ advance: 'PT5M' })
  const healthy = await status()
  await answer({ status: 500 })
  const { id } = await ask('POST', '/invoicing/v2/invoices', anInvoice)
  await move({ advance: 'PT2M' })
  const exhausted = await status()
  await ask('POST', `/invoicing/v2/invoices/${id}/delivery`, {})
  await ask('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
  await move({ advance: 'PT3M' })
  const queued = await sent()
  await answer({ reset: true })
  await move({ advance: 'PT1H' })

  expect([asNew, healthy, exhausted, await status()]).toEqual(['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'ACTIVE'])
  expect(queued).toEqual(['.cancel QUEUED', '.send FAILED', '.send QUEUED'])
  expect(await sent()).toEqual(['.cancel DELIVERED', '.send DELIVERED', '.send FAILED'])
  const { deliveries }: { deliveries: readonly Received[] } = await ask('GET', `${LAB}/deliveries`)
  expect(deliveries.map(({ verified, body: { sequenceNumber } }) => [sequenceNumber, verified])).toEqual([
    [3, true],
    [2, true],
  ])
})
