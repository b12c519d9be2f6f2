// pure
import type { Notification } from '../webhooks/notification.ts'
import type { WebhookKey } from '../webhooks/webhook.ts'

/**
 * ready: to be sent now, or being sent. waiting: a retry is on the agenda. held: the webhook is suspended, and the
 * delivery is sent when it is active again.
 */
export type DeliveryState = 'ready' | 'waiting' | 'held' | 'delivered' | 'failed'

/** The delivery's id is the id of its notification. */
export type DeliveryKey = WebhookKey & { readonly deliveryId: string }

/** A delivery that is to be sent now. */
export type ReadyDelivery = DeliveryKey & {
  readonly notification: Notification
  readonly subject: string
  /** All attempts so far. */
  readonly attempts: number
  /** Those since the first attempt, a replay or the end of a suspension. */
  readonly attemptsOfRound: number
}

/** The result of one attempt to send. */
export type AttemptResult = {
  readonly startedAt: Temporal.Instant
  readonly durationMs: number
  readonly requestUrl: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly response: ReceiverResponse | undefined
  /** Why no response came, or why it does not count; undefined if the notification was received. */
  readonly problem: string | undefined
}

export type ReceiverResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of it. */
  readonly body: string
}
