import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { inPortions } from './in-portions.ts'

const PORTION_ROWS = 10_000

/** Deletes all rows of a table, in many short statements: what an interruption leaves is deleted by the next call. */
export async function emptyTable(db: Db, table: string): Promise<void> {
  await inPortions(async () => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where ctid = any(array(select ctid from ${sql.table(table)} limit ${PORTION_ROWS}))`.execute(db)
    return Number(numAffectedRows)
  })
}

/** Deletes all rows of the tables in the caller's transaction. */
export async function emptyTables(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx)
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ readonly count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
