import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { IS_BACK } from '../webhooks/held-delivery-store.ts'
import type { WebhookKey } from '../webhooks/webhook.ts'
import type { AttemptResult, DeliveryKey, DeliveryState, ReadyDelivery } from './delivery.ts'

type ReadyRow = {
  readonly organization_id: string
  readonly webhook_id: string
  readonly delivery_id: string
  readonly event_organization_id: string
  readonly product_id: string
  readonly event_type: string
  readonly occurred_at: Temporal.Instant
  readonly subject: string
  readonly sequence_number: number
  readonly data: string | null
  readonly attempts: number
  readonly attempts_of_round: number
}

/** Loads the next deliveries to a webhook, in the order of events. */
export async function readyDeliveries(
  db: Db,
  { organizationId, webhookId, isOrdered, limit }: WebhookKey & { readonly isOrdered: boolean; readonly limit: number },
): Promise<readonly ReadyDelivery[]> {
  const { rows } =
    await sql<ReadyRow>`select organization_id, webhook_id, delivery_id, event_organization_id, product_id,
      event_type, occurred_at, subject, sequence_number, data, attempts, attempts_of_round
    from webhook_deliveries
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and is_ordered = ${isOrdered}
      and state = 'ready'
    order by position limit ${limit}`.execute(db)
  return rows.map((row) => ({
    organizationId,
    webhookId,
    deliveryId: row.delivery_id,
    subject: row.subject,
    attempts: row.attempts,
    attemptsOfRound: row.attempts_of_round,
    notification: {
      notificationId: row.delivery_id,
      webhookId,
      organizationId: row.event_organization_id,
      productId: row.product_id,
      eventType: row.event_type,
      occurredAt: row.occurred_at,
      sequenceNumber: row.sequence_number,
      data: JSON.parse(row.data ?? '{}') as Readonly<Record<string, string>>,
    },
  }))
}

/** One attempt, and the new state of its delivery. */
export type RecordedAttempt = {
  readonly delivery: ReadyDelivery
  readonly result: AttemptResult
  readonly state: Extract<DeliveryState, 'delivered' | 'waiting' | 'failed'>
  readonly reason: string | undefined
}

/**
 * Records attempts in one statement. A delivery that another node has already recorded stays as it is; one that was
 * held during its last attempt is still held.
 */
export async function recordAttempts(
  db: Db | Tx,
  attempts: readonly RecordedAttempt[],
  at: Temporal.Instant,
): Promise<void> {
  const given = attempts.map(({ delivery, result, state, reason }) => ({
    organization_id: delivery.organizationId,
    webhook_id: delivery.webhookId,
    delivery_id: delivery.deliveryId,
    attempt: delivery.attempts,
    retry_number: delivery.attemptsOfRound,
    state,
    reason: reason ?? null,
    started_at: result.startedAt.toString(),
    duration_ms: result.durationMs,
    request_url: result.requestUrl,
    request_headers: result.requestHeaders,
    response_status: result.response?.status ?? null,
    response_headers: result.response?.headers ?? null,
    response_body: result.response?.body ?? null,
    problem: result.problem ?? null,
  }))
  await sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (organization_id text, webhook_id uuid,
        delivery_id uuid, attempt integer, retry_number integer, state text, reason text, started_at timestamptz,
        duration_ms integer, request_url text, request_headers jsonb, response_status integer,
        response_headers jsonb, response_body text, problem text)
    ), updated as (
      update webhook_deliveries as delivery set is_ordered = false, attempts = given.attempt + 1,
        attempts_of_round = given.retry_number + 1, reason = given.reason, changed_at = ${at.toString()},
        state = case when delivery.state = 'held' and given.state = 'waiting' then 'held' else given.state end
      from given
      where delivery.organization_id = given.organization_id and delivery.webhook_id = given.webhook_id
        and delivery.delivery_id = given.delivery_id and delivery.attempts = given.attempt
        and delivery.state in ('ready', 'held')
      returning delivery.organization_id, delivery.webhook_id, delivery.delivery_id
    )
    insert into webhook_attempts (organization_id, webhook_id, delivery_id, attempt, retry_number, started_at,
      duration_ms, request_url, request_headers, response_status, response_headers, response_body, problem)
    select organization_id, webhook_id, delivery_id, attempt, retry_number, started_at, duration_ms, request_url,
      request_headers, response_status, response_headers, response_body, problem
    from given join updated using (organization_id, webhook_id, delivery_id)`.execute(db)
}

/** The retry is due: sends it now, unless the delivery was held or has ended. */
export async function markRetryDue(db: Db, { organizationId, webhookId, deliveryId }: DeliveryKey): Promise<void> {
  await sql`update webhook_deliveries set state = 'ready', is_ordered = false
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}
      and state = 'waiting'`.execute(db)
}

/**
 * The service's pending work besides jobs: events that wait for the fan-out, deliveries that are due or being sent,
 * and health checks.
 */
export const DUE_DELIVERIES = [
  sql`from events where fan_out = 'waiting'`,
  sql`from webhook_deliveries where state = 'ready'`,
  sql`from webhook_deliveries as held where state = 'held' and ${IS_BACK}`,
  sql`from webhook_health_checks`,
] as const

export type DeliveryCounts = {
  readonly ready: number
  readonly waiting: number
  readonly held: number
  /** Events that wait for the fan-out. */
  readonly events: number
  /** Suspended webhooks. */
  readonly suspended: number
}

/** Counting stops here, so that it stays cheap however many there are. */
const COUNT_MAX = 100_000

export async function countDeliveries({ db }: { readonly db: Db }): Promise<DeliveryCounts> {
  const count = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select ${rows} limit ${COUNT_MAX}) as counted)`
  const { rows } = await sql<DeliveryCounts>`select
    ${count(sql`from webhook_deliveries where state = 'ready'`)} as ready,
    ${count(sql`from webhook_deliveries where state = 'waiting'`)} as waiting,
    ${count(sql`from webhook_deliveries where state = 'held'`)} as held,
    ${count(sql`from events where fan_out = 'waiting'`)} as events,
    ${count(sql`from webhooks where status = 'SUSPENDED' and deleted_at is null`)} as suspended`.execute(db)
  return rows[0] ?? { ready: 0, waiting: 0, held: 0, events: 0, suspended: 0 }
}
