import type { App } from '../apps/app.ts'
import { type Keyed, sendAs } from './send-request.ts'

type Headers = Readonly<Record<string, string>>

/** Clients of the payment routes. */
export const paymentClients = ({ port }: App) => ({
  paymentsOf: (owner: Keyed) => {
    const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
      sendAs(port, owner, { method, path: `/payments/v1${path}`, headers, body })
    const invoice = (id: string) => `/invoices/${encodeURIComponent(id)}`
    return {
      call,
      list: (id: string) => call('GET', `${invoice(id)}/payments`),
      receive: (id: string, body: object, headers?: Headers) =>
        call('POST', `${invoice(id)}/external-payments`, body, headers),
      refund: (id: string, body?: object, headers?: Headers) => call('POST', `/payments/${id}/refunds`, body, headers),
      reverse: (id: string, body: object) => call('POST', `/payments/${id}/reversal`, body),
      token: (id: string, headers?: Headers) => call('POST', `/transactions/${id}/token`, undefined, headers),
      tokens: (query = '') => call('GET', `/tokens${query}`),
      getToken: (token: string) => call('GET', `/tokens/${token}`),
      /** Each call is a charge of its own unless the headers name a key. */
      charge: (token: string, body: object, headers: Headers = { 'idempotency-key': crypto.randomUUID() }) =>
        call('POST', `/tokens/${token}/charges`, body, headers),
      revoke: (token: string) => call('DELETE', `/tokens/${token}`),
      reviews: (query = '') => call('GET', `/reviews${query}`),
      accept: (id: string, body?: object) => call('POST', `/reviews/${id}/accept`, body),
      reject: (id: string, body?: object) => call('POST', `/reviews/${id}/reject`, body),
    }
  },
})
