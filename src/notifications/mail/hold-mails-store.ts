import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { eventReleases } from '../events/event-store.ts'
import type { MailKey } from './outbox-store.ts'

/** Shown to the person who decides. */
const REASON = 'held when this restored copy was activated: the original may have sent it'

/**
 * Ends every open mail as given up, so that a person decides on it: `quittance mails retry` sends it. Returns how many.
 */
export async function holdMails(tx: Tx, { at }: { readonly at: Temporal.Instant }): Promise<number> {
  const { rows } = await sql<MailKey>`update mail_outbox set state = 'dead', is_due = false, leased_by = null,
      leased_until = null, last_error = ${REASON}, ended_at = ${at.toString()}::timestamptz
    where state in ('waiting', 'parked')
    returning organization_id as "organizationId", mail_id as "mailId"`.execute(tx)
  // Their events are held themselves.
  if (rows.length > 0) await eventReleases(rows).execute(tx)
  return rows.length
}
