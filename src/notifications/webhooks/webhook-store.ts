import { sql } from 'kysely'
import { organizationsAbove, organizationsBelow } from '../../organizations/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { eventTypesOf, type NotificationScope, type Webhook, type WebhookKey } from './webhook.ts'

type WebhookRow = {
  readonly organization_id: string
  readonly webhook_id: string
  readonly name: string
  readonly description: string | null
  readonly products: Webhook['products']
  readonly webhook_url: string
  readonly health_check_url: string | null
  readonly notification_scope: NotificationScope['scope']
  readonly scope_organizations: readonly string[] | null
  readonly retry_policy: Webhook['retryPolicy']
  readonly security_policy: Webhook['securityPolicy']
  readonly status: Webhook['status']
  readonly status_reason: Webhook['statusReason']
  readonly health_check_due_at: Temporal.Instant | null
  readonly created_on: Temporal.Instant
  readonly updated_on: Temporal.Instant
  readonly deleted_at: Temporal.Instant | null
}

const columns = sql.raw(
  `organization_id, webhook_id, name, description, products, webhook_url, health_check_url, notification_scope,
  scope_organizations, retry_policy, security_policy, status, status_reason, health_check_due_at, created_on,
  updated_on, deleted_at`,
)

type Happening = { readonly organizationId: string; readonly eventType: string }

/**
 * The webhooks that are notified of organizations' events, in the order of the given ones: their own, and those of
 * organizations above them whose scope includes them. SUSPENDED ones are among them, because their notifications wait.
 */
export async function subscribersOf(
  db: Db,
  happenings: readonly Happening[],
): Promise<readonly (readonly Webhook[])[]> {
  const { rows } = await sql<WebhookRow & { readonly place: bigint }>`
    with happening as (
      select organization_id collate "C" as organization_id, event_type, place from unnest(
        ${happenings.map(({ organizationId }) => organizationId)}::text[],
        ${happenings.map(({ eventType }) => eventType)}::text[]) with ordinality as one (organization_id, event_type, place))
    select happening.place, webhook.* from happening cross join lateral (
      select ${columns} from webhooks
      where organization_id in (${organizationsAbove(sql`happening.organization_id`)})
        and (organization_id = happening.organization_id or notification_scope = 'DESCENDANTS')
        and (scope_organizations is null or scope_organizations @> array[happening.organization_id]::text[])
        and event_types @> array[happening.event_type]::text[]
        and status in ('ACTIVE', 'SUSPENDED') and deleted_at is null) webhook
    order by happening.place, webhook.organization_id, webhook.webhook_id`.execute(db)
  const subscribers = Map.groupBy(rows, ({ place }) => Number(place) - 1)
  return happenings.map((_, index) => (subscribers.get(index) ?? []).map(webhookOf))
}

/** One webhook by its whole key, also a deleted one. */
export async function loadWebhook(db: Db, { organizationId, webhookId }: WebhookKey): Promise<Webhook | undefined> {
  const { rows } = await sql<WebhookRow>`select ${columns} from webhooks
    where organization_id = ${organizationId} and webhook_id = ${webhookId}`.execute(db)
  return rows.map(webhookOf)[0]
}

/** Finds a webhook of the organization or one below it; a request names only its id. */
export async function findWebhook(
  db: Db,
  { actingFor, webhookId }: { readonly actingFor: string; readonly webhookId: string },
): Promise<Webhook | undefined> {
  const { rows } = await sql<WebhookRow>`select ${columns} from webhooks
    where webhook_id = ${webhookId} and organization_id in (${organizationsBelow(actingFor)})
      and deleted_at is null`.execute(db)
  return rows.map(webhookOf)[0]
}

/** The same, locked until the transaction ends. */
export async function lockWebhook(
  tx: Tx,
  { actingFor, webhookId }: { readonly actingFor: string; readonly webhookId: string },
): Promise<Webhook | undefined> {
  const { rows } = await sql<WebhookRow>`select ${columns} from webhooks
    where webhook_id = ${webhookId} and organization_id in (${organizationsBelow(actingFor)})
      and deleted_at is null for update`.execute(tx)
  return rows.map(webhookOf)[0]
}

/** The status of a webhook that was not deleted, locked until the transaction ends. */
export async function lockWebhookStatus(
  tx: Tx,
  { organizationId, webhookId }: WebhookKey,
): Promise<Webhook['status'] | undefined> {
  const { rows } = await sql<Pick<WebhookRow, 'status'>>`select status from webhooks
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and deleted_at is null
    for update`.execute(tx)
  return rows[0]?.status
}

type Listed = {
  /** Undefined for all organizations. */
  readonly organizationId: string | undefined
  readonly productId?: string | undefined
  readonly eventType?: string | undefined
  readonly status?: Webhook['status'] | undefined
  readonly limit: number
}

