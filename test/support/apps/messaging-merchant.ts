import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { PRODUCTS } from '../../../src/notifications/webhooks/products.ts'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { attemptKeyIn, CARD_VALUES } from '../http/page-client.ts'
import { aKeyBody, aWebhookBody } from '../http/webhook-client.ts'

type Place = {
  /** Where requests go; it may change when a node is killed. */
  readonly url: () => string
  readonly key: string
  /** Whether nodes are killed: a request is then repeated under its key until it gets a response. */
  readonly isKilled?: boolean
}
type Message = {
  readonly kind: string
  readonly createdAt: string
  readonly invoiceId: string
  readonly to: string
  readonly headers: Readonly<Record<string, string>>
}
// biome-ignore lint/suspicious/noExplicitAny: a response is what the test expects it to be.
type Json = any

const ANSWER_MS_MAX = 120_000
const WEBHOOKS = '/notification-subscriptions/v2/webhooks'
const EVERYTHING = PRODUCTS.map(({ productId, eventTypes }) => ({
  productId,
  eventTypes: eventTypes.map(({ eventName }) => eventName),
}))

export type MessagingMerchant = ReturnType<typeof aMessagingMerchant>

/** A merchant's program and its payers, who know nothing but addresses and a key. */
export function aMessagingMerchant({ url, key, isKilled = false }: Place) {
  const send = async (method: string, path: string, init: RequestInit) => {
    const response = await fetch(url() + path, { method, redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const settled = async (method: string, path: string, init: RequestInit) => {
    if (!isKilled) return send(method, path, init)
    const answered = async () => {
      const response = await send(method, path, init).catch(() => undefined)
      const isOpen =
        response === undefined || response.status >= 500 || response.text.includes('IDEMPOTENCY_KEY_IN_USE')
      return isOpen ? undefined : response
    }
    const response = await waitUntil(answered, { withinMs: ANSWER_MS_MAX })
    if (response === undefined) throw new Error(`${method} ${path} was never answered.`)
    return response
  }
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() }
    const json = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const { status, text } = await settled(method, path, body === undefined ? { headers } : json)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const statusOf = async (id: string): Promise<string> => (await ask('GET', `/invoicing/v2/invoices/${id}`)).status
  const arrive = async () => {
    const hasArrived = async () => ((await ask('GET', '/sandbox/v1/clock')).movingTo === undefined ? true : undefined)
    expect(await waitUntil(hasArrived, { withinMs: ANSWER_MS_MAX, everyMs: 20 }), 'the clock arrives').toBe(true)
  }
  return {
    ask,
    arrive,
    move: (move: object, drain = true) => ask('POST', '/sandbox/v1/clock', { ...move, drain }),
    /** Reminders, mails to the merchant, a signing key, and a webhook for everything that happens to invoices. */
    subscribe: async (webhookUrl: string) => {
      const settings = {
        enableReminders: true,
        enableMerchantEmailNotifications: true,
        merchantEmail: 'shop@example.com',
      }
      await ask('PUT', '/invoicing/v2/invoiceSettings', { invoiceSettingsInformation: settings })
      const { keyInformation } = await ask('POST', '/kms/egress/v2/keys-sym', aKeyBody())
      const { webhookId } = await ask('POST', WEBHOOKS, aWebhookBody({ webhookUrl, products: EVERYTHING }))
      await ask('PUT', `${WEBHOOKS}/${webhookId}/status`, { status: 'ACTIVE' })
      return keyInformation as { readonly keyId: string; readonly key: string }
    },
    /** Pays with a card on the page, as payers do: a payer without a response loads the page again. */
    pay: async (link: string, id: string) => {
      const path = new URL(link).pathname
      const isPaid = async () => {
        const { text } = await settled('GET', path, {})
        const attempt = attemptKeyIn(text)
        const body = new URLSearchParams({ attempt, language: 'en-US', ...CARD_VALUES })
        if (attempt !== '') {
          await send('POST', path, { body }).catch((error: unknown) => isKilled || Promise.reject(error))
        }
        if ((await statusOf(id)) === 'PAID') return true
        // The outcome of a lost call is looked up later.
        await ask('POST', '/sandbox/v1/clock', { advance: 'PT5M', drain: false })
        await arrive()
        return undefined
      }
      expect(await waitUntil(isPaid, { withinMs: ANSWER_MS_MAX, everyMs: 500 }), `${id} is paid`).toBe(true)
    },
    /** Every mail of the sandbox, oldest first. */
    inbox: async (): Promise<readonly Message[]> => {
      const { messages, totalMessages } = await ask('GET', '/sandbox/v1/messages?limit=1000')
      expect(messages).toHaveLength(totalMessages)
      return messages.toReversed()
    },
  }
}

export const hasNoDoubles = (ids: readonly unknown[]): boolean => new Set(ids).size === ids.length
