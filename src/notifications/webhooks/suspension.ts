import type { Tx } from '../../platform/postgres/database.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import { failOpenDeliveries, holdDeliveries, releaseHeld } from './held-delivery-store.ts'
import type { Webhook, WebhookKey } from './webhook.ts'
import { lockWebhookStatus, postponeHealthChecks, setWebhookStatus } from './webhook-store.ts'

/** The kind of the agenda's rows; the job of the same name requests a health check. */
export const HEALTH_JOB = 'webhook.health'
/** The first health check of a suspended receiver comes after this time, the next after twice as long, and so on. */
const FIRST_CHECK_MINUTES = 5
const CHECK_MINUTES_MAX = 240

type Suspended = WebhookKey & { readonly statusReason: Webhook['statusReason']; readonly at: Temporal.Instant }

/** Suspends an active webhook: open deliveries are held until its receiver is healthy again. */
export async function suspendWebhook(
  tx: Tx,
  { organizationId, webhookId, statusReason, at }: Suspended,
): Promise<void> {
  const key = { organizationId, webhookId }
  const healthCheckDueAt = at.add({ minutes: FIRST_CHECK_MINUTES })
  const to = { status: 'SUSPENDED', statusReason } as const
  const isSuspended = await setWebhookStatus(tx, { ...key, from: ['ACTIVE'], to, healthCheckDueAt, at })
  if (!isSuspended) return
  await holdDeliveries(tx, key)
  await scheduleHealthCheck(tx, { ...key, dueAt: healthCheckDueAt })
}

/** Puts the next health check on the agenda, in place of one that is there. */
export async function scheduleHealthCheck(
  tx: Tx,
  { organizationId, webhookId, dueAt }: WebhookKey & { readonly dueAt: Temporal.Instant },
): Promise<void> {
  await schedule(tx, { organizationId, kind: HEALTH_JOB, subject: webhookId, dueAt })
}

/** Brings pending health checks, whose times are by the sandbox clock, to the time of a clock that was set back. */
export async function restartHealthChecks(tx: Tx, now: Temporal.Instant): Promise<void> {
  const dueAt = now.add({ minutes: FIRST_CHECK_MINUTES })
  for (const key of await postponeHealthChecks(tx, dueAt)) await scheduleHealthCheck(tx, { ...key, dueAt })
}

/** Activates a webhook whose receiver is healthy, and releases its held deliveries. */
export async function resumeWebhook(
  tx: Tx,
  { organizationId, webhookId, from }: WebhookKey & { readonly from: Webhook['status'] },
  at: Temporal.Instant,
): Promise<void> {
  const key = { organizationId, webhookId }
  const to = { status: 'ACTIVE', statusReason: 'HEALTH_CHECK_PASSED' } as const
  await setWebhookStatus(tx, { ...key, from: [from], to, at })
  await releaseHeld(tx, key)
}

/**
 * Holds or gives up the open deliveries of a webhook that is suspended, inactive or deleted. Returns whether the webhook
 * is active after all. The lock keeps it from being activated concurrently, which would leave its deliveries held.
 */
export async function stopSending(tx: Tx, { organizationId, webhookId }: WebhookKey, at: Temporal.Instant) {
  const key = { organizationId, webhookId }
  const status = await lockWebhookStatus(tx, key)
  if (status === 'ACTIVE') return true
  if (status === 'SUSPENDED') await holdDeliveries(tx, key)
  else {
    const reason = status === 'INACTIVE' ? 'The webhook is inactive.' : 'The webhook was deleted.'
    await failOpenDeliveries(tx, { ...key, reason, at })
  }
  return false
}

/** Releases the held deliveries of a webhook that is no longer suspended. */
export async function releaseIfBack(tx: Tx, { organizationId, webhookId }: WebhookKey): Promise<void> {
  const key = { organizationId, webhookId }
  if ((await lockWebhookStatus(tx, key)) !== 'SUSPENDED') await releaseHeld(tx, key)
}

/** The time of the next health check of a receiver that has not been healthy since `since`. */
export function nextCheckAt(since: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const unhealthyMinutes = now.since(since).total('minutes')
  const minutes = Math.min(Math.max(unhealthyMinutes, FIRST_CHECK_MINUTES), CHECK_MINUTES_MAX)
  return now.add({ seconds: Math.round(minutes * 60) })
}
