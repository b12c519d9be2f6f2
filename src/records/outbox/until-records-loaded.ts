import type { Db } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { openTransactions } from './open-transactions.ts'
import { isWaitingBefore } from './outbox-store.ts'

/**
 * Waits until the record store holds what our own components tell of the time before an instant that
 * has passed; false when the time is up or `signal` says so. Records that were refused are not waited for.
 *
 * A transaction that is open now may have read the clock before that instant and write its record any
 * moment, so each of them is waited for, also where it has written nothing yet. One that begins later
 * reads a later time.
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
    // Not in one statement with the look above: it would not see what was committed in the meantime.
    return (await isWaitingBefore(db, before)) ? undefined : true
  }
  return (await waitUntil(isLoaded, { withinMs })) ?? false
}
