import type { Database } from '../../platform/postgres/database.ts'
import { nextCheckAt, resumeWebhook, scheduleHealthCheck } from '../webhooks/suspension.ts'
import type { Webhook, WebhookKey } from '../webhooks/webhook.ts'
import { loadWebhook, lockWebhookStatus, setWebhookStatus } from '../webhooks/webhook-store.ts'
import { endHealthCheck } from './lane-store.ts'
import type { ReceiverPace } from './receiver-pace.ts'
import { ATTEMPT_MS_MAX, type SendDeps } from './send-notification.ts'

export type HealthDeps = SendDeps & { readonly database: Database; readonly pace: ReceiverPace }

const HEALTHY = 200
const SERVER_ERRORS = 500

/**
 * Checks the health of a receiver, and activates or suspends its webhook. A suspended one is checked again later;
 * an active one is not: its deliveries show its health.
 */
export async function checkHealth(deps: HealthDeps, lane: WebhookKey, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps
  const key = { organizationId: lane.organizationId, webhookId: lane.webhookId }
  const webhook = await loadWebhook(database.db, key)
  const isAsked = webhook !== undefined && webhook.deletedAt === undefined && isMonitored(webhook)
  const isHealthy = isAsked ? await askReceiver(deps, webhook, signal) : false
  if (signal.aborted) return
  await database.transaction(async (tx) => {
    await endHealthCheck(tx, key)
    if (!isAsked) return
    const status = await lockWebhookStatus(tx, key)
    const now = clock.now()
    // Its owner has changed the status during the check.
    if (status !== webhook.status) return
    if (isHealthy) return resumeWebhook(tx, { ...key, from: status }, now)
    const dueAt = nextCheckAt(webhook.updatedOn, now)
    const statusReason = webhook.status === 'SUSPENDED' ? webhook.statusReason : 'HEALTH_CHECK_FAILED'
    const to = { status: 'SUSPENDED', statusReason } as const
    // The time of the change stays, because the next delay depends on how long the receiver has been unhealthy.
    const at = webhook.status === 'SUSPENDED' ? webhook.updatedOn : now
    const isStill = await setWebhookStatus(tx, { ...key, from: [webhook.status], to, healthCheckDueAt: dueAt, at })
    if (isStill) await scheduleHealthCheck(tx, { ...key, dueAt })
  })
}

/** A webhook that its owner activated or deactivated is not checked: the owner has decided. */
function isMonitored({ status, statusReason, healthCheckDueAt }: Webhook): boolean {
  return healthCheckDueAt !== undefined && (status !== 'INACTIVE' || statusReason === 'NEW')
}

async function askReceiver(
  { outbound, pace }: HealthDeps,
  { organizationId, webhookId, webhookUrl, healthCheckUrl }: Webhook,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = { 'User-Agent': 'Quittance', 'V-C-Organization-Id': organizationId, 'V-C-Webhook-Id': webhookId }
  const ask = () =>
    outbound.request(healthCheckUrl ?? webhookUrl, {
      ...{ method: 'GET', headers, timeoutMs: ATTEMPT_MS_MAX, signal, bodyBytesMax: 0 },
    })
  const response = await pace.run(webhookId, ask, signal)
  if (response.outcome !== 'answered') return false
  // The address of notifications need not know this method; any response is enough.
  return healthCheckUrl === undefined ? response.status < SERVER_ERRORS : response.status === HEALTHY
}
