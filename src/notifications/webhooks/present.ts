// pure
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { PRODUCTS } from './products.ts'
import type { Webhook } from './webhook.ts'

/** A webhook as a response body. */
export function presentWebhook(webhook: Webhook): Readonly<Record<string, unknown>> {
  const { notificationScope, retryPolicy } = webhook
  return {
    organizationId: webhook.organizationId,
    webhookId: webhook.webhookId,
    name: webhook.name,
    description: webhook.description,
    products: webhook.products,
    webhookUrl: webhook.webhookUrl,
    healthCheckUrl: webhook.healthCheckUrl,
    notificationScope: notificationScope.scope,
    scopeData: notificationScope.organizationIds,
    // The type that existing clients read.
    retryPolicy: { ...retryPolicy, deactivateFlag: String(retryPolicy.deactivateFlag) },
    securityPolicy: webhook.securityPolicy,
    status: webhook.status,
    statusReason: webhook.statusReason,
    createdOn: writtenInstant(webhook.createdOn),
    updatedOn: writtenInstant(webhook.updatedOn),
  }
}

/** The same for clients of the first version, which also look for the one product beside the other members. */
export function presentFormerWebhook(webhook: Webhook): Readonly<Record<string, unknown>> {
  const [product, ...others] = webhook.products
  return { ...presentWebhook(webhook), ...(others.length === 0 ? product : {}) }
}

/** The products and their events, as a response body. */
export function presentProducts(): readonly object[] {
  return PRODUCTS.map(({ eventTypes, ...product }) => ({
    ...product,
    eventTypes: eventTypes.map((event) => ({
      ...event,
      frequency: 1,
      timeSensitivity: true,
      payloadEncryption: false,
    })),
  }))
}
