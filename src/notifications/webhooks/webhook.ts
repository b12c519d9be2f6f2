// pure
import type { ProductId } from './products.ts'

export const WEBHOOK_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const
/** Notifications of a SUSPENDED webhook wait; an INACTIVE one gets none. */
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** Why a webhook has its status. */
type StatusReason =
  /** It was just created; the first health check activates it. */
  | 'NEW'
  /** A client asked for it. */
  | 'REQUESTED'
  | 'HEALTH_CHECK_PASSED'
  | 'HEALTH_CHECK_FAILED'
  | 'RETRIES_EXHAUSTED'

export const NOTIFICATION_SCOPES = ['SELF', 'DESCENDANTS'] as const

export type NotificationScope = {
  /** Which organizations' events are sent: only its own, or also those of all organizations below it. */
  readonly scope: (typeof NOTIFICATION_SCOPES)[number]
  /** If defined, only events of these organizations. */
  readonly organizationIds: readonly string[] | undefined
}

/** Delays are in minutes, by the product's clock. */
export type RetryPolicy = {
  readonly algorithm: 'ARITHMETIC' | 'GEOMETRIC'
  readonly firstRetry: number
  readonly interval: number
  readonly numberOfRetries: number
  /** How often the whole sequence is repeated. */
  readonly repeatSequenceCount: number
  readonly repeatSequenceWaitTime: number
  /** Whether the webhook is suspended when a notification's retries are exhausted. */
  readonly deactivateFlag: boolean
}

/** Before the retry with this number, from 0, within a sequence. */
export function delayMinutes({ algorithm, firstRetry, interval }: RetryPolicy, step: number): number {
  return algorithm === 'ARITHMETIC' ? firstRetry + interval * step : firstRetry * interval ** step
}

export const USUAL_RETRY_POLICY: RetryPolicy = {
  algorithm: 'ARITHMETIC',
  firstRetry: 1,
  interval: 1,
  numberOfRetries: 3,
  repeatSequenceCount: 0,
  repeatSequenceWaitTime: 0,
  deactivateFlag: false,
}

/** Notifications are signed with the organization's signing key. */
export type SecurityPolicy = { readonly securityType: 'key' }

export type SubscribedProduct = { readonly productId: ProductId; readonly eventTypes: readonly string[] }

export type WebhookKey = { readonly organizationId: string; readonly webhookId: string }

/** A webhook subscription: where an organization wants to be notified of which events. */
export type Webhook = {
  readonly organizationId: string
  readonly webhookId: string
  readonly name: string
  readonly description: string | undefined
  readonly products: readonly SubscribedProduct[]
  readonly webhookUrl: string
  /** Undefined: health checks go to the webhook's own address. */
  readonly healthCheckUrl: string | undefined
  readonly notificationScope: NotificationScope
  readonly retryPolicy: RetryPolicy
  readonly securityPolicy: SecurityPolicy
  readonly status: WebhookStatus
  readonly statusReason: StatusReason
  /** The time of the receiver's next health check; undefined for never. */
  readonly healthCheckDueAt: Temporal.Instant | undefined
  readonly createdOn: Temporal.Instant
  readonly updatedOn: Temporal.Instant
  /** Its deliveries stay listed. */
  readonly deletedAt: Temporal.Instant | undefined
}

export function eventTypesOf({ products }: Pick<Webhook, 'products'>): readonly string[] {
  return products.flatMap(({ eventTypes }) => eventTypes)
}
