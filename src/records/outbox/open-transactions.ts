import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Lists the open transactions of Quittance in this database, except the caller's own. Those that have written nothing
 * so far are included; those of other programs, such as a backup, are not. Once a name is gone, later statements see
 * whatever that transaction did.
 */
export async function openTransactions(db: Db): Promise<readonly string[]> {
  // Every transaction holds a lock on its own virtual id from its beginning to its end.
  const { rows } = await sql<{ name: string }>`
    select lock.virtualtransaction as name
    from pg_locks as lock join pg_stat_activity as activity using (pid)
    where lock.locktype = 'virtualxid' and lock.virtualxid = lock.virtualtransaction
      and activity.datname = current_database() and lock.pid <> pg_backend_pid()
      and activity.application_name like 'quittance%'`.execute(db)
  return rows.map(({ name }) => name)
}
