import { sql } from 'kysely'
import { redactValue } from '../log/redaction.ts'
import type { Database } from '../postgres/database.ts'

/** Waiting: it failed and is tried again later, or was not to run yet. Dead: it failed for the last time. */
type JobState = 'ready' | 'running' | 'waiting' | 'dead'

export type ListedJob = {
  readonly id: string
  readonly job: string
  readonly state: JobState
  /** When it can run, began to run, or died. */
  readonly at: Temporal.Instant
  readonly attempts: number
  readonly attemptsMax: number
  readonly lastError: string | null
  readonly payload: unknown
}

export type JobList = { readonly jobs: readonly ListedJob[]; readonly hasMore: boolean }

const LIST_ROWS_MAX = 200

const IS_DEAD = sql<boolean>`not is_available and locked_at is null`
// A lock that lies ahead was renewed, and the job keeps when it began in the other place.
const BEGAN_AT = sql`case when locked_at > now() then run_at else locked_at end`
// A failure notes no time, but puts off the next attempt by this much.
const DIED_AT = sql`greatest(jobs.updated_at, run_at - exp(least(attempts, 10)) * interval '1 second')`

/** What is in the queue, oldest first; bounded. */
export async function listJobs(database: Database): Promise<JobList> {
  return list(database, { isDead: false })
}

/** What failed for the last time and waits for a person, newest first; bounded. */
export async function deadJobs(database: Database): Promise<JobList> {
  return list(database, { isDead: true })
}

async function list({ db }: Database, { isDead }: { isDead: boolean }): Promise<JobList> {
  const { rows } = await sql<JobRow>`
    select jobs.id, tasks.identifier as job, attempts, max_attempts, last_error, payload,
      case when locked_at is not null then 'running' when ${IS_DEAD} then 'dead'
        when run_at <= now() then 'ready' else 'waiting' end as state,
      case when ${IS_DEAD} then ${DIED_AT} else coalesce(${BEGAN_AT}, run_at) end as at
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    ${isDead ? sql`where ${IS_DEAD} order by jobs.id desc` : sql`order by jobs.id`}
    limit ${LIST_ROWS_MAX + 1}`.execute(db)
  return { jobs: rows.slice(0, LIST_ROWS_MAX).map(listed), hasMore: rows.length > LIST_ROWS_MAX }
}

type JobRow = {
  readonly id: bigint
  readonly job: string
  readonly state: JobState
  readonly at: Temporal.Instant
  readonly attempts: number
  readonly max_attempts: number
  readonly last_error: string | null
  readonly payload: unknown
}

function listed({ id, max_attempts, last_error, payload, ...same }: JobRow): ListedJob {
  return {
    ...same,
    id: String(id),
    attemptsMax: max_attempts,
    lastError: last_error,
    payload: redactValue(payload),
  }
}

/** Gives a dead job all its attempts again, at once; false where there is no dead job of this id. */
export async function retryDeadJob({ db }: Database, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where id = ${id} and ${IS_DEAD}),
      run_at := now(), attempts := 0)`.execute(db)
  return rows.length > 0
}
