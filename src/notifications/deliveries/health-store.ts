import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { WebhookKey } from '../webhooks/webhook.ts'

/** Requests a health check of the receiver now; a dispatcher runs it. */
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
