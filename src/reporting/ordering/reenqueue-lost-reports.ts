import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { enqueueGenerations, generationKey } from '../reports/report-jobs.ts'
import { lockUnfinished } from '../reports/report-store.ts'

/** Keeps the transaction short; the rest is handled on the next day. */
const BATCH_REPORTS_MAX = 500

/**
 * Enqueues a job for each unfinished report that has lost its own, for example because its node died too often. Without
 * one the report would take up a place of its user indefinitely. Returns their number.
 */
export async function reenqueueLostReports({ database }: { readonly database: Database }): Promise<number> {
  return database.transaction(async (tx) => {
    const unfinished = await lockUnfinished(tx, { limit: BATCH_REPORTS_MAX })
    const live = await findLiveJobKeys(tx, unfinished.map(generationKey))
    const lost = unfinished.filter((ids) => !live.has(generationKey(ids)))
    await enqueueGenerations(tx, lost)
    return lost.length
  })
}

/** The keys among these whose job is running or will run; a job that has failed permanently will not. */
async function findLiveJobKeys(db: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker._private_jobs
    where key = any(${[...keys]}::text[])
      and (locked_at is not null or attempts < max_attempts)`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
