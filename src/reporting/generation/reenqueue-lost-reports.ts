import type { Database } from '../../platform/postgres/database.ts'
import { enqueueGeneration, generationKey } from '../reports/report-jobs.ts'
import { lockUnfinished } from '../reports/report-store.ts'
import { liveJobKeys } from './live-jobs.ts'

/** So that no transaction grows long; the rest has its turn the next time. */
const REPORTS_AT_ONCE_MAX = 500

/**
 * Gives a job to reports that are to be made and have none, as when it was lost with its node too often or
 * somebody removed it: each of them would keep a place of its user for ever. Tells how many there were.
 */
export async function reenqueueLostReports({ database }: { readonly database: Database }): Promise<number> {
  return database.transaction(async (tx) => {
    const unfinished = await lockUnfinished(tx, { limit: REPORTS_AT_ONCE_MAX })
    const live = await liveJobKeys(tx, unfinished.map(generationKey))
    const forgotten = unfinished.filter((ids) => !live.has(generationKey(ids)))
    for (const ids of forgotten) await enqueueGeneration(tx, ids)
    return forgotten.length
  })
}