/** Lists webhooks, oldest first. */
export async function listWebhooks(
  db: Db,
  { organizationId, productId, eventType, status, limit }: Listed,
): Promise<readonly Webhook[]> {
  const { rows } = await sql<WebhookRow>`select ${columns} from webhooks
    where (${organizationId ?? null}::text is null or organization_id = ${organizationId ?? null})
      and (${productId ?? null}::text is null
        or products @> jsonb_build_array(jsonb_build_object('productId', ${productId ?? null}::text)))
      and (${eventType ?? null}::text is null or event_types @> array[${eventType ?? null}]::text[])
      and (${status ?? null}::text is null or status = ${status ?? null})
      and deleted_at is null
    order by created_on, webhook_id limit ${limit}`.execute(db)
  return rows.map(webhookOf)
}

/** Until the transaction ends, no other transaction adds a webhook of the organization. */
export async function lockWebhooksOf(tx: Tx, organizationId: string): Promise<void> {
  const name = JSON.stringify(['webhooks', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function countWebhooks(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhooks
    where organization_id = ${organizationId} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export function webhookInsert(webhook: Webhook): Write {
  const { notificationScope: scope } = webhook
  return sql`insert into webhooks (organization_id, webhook_id, name, description, products, event_types,
      webhook_url, health_check_url, notification_scope, scope_organizations, retry_policy, security_policy,
      status, status_reason, health_check_due_at, created_on, updated_on)
    values (${webhook.organizationId}, ${webhook.webhookId}, ${webhook.name}, ${webhook.description ?? null},
      ${JSON.stringify(webhook.products)}::jsonb, ${[...eventTypesOf(webhook)]}::text[], ${webhook.webhookUrl},
      ${webhook.healthCheckUrl ?? null}, ${scope.scope}, ${organizationsIn(scope)}::text[],
      ${JSON.stringify(webhook.retryPolicy)}::jsonb, ${JSON.stringify(webhook.securityPolicy)}::jsonb,
      ${webhook.status}, ${webhook.statusReason}, ${webhook.healthCheckDueAt?.toString() ?? null},
      ${webhook.createdOn.toString()}, ${webhook.updatedOn.toString()})`
}

/** Updates everything that can change. */
export function webhookUpdate(webhook: Webhook): Write {
  const { notificationScope: scope } = webhook
  return sql`update webhooks set name = ${webhook.name}, description = ${webhook.description ?? null},
      products = ${JSON.stringify(webhook.products)}::jsonb,
      event_types = ${[...eventTypesOf(webhook)]}::text[], webhook_url = ${webhook.webhookUrl},
      health_check_url = ${webhook.healthCheckUrl ?? null}, notification_scope = ${scope.scope},
      scope_organizations = ${organizationsIn(scope)}::text[],
      retry_policy = ${JSON.stringify(webhook.retryPolicy)}::jsonb,
      security_policy = ${JSON.stringify(webhook.securityPolicy)}::jsonb, status = ${webhook.status},
      status_reason = ${webhook.statusReason}, health_check_due_at = ${webhook.healthCheckDueAt?.toString() ?? null},
      updated_on = ${webhook.updatedOn.toString()}, deleted_at = ${webhook.deletedAt?.toString() ?? null}
    where organization_id = ${webhook.organizationId} and webhook_id = ${webhook.webhookId}`
}

type StatusChange = WebhookKey & {
  /** Nothing changes unless the status is one of these. */
  readonly from: readonly Webhook['status'][]
  readonly to: Pick<Webhook, 'status' | 'statusReason'>
  readonly healthCheckDueAt?: Temporal.Instant | undefined
  readonly at: Temporal.Instant
}

/** Changes the status of a webhook that was not deleted; returns whether it did. */
export async function setWebhookStatus(
  db: Db | Tx,
  { organizationId, webhookId, from, to, healthCheckDueAt, at }: StatusChange,
): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`update webhooks set status = ${to.status},
      status_reason = ${to.statusReason}, health_check_due_at = ${healthCheckDueAt?.toString() ?? null},
      updated_on = ${at.toString()}
    where organization_id = ${organizationId} and webhook_id = ${webhookId}
      and status = any(${[...from]}::text[]) and deleted_at is null
    returning 1 as one`.execute(db)
  return rows.length > 0
}

/** Gives every pending health check this time, and returns the webhooks. */
export async function postponeHealthChecks(tx: Tx, dueAt: Temporal.Instant): Promise<readonly WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`update webhooks set health_check_due_at = ${dueAt.toString()}
    where health_check_due_at is not null and deleted_at is null
    returning organization_id as "organizationId", webhook_id as "webhookId"`.execute(tx)
  return rows
}

function organizationsIn({ organizationIds }: NotificationScope): string[] | null {
  return organizationIds === undefined ? null : [...organizationIds]
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    organizationId: row.organization_id,
    webhookId: row.webhook_id,
    name: row.name,
    description: row.description ?? undefined,
    products: row.products,
    webhookUrl: row.webhook_url,
    healthCheckUrl: row.health_check_url ?? undefined,
    notificationScope: { scope: row.notification_scope, organizationIds: row.scope_organizations ?? undefined },
    retryPolicy: row.retry_policy,
    securityPolicy: row.security_policy,
    status: row.status,
    statusReason: row.status_reason,
    healthCheckDueAt: row.health_check_due_at ?? undefined,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    deletedAt: row.deleted_at ?? undefined,
  }
}
