import type { Db } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { openTransactions } from './open-transactions.ts'
import { isWaitingBefore } from './outbox-store.ts'

/**
 * Waits until the record store has all records of the outbox from before a past instant; false on timeout or abort.
 * Refused records are not waited for.
 *
 * A transaction that is open now may have read the clock before that instant and write its record at any moment, so
 * each of them is awaited, even if it has written nothing yet. One that begins later reads a later time.
 */
export async function untilRecordsLoaded(
  { db }: { readonly db: Db },
  {
    before,
    withinMs,
    signal,
  }: {
    readonly before: Temporal.Instant
    readonly withinMs: number
    readonly signal?: AbortSignal
  },
): Promise<boolean> {
  let open: ReadonlySet<string> = new Set(await openTransactions(db))
  const isLoaded = async (): Promise<boolean | undefined> => {
    if (signal?.aborted) return false
    if (open.size > 0) open = open.intersection(new Set(await openTransactions(db)))
    if (open.size > 0) return undefined
    // A separate statement, since one with the query above would not see what was committed in the meantime.
    return (await isWaitingBefore(db, before)) ? undefined : true
  }
  return (await waitUntil(isLoaded, { withinMs })) ?? false
}
