import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** An insert, update or delete that has not been sent yet. */
export type Write = RawBuilder<unknown>

/**
 * Sends several writes as one statement, so that an action that writes to many tables costs one round
 * trip. None of them sees what the others write, and no two may touch the same row.
 */
export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  // PostgreSQL runs them from the last to the first. In this order, sequences count in the order of the writes.
  const named = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`).toReversed()
  await sql`with ${sql.join(named)} select`.execute(tx)
}
