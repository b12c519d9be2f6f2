// pure

/** The content of a notification; the same in every attempt. */
export type Notification = {
  readonly notificationId: string
  readonly webhookId: string
  /** The organization of the event. */
  readonly organizationId: string
  readonly productId: string
  readonly eventType: string
  readonly occurredAt: Temporal.Instant
  /** Counts the events of the same invoice or report from 1. */
  readonly sequenceNumber: number
  readonly data: Readonly<Record<string, string>>
}

export type NotificationAttempt = {
  /** Counts all attempts of the notification from 0. */
  readonly attempt: number
  /** Counts retries from 0; a replay starts again. */
  readonly retryNumber: number
}

/** Unique for every attempt, and begins with the notification's id. */
export function traceIdOf({ notificationId }: Pick<Notification, 'notificationId'>, attempt: number): string {
  return `${notificationId}-${attempt}`
}

function requestTypeOf({ retryNumber }: NotificationAttempt): 'NEW' | 'RETRY' {
  return retryNumber === 0 ? 'NEW' : 'RETRY'
}

/**
 * The body of an attempt, with the names of both envelopes that receivers of webhooks read: some look for the facts in
 * `payloads[0].data`, others in `payload.data`.
 */
export function notificationBody(notification: Notification, attempt: NotificationAttempt): string {
  const { data, organizationId } = notification
  const payload = { data, organizationId }
  return JSON.stringify({
    notificationId: notification.notificationId,
    retryNumber: attempt.retryNumber,
    eventType: notification.eventType,
    eventDate: notification.occurredAt.toString({ timeZone: 'UTC', fractionalSecondDigits: 3 }),
    webhookId: notification.webhookId,
    productId: notification.productId,
    organizationId,
    transactionTraceId: traceIdOf(notification, attempt.attempt),
    requestType: requestTypeOf(attempt),
    sequenceNumber: notification.sequenceNumber,
    payloads: [payload],
    payload,
  })
}

/** The headers of an attempt, except the signature. */
export function notificationHeaders(
  notification: Notification,
  attempt: NotificationAttempt,
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance',
    'V-C-Event-Type': notification.eventType,
    'V-C-Organization-Id': notification.organizationId,
    'V-C-Product-Name': notification.productId,
    'V-C-Request-Type': requestTypeOf(attempt),
    'V-C-Retry-Count': String(attempt.retryNumber),
    'V-C-Transaction-Trace-Id': traceIdOf(notification, attempt.attempt),
    'V-C-Webhook-Id': notification.webhookId,
  }
}
