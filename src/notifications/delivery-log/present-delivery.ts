import { writtenInstant } from '../../kernel/time/time-text.ts'
import { notificationBody, traceIdOf } from '../webhooks/notification.ts'
import { type LoggedAttempt, type LoggedDelivery, statusOf } from './log-store.ts'

/** A delivery as programs read it. */
export function presentDelivery(delivery: LoggedDelivery) {
  const { notificationId, webhookId, organizationId, productId, eventType, sequenceNumber, reason } = delivery
  return {
    ...{ notificationId, webhookId, organizationId, productId, eventType, sequenceNumber },
    eventDate: writtenInstant(delivery.occurredAt),
    createdAt: writtenInstant(delivery.createdAt),
    status: statusOf(delivery),
    ...(reason === null ? {} : { reason }),
    attempts: delivery.attempts.map((attempt) => presentAttempt(delivery, attempt)),
  }
}

function presentAttempt(delivery: LoggedDelivery, attempt: LoggedAttempt) {
  const { retryNumber, durationMs, requestUrl, requestHeaders, responseStatus, responseHeaders, responseBody } = attempt
  return {
    retryNumber,
    transactionTraceId: traceIdOf(delivery, attempt.attempt),
    startedAt: writtenInstant(Temporal.Instant.from(attempt.startedAt)),
    durationMs,
    request: { url: requestUrl, headers: requestHeaders, ...bodyOf(delivery, attempt) },
    ...(responseStatus === null
      ? {}
      : { response: { status: responseStatus, headers: responseHeaders ?? {}, body: responseBody ?? '' } }),
    ...(attempt.problem === null ? {} : { problem: attempt.problem }),
  }
}

/** The sent body, rebuilt from the stored data; nothing after an erasure. */
function bodyOf({ data, ...delivery }: LoggedDelivery, attempt: LoggedAttempt): { readonly body?: string } {
  if (data === null) return {}
  return { body: notificationBody({ ...delivery, data: JSON.parse(data) as Record<string, string> }, attempt) }
}
