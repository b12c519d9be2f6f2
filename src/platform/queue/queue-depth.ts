import { sql } from 'kysely'
import type { Clock } from '../clock/clock.ts'
import type { Database, Db } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'

export type QueueDepth = {
  readonly ready: number
  readonly running: number
  /** For a later attempt. */
  readonly waiting: number
  readonly dead: number
  /** Due rows of the agenda that are not jobs yet. */
  readonly due: number
}

type Deps = { readonly database: Database; readonly clock: Clock }

type UntilRunOptions = {
  readonly prefix: string
  /** By the product's clock. */
  readonly before: Temporal.Instant
  readonly withinMs: number
  readonly signal?: AbortSignal
}

/** Counting stops here, so that it stays cheap however many there are. */
const COUNT_MAX = 100_000

// Not `now()`: that is when the statement arrived, and a job that was added before its view was taken is later.
const NOW = sql`(select clock_timestamp())`
export const READY = sql`from graphile_worker._private_jobs where is_available and run_at <= ${NOW}`
const WAITING = sql`from graphile_worker._private_jobs where is_available and run_at > ${NOW}`
const RUNNING = sql`from graphile_worker._private_jobs where not is_available and locked_at is not null`
const DEAD = sql`from graphile_worker._private_jobs where not is_available and locked_at is null`
/** It failed once or twice and is tried again within seconds; nothing waits for a job that keeps failing. */
export const RETRIED_SOON = sql`from graphile_worker._private_jobs
  where is_available and run_at > ${NOW} and attempts between 1 and 2`

export async function queueDepth({ database, clock }: Deps): Promise<QueueDepth> {
  const due = sql`from agenda where due_at <= ${clock.now().toString()}`
  const count = (rows: typeof READY) => sql`(select count(*)::int from (select ${rows} limit ${COUNT_MAX}) as counted)`
  const { rows } = await sql<QueueDepth>`
    select ${count(READY)} as ready, ${count(WAITING)} as waiting, ${count(RUNNING)} as running,
      ${count(DEAD)} as dead, ${count(due)} as due`.execute(database.db)
  return rows[0] ?? { ready: 0, running: 0, waiting: 0, dead: 0, due: 0 }
}

/**
 * Waits until jobs with this prefix that were due before an instant have run; false when the time is up or
 * `signal` is aborted. Dead jobs do not count.
 */
export async function untilRun(
  { db }: { readonly db: Db },
  { prefix, before, withinMs, signal }: UntilRunOptions,
): Promise<boolean> {
  const hasRun = async (): Promise<boolean | undefined> => {
    if (signal?.aborted) return false
    const { rows } = await sql<{ has_run: boolean }>`select not exists (
        select from agenda where starts_with(kind, ${prefix}) and due_at < ${before.toString()}
      ) and not exists (
        select from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
        where starts_with(identifier, ${prefix}) and (is_available or locked_at is not null)
          and (payload->>'dueAt')::timestamptz < ${before.toString()}
      ) as has_run`.execute(db)
    return rows[0]?.has_run === true ? true : undefined
  }
  return (await waitUntil(hasRun, { withinMs })) ?? false
}
