import { sql } from 'kysely'
import { type Repetition, repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import type { Database } from '../postgres/database.ts'
import { absentAmong } from '../postgres/presence.ts'
import { IS_RENEWAL_DUE, isHeld, type JobLock, renewLocks } from './renew-locks.ts'

const LOOK_DELAY_MS = 2_500
/** A job that was started and lost this often is likely to kill its nodes. */
const BEGUN_MAX = 50

type WatchOptions = {
  readonly database: Database
  readonly nodeId: string
  /** Whether this node is running the job. */
  readonly isRunningHere: (jobId: string) => boolean
  readonly log: Logger
}

type SeenLock = JobLock & { readonly is_renewal_due: boolean }

/**
 * Renews the locks of jobs that run here, and retries lost jobs: those of dead nodes, and those locked by this node that
 * it does not run, such as when the connection broke before it learned that it got the job or that the job's end was
 * recorded. A job counts as lost after two checks in a row: a node whose connection broke is back sooner than that.
 */
export function watchForLostJobs(options: WatchOptions): Repetition {
  const { database, log } = options
  let suspectsBefore: ReadonlySet<string> = new Set()
  const look = async (): Promise<number> => {
    const before = suspectsBefore
    // A check that fails does not count.
    suspectsBefore = new Set()
    const locks = await jobLocks(database)
    const dueHere = locks.filter((lock) => lock.is_renewal_due && isRunning(options, lock))
    await renewLocks(database, dueHere)
    const suspects = await suspectLocks(options, locks)
    const lost = suspects.filter((lock) => before.has(keyOf(lock)))
    const released = await releaseJobs(database, lost)
    if (released > 0) log.warn({ jobs: lost.map(({ id }) => String(id)) }, 'lost jobs are retried')
    suspectsBefore = new Set(suspects.map(keyOf))
    return LOOK_DELAY_MS
  }
  return repeat({
    work: look,
    delayAfterFailureMs: LOOK_DELAY_MS,
    failureMessage: 'lost jobs could not be looked up',
    log,
  })
}

function keyOf({ id, locked_by, attempts }: JobLock): string {
  return `${id} ${locked_by} ${attempts}`
}

async function jobLocks({ db }: Database): Promise<readonly SeenLock[]> {
  const { rows } = await sql<SeenLock>`
    select id, locked_by, attempts, ${IS_RENEWAL_DUE} as is_renewal_due
    from graphile_worker._private_jobs
    where not is_available and locked_by is not null`.execute(db)
  return rows
}

function isRunning({ nodeId, isRunningHere }: WatchOptions, { id, locked_by }: JobLock): boolean {
  return locked_by === nodeId && isRunningHere(String(id))
}

async function suspectLocks(options: WatchOptions, locks: readonly JobLock[]): Promise<readonly JobLock[]> {
  const others = new Set(locks.map(({ locked_by }) => locked_by)).difference(new Set([options.nodeId]))
  const suspects = new Set([options.nodeId, ...(await absentAmong(options.database, [...others]))])
  return locks.filter((lock) => suspects.has(lock.locked_by) && !isRunning(options, lock))
}

/**
 * Releases these locks if they are still held, and returns how many were. The loss of a run is not the job's fault, so
 * it gets one more attempt, up to a limit.
 */
export async function releaseJobs({ db }: Database, locks: readonly JobLock[]): Promise<number> {
  if (locks.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, updated_at = now(),
      max_attempts = max_attempts + case when attempts < ${BEGUN_MAX} then 1 else 0 end,
      last_error = 'The node that ran it ended or lost it before the job was done.'
    where ${isHeld(locks)}`.execute(db)
  return Number(numAffectedRows)
}
