import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Db, Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { audit, getWebhook } from './change-webhooks.ts'
import { type Notification, notificationBody, notificationHeaders, traceIdOf } from './notification.ts'
import { signatureOf } from './signature.ts'
import { isExpired, signingKeyOf } from './signing-key-store.ts'
import type { Webhook } from './webhook.ts'

export type TestDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly machineClock: Clock
  readonly secrets: Secrets
  readonly outbound: Pick<Outbound, 'request'>
}

/** The outcome of a test notification. */
export type SentTest = {
  readonly notification: Notification
  readonly transactionTraceId: string
  /** The status of the receiver's response; undefined if there was none. */
  readonly responseStatus: number | undefined
  readonly message: string
}

const MESSAGE = 'This is a test notification.'
const FIRST = { attempt: 0, retryNumber: 0 } as const

/** Sends a signed test notification to the webhook's address now, whatever the webhook's status is. */
export async function sendTest(
  deps: TestDeps,
  db: Transactions,
  actor: Actor,
  { webhookId }: Pick<Webhook, 'webhookId'>,
): Promise<SentTest> {
  const webhook = await getWebhook(deps.db, actor, webhookId)
  const sent = await send(deps, webhook)
  return db.transaction(async (tx) => {
    await writeTogether(tx, audit(deps, actor, 'webhook.tested', webhook))
    return sent
  })
}

async function send(deps: TestDeps, webhook: Webhook): Promise<SentTest> {
  const { organizationId, webhookId, webhookUrl, products } = webhook
  const key = await signingKeyOf(deps.db, deps.secrets, organizationId)
  const signedAt = deps.machineClock.now()
  if (key === undefined || isExpired(key, signedAt)) {
    throw new AppError('invalid', 'SIGNING_KEY_MISSING', 'The organization has no valid signing key.')
  }
  const notification: Notification = {
    ...{ notificationId: newId(), webhookId, organizationId, occurredAt: deps.clock.now(), sequenceNumber: 0 },
    productId: products[0]?.productId ?? '',
    eventType: products[0]?.eventTypes[0] ?? '',
    data: { message: MESSAGE },
  }
  const body = notificationBody(notification, FIRST)
  const headers = {
    ...notificationHeaders(notification, FIRST),
    'V-C-Signature': signatureOf({ key, at: signedAt, body }),
  }
  const response = await deps.outbound.request(webhookUrl, { method: 'POST', headers, body })
  const transactionTraceId = traceIdOf(notification, FIRST.attempt)
  if (response.outcome === 'failed') {
    return { notification, transactionTraceId, responseStatus: undefined, message: response.message }
  }
  const { status: responseStatus } = response
  const isSuccess = responseStatus >= 200 && responseStatus < 300
  const message = isSuccess ? MESSAGE : `The receiver answered ${responseStatus}.`
  return { notification, transactionTraceId, responseStatus, message }
}

/** As a response body. */
export function presentTest({ notification, transactionTraceId, responseStatus, message }: SentTest): object {
  const { organizationId, webhookId, productId, eventType, occurredAt } = notification
  return {
    ...{ organizationId, webhookId, productId, eventType, transactionTraceId },
    eventDate: occurredAt.toString({ fractionalSecondDigits: 3 }),
    ...{ requestType: 'NEW', retryNumber: 0 },
    payloads: { testPayload: { message } },
    isDelivered: message === MESSAGE,
    responseStatus,
  }
}
