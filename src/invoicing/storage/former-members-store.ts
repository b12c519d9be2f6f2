import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'

/** How far the removal has come: the key of the last row that was looked at. */
export type CleanupCursor = { readonly organizationId: string; readonly position: number }

/** Whether the trigger that adds the former members to `terms` is there. */
export async function hasFormerMembersTrigger(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`select exists (select from pg_trigger
    where tgname = 'former_members' and tgrelid = 'invoices'::regclass) as found`.execute(tx)
  return rows[0]?.found === true
}

const LOCK_WAIT = '2s'

/**
 * Drops that trigger. Dropping waits for open transactions, and every writer of invoices waits behind it, so it gives
 * up soon; the job is retried.
 */
export async function dropFormerMembersTrigger(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx)
  await sql`select end_invoices_former_members()`.execute(tx)
}

/**
 * Removes the former members from the next `rowsMax` invoices, in the order of the primary key, and returns
 * how far it came; undefined where no invoice is left. Rows that are clean already are not written.
 */
export async function removeFormerMembers(
  tx: Tx,
  { after, rowsMax }: { readonly after: CleanupCursor; readonly rowsMax: number },
): Promise<CleanupCursor | undefined> {
  const { rows } = await sql<{ readonly organization_id: string; readonly position: bigint }>`
    with batch as materialized (
      select organization_id, position from invoices
      where (organization_id, position) > (${after.organizationId}, ${after.position}::bigint)
      order by organization_id, position limit ${rowsMax}
      -- In this order, as everyone locks them: an erasure locks several at once.
      for no key update
    ), cleaned as (
      update invoices
        set terms = terms - 'dueOn' #- '{amounts,total}' #- '{customer,name}' #- '{customer,email}'
      from batch
      where invoices.organization_id = batch.organization_id and invoices.position = batch.position
        and invoices.terms ? 'dueOn'
    )
    select organization_id, position from batch
    order by organization_id desc, position desc limit 1`.execute(tx)
  const [last] = rows
  return last && { organizationId: last.organization_id, position: Number(last.position) }
}
