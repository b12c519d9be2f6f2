import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Lease } from '../../platform/queue/leased-work.ts'
import type { WebhookKey } from '../webhooks/webhook.ts'

/** The kind of requests that one lane sends to a webhook: notifications in order, retries, or a health check. */
type LaneKind = 'ordered' | 'retries' | 'health'
export type Lane = WebhookKey & { readonly kind: LaneKind }

type LaneRow = { readonly organization_id: string; readonly webhook_id: string; readonly kind: LaneKind }

/**
 * The lanes that have something to send, up to a number of them, from the one after `after` on, in a circle. It steps
 * from lane to lane in the index, so its cost grows with the lanes, not with their deliveries.
 */
export async function lanesWithWork(
  db: Db,
  { after, limit }: { readonly after: Lane | undefined; readonly limit: number },
): Promise<readonly Lane[]> {
  const start = after ?? { organizationId: '', webhookId: '00000000-0000-0000-0000-000000000000', kind: 'health' }
  const next = (lane: ReturnType<typeof sql>) => sql`select organization_id, webhook_id, is_ordered
    from webhook_deliveries where state = 'ready' and (organization_id, webhook_id, is_ordered) > (${lane})
    order by organization_id, webhook_id, is_ordered limit 1`
  const lanesAfter = (lane: ReturnType<typeof sql>) => sql`(
    with recursive lanes as (
      (${next(lane)})
      union all
      select following.* from lanes cross join lateral
        (${next(sql`lanes.organization_id, lanes.webhook_id, lanes.is_ordered`)}) as following
    )
    select organization_id, webhook_id, case when is_ordered then 'ordered' else 'retries' end as kind
    from lanes limit ${limit})`
  const from = sql`${start.organizationId}::text, ${start.webhookId}::uuid, ${start.kind === 'ordered'}::boolean`
  const { rows } = await sql<LaneRow>`
    (select organization_id, webhook_id, 'health' as kind from webhook_health_checks order by due_at limit ${limit})
    union all ${lanesAfter(from)}`.execute(db)
  const isComplete = after === undefined || rows.length >= limit
  const lanes = rows.map(laneOf)
  return isComplete ? lanes : [...lanes, ...(await lanesWithWork(db, { after: undefined, limit }))]
}

/** Leases those lanes that no other node has; an expired lease is free. */
export async function leaseLanes(db: Db, lanes: readonly Lane[], { nodeId, leaseMs }: Lease): Promise<readonly Lane[]> {
  if (lanes.length === 0) return []
  const { rows } = await sql<LaneRow>`
    insert into webhook_lanes (organization_id, webhook_id, kind, leased_by, leased_until)
    select *, ${nodeId}::uuid, clock_timestamp() + ${leaseMs} * interval '1 millisecond' from ${given(lanes)}
    on conflict (organization_id, webhook_id, kind) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where webhook_lanes.leased_until < clock_timestamp()
    returning organization_id, webhook_id, kind`.execute(db)
  return rows.map(laneOf)
}

/** Extends the leases and returns the lanes that are still leased. */
export async function renewLanes(db: Db, lanes: readonly Lane[], { nodeId, leaseMs }: Lease): Promise<readonly Lane[]> {
  const { rows } = await sql<LaneRow>`
    update webhook_lanes as lane set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from ${given(lanes)} where ${isGiven} and leased_by = ${nodeId}
    returning lane.organization_id, lane.webhook_id, lane.kind`.execute(db)
  return rows.map(laneOf)
}

export async function releaseLane(db: Db, { organizationId, webhookId, kind }: Lane, nodeId: string): Promise<void> {
  await sql`delete from webhook_lanes where organization_id = ${organizationId} and webhook_id = ${webhookId}
    and kind = ${kind} and leased_by = ${nodeId}`.execute(db)
}

/** Has the receiver asked now; a dispatcher does it. */
export async function requestHealthCheck(
  db: Db | Tx,
  { organizationId, webhookId, dueAt }: WebhookKey & { readonly dueAt: Temporal.Instant },
): Promise<void> {
  await sql`insert into webhook_health_checks (organization_id, webhook_id, due_at)
    values (${organizationId}, ${webhookId}, ${dueAt.toString()})
    on conflict (organization_id, webhook_id) do nothing`.execute(db)
}

export async function endHealthCheck(tx: Tx, { organizationId, webhookId }: WebhookKey): Promise<void> {
  await sql`delete from webhook_health_checks
    where organization_id = ${organizationId} and webhook_id = ${webhookId}`.execute(tx)
}

const isGiven = sql`lane.organization_id = given.organization_id and lane.webhook_id = given.webhook_id
  and lane.kind = given.kind`

/** In the order of the key, so that two nodes never wait for each other. */
function given(lanes: readonly Lane[]) {
  const sorted = lanes.toSorted((one, other) => (laneName(one) < laneName(other) ? -1 : 1))
  return sql`(select * from unnest(${sorted.map(({ organizationId }) => organizationId)}::text[],
    ${sorted.map(({ webhookId }) => webhookId)}::uuid[], ${sorted.map(({ kind }) => kind)}::text[])
    as lanes (organization_id, webhook_id, kind)) as given`
}

/** A lane as a key of maps. */
export function laneName({ organizationId, webhookId, kind }: Lane): string {
  return `${organizationId} ${webhookId} ${kind}`
}

function laneOf({ organization_id, webhook_id, kind }: LaneRow): Lane {
  return { organizationId: organization_id, webhookId: webhook_id, kind }
}
