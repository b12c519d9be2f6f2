import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** Those of the keys under which a job runs, or will run by itself; one that has failed for good does not. */
export async function liveJobKeys(db: Db | Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker._private_jobs
    where key = any(${[...keys]}::text[])
      and (locked_at is not null or attempts < max_attempts)`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
