import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

type Expiry = { readonly before: Temporal.Instant; readonly days: number; readonly limit: number }

/**
 * Removes mails that ended before an instant, with their texts, images that no kept mail has, and messages that the sandbox
 * has kept for days of the machine's time; at most a batch of each.
 */
export async function removeExpiredMails(db: Db, { before, days, limit }: Expiry): Promise<number> {
  const { rows } = await sql<{ removed: number }>`with mails as (
      delete from mail_outbox where (organization_id, mail_id) in (
        select organization_id, mail_id from mail_outbox where ended_at < ${before.toString()}
        order by ended_at limit ${limit}) returning 1
    ), messages as (
      delete from sandbox_messages where (organization_id, message_id) in (
        select organization_id, message_id from sandbox_messages
        where kept_since < now() - make_interval(days => ${days})
        limit ${limit}) returning 1
    ), images as (
      delete from kept_mail_images where (organization_id, image_hash) in (
        select organization_id, image_hash from kept_mail_images
        where last_used_on < (${before.toString()}::timestamptz at time zone 'UTC')::date limit ${limit})
    )
    select ((select count(*) from mails) + (select count(*) from messages))::int as removed`.execute(db)
  return rows[0]?.removed ?? 0
}

/**
 * Removes some finished deliveries that last changed before an instant, and that have been kept for some days by the
 * machine's clock, with their attempts; returns how many.
 */
export async function removeExpiredDeliveries(db: Db, { before, days, limit }: Expiry): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from webhook_deliveries
    where (organization_id, webhook_id, delivery_id) in (
      select organization_id, webhook_id, delivery_id from webhook_deliveries
      where state in ('delivered', 'failed') and changed_at < ${before.toString()}
        and kept_since < now() - make_interval(days => ${days})
      order by changed_at limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}
