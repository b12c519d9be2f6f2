import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { sendAhead } from './send-ahead.ts'

/** An insert, update or delete that has not been sent yet. */
export type Write = RawBuilder<unknown>

/**
 * Sends several writes as one statement, so that an action that writes to many tables costs one round
 * trip, or none: the next statement of the transaction does not wait for it, and fails if it fails. None of them sees what the others write, and no two may touch the same row.
 */
export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  // PostgreSQL runs them from the last to the first. In this order, sequences count in the order of the writes.
  const named = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`).toReversed()
  await sendAhead(() => sql`with ${sql.join(named)} select`.execute(tx))
}
