import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { WebhookKey } from './webhook.ts'

/** Holds all open deliveries. The caller has locked the webhook, which is suspended. */
export async function holdDeliveries(tx: Tx, { organizationId, webhookId }: WebhookKey): Promise<void> {
  await sql`update webhook_deliveries set state = 'held'
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and state in ('ready', 'waiting')`.execute(
    tx,
  )
}

/** Releases held deliveries, all in order. The caller has locked the webhook, which is active again. */
export async function releaseHeld(tx: Tx, { organizationId, webhookId }: WebhookKey): Promise<void> {
  await sql`update webhook_deliveries set state = 'ready', is_ordered = true, attempts_of_round = 0
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'held'`.execute(tx)
}

/** Gives up the open deliveries of a webhook that is inactive or was deleted. */
export async function failOpenDeliveries(
  tx: Tx,
  { organizationId, webhookId, reason, at }: WebhookKey & { readonly reason: string; readonly at: Temporal.Instant },
): Promise<void> {
  await sql`update webhook_deliveries set state = 'failed', reason = ${reason}, changed_at = ${at.toString()}
    where organization_id = ${organizationId} and webhook_id = ${webhookId}
      and state in ('ready', 'waiting', 'held')`.execute(tx)
}

/** A condition on `held`, a delivery that is held: its webhook is no longer suspended. */
export const IS_BACK = sql`not exists (select from webhooks where webhooks.organization_id = held.organization_id
  and webhooks.webhook_id = held.webhook_id and status = 'SUSPENDED' and deleted_at is null)`

/** Webhooks that are no longer suspended, such as by a request, and still have held deliveries. */
export async function webhooksThatAreBack(db: Db): Promise<readonly WebhookKey[]> {
  const next = (previous: ReturnType<typeof sql>) => sql`select organization_id, webhook_id from webhook_deliveries
    where state = 'held' ${previous} order by organization_id, webhook_id limit 1`
  const { rows } = await sql<{ organization_id: string; webhook_id: string }>`
    with recursive held as (
      (${next(sql``)})
      union all
      select following.* from held cross join lateral (
        ${next(sql`and (organization_id, webhook_id) > (held.organization_id, held.webhook_id)`)}) as following
    )
    select organization_id, webhook_id from held where ${IS_BACK} limit 100`.execute(db)
  return rows.map((row) => ({ organizationId: row.organization_id, webhookId: row.webhook_id }))
}
