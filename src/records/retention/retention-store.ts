import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type Retention, type RetentionSetting, retentionOf } from './retention.ts'

/** Loads the settings of organizations; all others keep records for the usual months. */
export async function loadRetention(db: Db, usualMonths: number): Promise<Retention> {
  const { rows } = await sql<RetentionSetting>`
    select organization_id as "organizationId", months from record_retention
    order by organization_id`.execute(db)
  return retentionOf(rows, usualMonths)
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

/** Removes the organization's setting: that of the nearest one above it applies. */
export async function removeRetention(tx: Tx, organizationId: string): Promise<void> {
  await sql`delete from record_retention where organization_id = ${organizationId}`.execute(tx)
}
