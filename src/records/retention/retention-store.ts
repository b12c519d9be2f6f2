import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { RetentionSetting } from './retention.ts'

export async function listRetention(db: Db): Promise<readonly RetentionSetting[]> {
  const { rows } = await sql<RetentionSetting>`
    select organization_id as "organizationId", months from record_retention
    order by organization_id`.execute(db)
  return rows
}

export async function saveRetention(
  tx: Tx,
  { organizationId, months }: RetentionSetting,
  { at }: { readonly at: Temporal.Instant },
): Promise<void> {
  await sql`insert into record_retention (organization_id, months, updated_at)
    values (${organizationId}, ${months}, ${at.toString()})
    on conflict (organization_id)
      do update set months = excluded.months, updated_at = excluded.updated_at`.execute(tx)
}

/** From now on it follows who stands above it. */
export async function removeRetention(tx: Tx, organizationId: string): Promise<void> {
  await sql`delete from record_retention where organization_id = ${organizationId}`.execute(tx)
}
