import { USUAL_RETRY_POLICY, type Webhook } from '../../../src/notifications/webhooks/webhook.ts'
import { newId } from '../../../src/platform/secrets/random.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')

/** An active webhook for the sending of invoices. */
export function aWebhook(given: Partial<Webhook> & Pick<Webhook, 'organizationId'>): Webhook {
  return {
    webhookId: newId(),
    name: 'Orders',
    description: undefined,
    products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.send'] }],
    webhookUrl: 'https://shop.example/hooks',
    healthCheckUrl: undefined,
    notificationScope: { scope: 'DESCENDANTS', organizationIds: undefined },
    retryPolicy: USUAL_RETRY_POLICY,
    securityPolicy: { securityType: 'key' },
    status: 'ACTIVE',
    statusReason: 'REQUESTED',
    healthCheckDueAt: undefined,
    createdOn: at,
    updatedOn: at,
    deletedAt: undefined,
    ...given,
  }
}
