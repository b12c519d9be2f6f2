import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'

/** Why a delivery was not made, for the person who decides. */
export const HELD_BY_ACTIVATION = 'RESTORED_COPY'

/**
 * Ends every open delivery as failed, so that a person decides on it: `quittance webhooks replay` sends it. Events that
 * still wait for the fan-out get such deliveries from it. Returns how many deliveries and events these are.
 */
export async function holdNotifications(tx: Tx, { at }: { readonly at: Temporal.Instant }): Promise<number> {
  const held = await sql`update webhook_deliveries
    set state = 'failed', reason = ${HELD_BY_ACTIVATION}, changed_at = ${at.toString()}::timestamptz
    where state in ('ready', 'waiting', 'held')`.execute(tx)
  const events = await sql`update events set is_held = true where fan_out = 'waiting'`.execute(tx)
  return Number((held.numAffectedRows ?? 0n) + (events.numAffectedRows ?? 0n))
}
