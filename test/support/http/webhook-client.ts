import type { App } from '../apps/app.ts'
import { type Keyed, sendAs } from './send-request.ts'

const V2 = '/notification-subscriptions/v2/webhooks'

/** A body that creates a webhook. */
export const aWebhookBody = (given: object = {}) => ({
  name: 'Orders',
  description: 'Notifies the shop',
  products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.paid'] }],
  webhookUrl: 'https://shop.example/hooks',
  ...given,
})

export const aKeyBody = (given: object = {}) => ({
  clientRequestAction: 'CREATE',
  keyInformation: { provider: 'nrtd', keyType: 'sharedSecret', expiryDuration: '365', ...given },
})

/** Clients of the webhook routes. */
export const webhookClients = ({ port }: App) => ({
  webhooksOf: (owner: Keyed | undefined) => {
    const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      sendAs(port, owner, { method, path, headers, body })
    return {
      call,
      createKey: (given: object = {}, headers = {}) =>
        call('POST', '/kms/egress/v2/keys-sym', aKeyBody(given), headers),
      create: (given: object = {}, headers = {}) => call('POST', V2, aWebhookBody(given), headers),
      list: (query = '') => call('GET', `${V2}${query}`),
      get: (id: string) => call('GET', `${V2}/${id}`),
      update: (id: string, body: unknown) => call('PATCH', `${V2}/${id}`, body),
      status: (id: string, status: unknown) => call('PUT', `${V2}/${id}/status`, { status }),
      remove: (id: string) => call('DELETE', `${V2}/${id}`),
      test: (id: string) => call('POST', `/notification-subscriptions/v1/webhooks/${id}`, {}),
      products: (organizationId: string) => call('GET', `/notification-subscriptions/v2/products/${organizationId}`),
    }
  },
})
