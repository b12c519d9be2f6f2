import { sql } from 'kysely'
import type { Tx } from '../postgres/database.ts'

/** Ids, so that the job reloads its data; never a secret, because payloads are stored in plain text. */
type JobPayload = Readonly<Record<string, string | number | boolean | readonly string[]>>

export type NewJob = {
  /** The name that its handler is registered under. */
  readonly job: string
  readonly payload: JobPayload
  /** After this many failures the job is dead. */
  readonly attemptsMax?: number
  /** A waiting job with the same key is replaced; a running one is followed by this one. */
  readonly key?: string
  /** By the machine's clock, not the sandbox's. Later jobs belong on the agenda. */
  readonly runAt?: Temporal.Instant
  /** Jobs with a lower number start first; default: 0. */
  readonly priority?: number
  /** The owner of the job: a lane can limit how many jobs of an owner run concurrently. */
  readonly owner?: string
}

/** Adds the job in the caller's transaction: it runs soon after the commit, and never after a rollback. */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  await enqueueAll(tx, [job])
}

/** Adds many jobs in one statement; no two of them may have the same key. */
export async function enqueueAll(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = jobs.map(({ job, payload, attemptsMax, key, runAt, priority, owner }) => ({
    identifier: job,
    payload,
    max_attempts: attemptsMax,
    job_key: key,
    run_at: runAt?.toString(),
    priority,
    flags: owner === undefined ? undefined : [owner],
  }))
  await sql`select from graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)
  ))`.execute(tx)
}
