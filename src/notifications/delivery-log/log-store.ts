import { type RawBuilder, sql } from 'kysely'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { DeliveryState } from '../deliveries/delivery.ts'
import type { Notification, NotificationAttempt } from '../webhooks/notification.ts'
import type { WebhookKey } from '../webhooks/webhook.ts'

/** The statuses of a delivery in lists. */
export const DELIVERY_STATUSES = ['PENDING', 'RETRYING', 'QUEUED', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const STATES: Readonly<Record<DeliveryStatus, DeliveryState>> = {
  PENDING: 'ready',
  RETRYING: 'waiting',
  QUEUED: 'held',
  DELIVERED: 'delivered',
  FAILED: 'failed',
}

/** A filter of a webhook's deliveries; an undefined part does not restrict them. */
export type DeliveryFilter = {
  readonly status: DeliveryStatus | undefined
  readonly productId: string | undefined
  readonly eventType: string | undefined
  /** From then on, by the product's clock. */
  readonly from: Temporal.Instant | undefined
  /** Before then. */
  readonly to: Temporal.Instant | undefined
}
export const ALL_DELIVERIES: DeliveryFilter = {
  status: undefined,
  productId: undefined,
  eventType: undefined,
  from: undefined,
  to: undefined,
}

/** Which deliveries are sent again. */
export type Replay = DeliveryFilter | { readonly notificationIds: readonly string[] }

export type LoggedDelivery = Omit<Notification, 'data'> & {
  readonly subject: string
  /** Null after an erasure. */
  readonly data: string | null
  readonly state: DeliveryState
  readonly reason: string | null
  readonly createdAt: Temporal.Instant
  readonly attempts: readonly LoggedAttempt[]
}

export type LoggedAttempt = NotificationAttempt & {
  readonly startedAt: string
  readonly durationMs: number
  readonly requestUrl: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseStatus: number | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly responseBody: string | null
  readonly problem: string | null
}

export function statusOf({ state }: Pick<LoggedDelivery, 'state'>): DeliveryStatus {
  return DELIVERY_STATUSES.find((status) => STATES[status] === state) ?? 'PENDING'
}

/** The owner of a webhook, also of a deleted one, whose history stays. Undefined if the caller may not act for it. */
export async function findWebhookOwner(
  db: Db,
  { actingFor, webhookId }: { readonly actingFor: string | undefined; readonly webhookId: string },
): Promise<string | undefined> {
  const isOwn = actingFor === undefined ? sql`true` : sql`organization_id in (${organizationsBelow(actingFor)})`
  const { rows } = await sql<{ organization_id: string }>`select organization_id from webhooks
    where webhook_id::text = ${webhookId} and ${isOwn}`.execute(db)
  return rows[0]?.organization_id
}

const ATTEMPTS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('attempt', attempt, 'retryNumber', retry_number, 'startedAt', started_at,
    'durationMs', duration_ms, 'requestUrl', request_url, 'requestHeaders', request_headers,
    'responseStatus', response_status, 'responseHeaders', response_headers, 'responseBody', response_body,
    'problem', problem) order by attempt)
  from webhook_attempts made where made.organization_id = webhook_deliveries.organization_id
    and made.webhook_id = webhook_deliveries.webhook_id and made.delivery_id = webhook_deliveries.delivery_id
), '[]')`

/** Deliveries of a webhook with all attempts, newest first. */
export async function listDeliveries(
  db: Db,
  key: WebhookKey,
  { limit, offset, ...filter }: DeliveryFilter & { readonly limit: number; readonly offset: number },
): Promise<readonly LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`select delivery_id as "notificationId", webhook_id as "webhookId",
      event_organization_id as "organizationId", product_id as "productId", event_type as "eventType",
      occurred_at as "occurredAt", subject, sequence_number as "sequenceNumber", data, state, reason,
      created_at as "createdAt", ${ATTEMPTS} as attempts
    from webhook_deliveries where ${chosen(key, filter)}
    order by created_at desc, position desc, delivery_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countDeliveriesOf(db: Db, key: WebhookKey, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_deliveries
    where ${chosen(key, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Sends finished deliveries again if their content was not erased; returns how many. */
export async function replayDeliveries(db: Db, key: WebhookKey, which: Replay): Promise<number> {
  const isChosen =
    'notificationIds' in which
      ? sql`${chosen(key, ALL_DELIVERIES)} and delivery_id::text = any(${[...which.notificationIds]}::text[])`
      : chosen(key, which)
  const { numAffectedRows = 0n } = await sql`update webhook_deliveries
    set state = 'ready', is_ordered = false, attempts_of_round = 0, reason = null
    where ${isChosen} and state in ('delivered', 'failed') and data is not null`.execute(db)
  return Number(numAffectedRows)
}

function chosen({ organizationId, webhookId }: WebhookKey, filter: DeliveryFilter): RawBuilder<unknown> {
  const { status, productId, eventType, from, to } = filter
  const conditions = [
    sql`organization_id = ${organizationId} and webhook_id = ${webhookId}`,
    ...(status === undefined ? [] : [sql`state = ${STATES[status]}`]),
    ...(productId === undefined ? [] : [sql`product_id = ${productId}`]),
    ...(eventType === undefined ? [] : [sql`event_type = ${eventType}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from.toString()}`]),
    ...(to === undefined ? [] : [sql`created_at < ${to.toString()}`]),
  ]
  return sql.join(conditions, sql` and `)
}
