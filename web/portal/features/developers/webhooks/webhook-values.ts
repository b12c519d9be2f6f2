// pure
import { PRODUCTS } from '../../../../../src/notifications/webhooks/products.ts'
import type { Webhook, WebhookBody } from './queries.ts'

/** The form of a webhook. */
export type WebhookValues = {
  readonly name: string
  readonly url: string
  readonly scope: 'SELF' | 'DESCENDANTS'
  readonly events: string[]
}

export function valuesOf(webhook: Webhook | undefined): WebhookValues {
  if (webhook === undefined) return { name: '', url: '', scope: 'DESCENDANTS', events: [] }
  const { name, webhookUrl, notificationScope, products } = webhook
  const events = products.flatMap(({ eventTypes }) => eventTypes)
  return { name, url: webhookUrl, scope: notificationScope === 'SELF' ? 'SELF' : 'DESCENDANTS', events }
}

/** Events belong to products; a product without a chosen event is left out. */
export function bodyOf({ name, url, scope, events }: WebhookValues): WebhookBody {
  const products = PRODUCTS.map(({ productId, eventTypes }) => ({
    productId,
    eventTypes: eventTypes.map(({ eventName }) => eventName).filter((eventName) => events.includes(eventName)),
  }))
  return {
    name: name.trim(),
    webhookUrl: url.trim(),
    notificationScope: scope,
    products: products.filter(({ eventTypes }) => eventTypes.length > 0),
  }
}
