import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../postgres/database.ts'

/** One run of a job, identified by the lock of its node. */
export type JobLock = { readonly id: bigint; readonly locked_by: string; readonly attempts: number }

/**
 * graphile-worker takes every lock away that is four hours old, though the job still runs, and hands it to the
 * next worker: each of its runners on each node does so within a minute of its start, and then every eight to
 * ten minutes. A job may run for days, and whether its node lives is known by its presence. So the lock of a
 * job that runs for longer than a moment is dated a day ahead, and again when half of that is over: even where
 * PostgreSQL was away for twelve hours, or all machines were asleep, the lock is still too young to be taken away.
 */
const AHEAD = sql`interval '24 hours'`
const RENEWED_BELOW = sql`interval '12 hours'`
/** Most jobs are done sooner, and cost no further write. */
const MOMENT = sql`interval '1 minute'`

export const IS_RENEWAL_DUE = sql<boolean>`
  locked_at < now() - ${MOMENT} or locked_at between now() and now() + ${RENEWED_BELOW}`

/** When a running job began: a lock in the future was renewed, and the time is in run_at. */
export const BEGAN_AT = sql`case when locked_at > now() then run_at else locked_at end`

/**
 * Renews these locks if they are still held. The start of the job would be lost: it is stored in run_at, which is not
 * used while the job runs, and which is past when the job is handed back.
 */
export async function renewLocks({ db }: Database, locks: readonly JobLock[]): Promise<void> {
  if (locks.length === 0) return
  await sql`update graphile_worker._private_jobs set locked_at = now() + ${AHEAD}, run_at = ${BEGAN_AT}
    where ${isHeld(locks)}`.execute(db)
}

/** Whether a job is still locked as it was. */
export function isHeld(locks: readonly JobLock[]): RawBuilder<boolean> {
  return sql`(id, locked_by, attempts) in (select * from unnest(${locks.map(({ id }) => String(id))}::bigint[],
    ${locks.map(({ locked_by }) => locked_by)}::text[], ${locks.map(({ attempts }) => attempts)}::integer[]))`
}
