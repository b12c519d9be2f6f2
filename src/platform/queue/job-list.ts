import { sql } from 'kysely'
import { redactValue } from '../log/redaction.ts'
import type { Database, Db } from '../postgres/database.ts'
import { BEGAN_AT } from './renew-locks.ts'

/** Waiting: it failed and is retried later, or is not due yet. Dead: it has no attempts left. */
type JobState = 'ready' | 'running' | 'waiting' | 'dead'

export type ListedJob = {
  readonly id: string
  readonly job: string
  readonly state: JobState
  /** When it can run, started to run, or died. */
  readonly at: Temporal.Instant
  readonly attempts: number
  readonly attemptsMax: number
  readonly lastError: string | null
  readonly payload: unknown
}

export type JobList = { readonly jobs: readonly ListedJob[]; readonly hasMore: boolean }

const LIST_ROWS_MAX = 200

const IS_DEAD = sql<boolean>`not is_available and locked_at is null`
// A failure stores no time, but postpones the next attempt by this much.
const DIED_AT = sql`greatest(jobs.updated_at, run_at - exp(least(attempts, 10)) * interval '1 second')`

/** Returns the jobs in the queue, oldest first, or only the dead ones, newest first; bounded. */
export async function listJobs({ db }: Database, { isDead = false } = {}): Promise<JobList> {
  const { rows } = await sql<ListedJob>`
    select jobs.id::text as id, tasks.identifier as job, attempts, max_attempts as "attemptsMax",
      last_error as "lastError", payload,
      case when locked_at is not null then 'running' when ${IS_DEAD} then 'dead'
        when run_at <= now() then 'ready' else 'waiting' end as state,
      case when ${IS_DEAD} then ${DIED_AT} else coalesce(${BEGAN_AT}, run_at) end as at
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    ${isDead ? sql`where ${IS_DEAD} order by jobs.id desc` : sql`order by jobs.id`}
    limit ${LIST_ROWS_MAX + 1}`.execute(db)
  const jobs = rows.slice(0, LIST_ROWS_MAX).map((job) => ({ ...job, payload: redactValue(job.payload) }))
  return { jobs, hasMore: rows.length > LIST_ROWS_MAX }
}

/** The payloads of all jobs of one name that are in the queue, dead ones too. */
export async function waitingPayloads(db: Db, job: string): Promise<readonly unknown[]> {
  const { rows } = await sql<{ readonly payload: unknown }>`select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job}`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** Gives a dead job all its attempts again and runs it now; returns false if there is no dead job with this id. */
export async function retryDeadJob({ db }: Database, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where id = ${id} and ${IS_DEAD}),
      run_at := now(), attempts := 0)`.execute(db)
  return rows.length > 0
}
