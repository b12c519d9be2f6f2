import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { untilRun } from '../../platform/queue/queue-depth.ts'
import { isWaitingBefore, isWaitingUpTo, type Waiting, waitingUpTo } from './outbox-store.ts'

/** The names of jobs that write records begin so; reports wait for those that were due in their period. */
export const RECORD_WRITING = 'write-records-'

/**
 * Waits until jobs have written the records due before a past instant; false on timeout or abort. A sandbox
 * whose clock is advanced makes reports and such jobs due at the same time.
 */
export async function untilRecordsWritten(
  database: { readonly db: Db },
  options: { readonly before: Temporal.Instant; readonly withinMs: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  return untilRun(database, { ...options, prefix: RECORD_WRITING })
}

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
    // A separate statement: one combined with the query above would not see rows committed in between.
    return (await isWaitingBefore(db, before)) ? undefined : true
  }
  return (await waitUntil(isLoaded, { withinMs })) ?? false
}

/**
 * Waits until the record store has what some organizations have committed so far, so that a reader finds what it has
 * just written; false on timeout. Nothing of others is waited for, and no open transaction.
 */
export async function untilCommittedRecordsLoaded(
  { db }: { readonly db: Db },
  { withinMs, ...whose }: Waiting & { readonly withinMs: number },
): Promise<boolean> {
  const last = await waitingUpTo(db, whose)
  if (last === undefined) return true
  const isLoaded = async () => ((await isWaitingUpTo(db, last, whose)) ? undefined : true)
  return (await waitUntil(isLoaded, { withinMs })) ?? false
}

/**
 * Lists the open transactions of Quittance in this database, except the caller's own. Those that have written nothing
 * so far are included; those of other programs, such as a backup, are not. Once a name is gone, later statements see
 * whatever that transaction did.
 */
async function openTransactions(db: Db): Promise<readonly string[]> {
  // Every transaction holds a lock on its own virtual id from its beginning to its end.
  const { rows } = await sql<{ name: string }>`
    select lock.virtualtransaction as name
    from pg_locks as lock join pg_stat_activity as activity using (pid)
    where lock.locktype = 'virtualxid' and lock.virtualxid = lock.virtualtransaction
      and activity.datname = current_database() and lock.pid <> pg_backend_pid()
      and activity.application_name like 'quittance%'`.execute(db)
  return rows.map(({ name }) => name)
}
