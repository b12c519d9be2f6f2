import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { isRow, type OutboxKey } from './outbox-store.ts'

/** Moves rows that the record store has to those that a backup of it may not have yet. */
export async function keepDelivered(tx: Tx, rows: readonly OutboxKey[]): Promise<void> {
  if (rows.length === 0) return
  await sql`with loaded as (
      delete from record_outbox as loaded using ${isRow(rows)}
      returning loaded.*
    )
    insert into record_outbox_delivered (organization_id, outbox_id, kind, merchant_id, occurred_at, record,
      record_bytes, written_at)
    select organization_id, outbox_id, kind, merchant_id, occurred_at, record, record_bytes, written_at
    from loaded`.execute(tx)
}

/** Forgets rows that were delivered before a backup of the record store began, by PostgreSQL's clock. */
export async function forgetDelivered(db: Db, { before }: { readonly before: Temporal.Instant }): Promise<void> {
  await sql`delete from record_outbox_delivered where delivered_at < ${before.toString()}::timestamptz`.execute(db)
}

/** Forgets every row: without backups nobody will deliver it again. */
export async function forgetEveryDelivered(db: Db): Promise<void> {
  await sql`delete from record_outbox_delivered`.execute(db)
}

/**
 * Has everything delivered again that the restored record store may lack; what it has is recognized as a duplicate.
 * Returns how many.
 */
export async function deliverAgain(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`with again as (delete from record_outbox_delivered returning *)
    insert into record_outbox (organization_id, outbox_id, kind, merchant_id, occurred_at, record, record_bytes, written_at)
    overriding system value
    select organization_id, outbox_id, kind, merchant_id, occurred_at, record, record_bytes, written_at
    from again`.execute(tx)
  return Number(numAffectedRows)
}
