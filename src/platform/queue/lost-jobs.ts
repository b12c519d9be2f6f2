import { sql } from 'kysely'
import type { Logger } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { absentAmong } from '../postgres/presence.ts'
import { type Repetition, repeat } from '../repeat.ts'

const LOOK_DELAY_MS = 2_500
/** A job that was begun this often and lost is likely to be what kills its nodes. */
const BEGUN_MAX = 50

type WatchOptions = {
  readonly database: Database
  /** Ourselves, whose jobs are never lost as long as we can look. */
  readonly nodeId: string
  readonly log: Logger
}

/**
 * Lets the jobs of dead nodes run again. A node counts as dead when it is absent in two looks in a row:
 * one whose connection broke is back sooner than that.
 */
export function watchForLostJobs({ database, nodeId, log }: WatchOptions): Repetition {
  let absentBefore: ReadonlySet<string> = new Set()
  const look = async (): Promise<number> => {
    const before = absentBefore
    // A look that fails sees nobody, so it does not count as one.
    absentBefore = new Set()
    const holders = (await lockHolders(database)).filter((id) => id !== nodeId)
    const absent = await absentAmong(database, holders)
    const dead = absent.filter((id) => before.has(id))
    if (dead.length > 0) {
      const jobs = await releaseJobsOf(database, dead)
      log.warn({ nodes: dead, jobs }, 'jobs of a dead node run again')
    }
    absentBefore = new Set(absent)
    return LOOK_DELAY_MS
  }
  return repeat({
    work: look,
    delayAfterFailureMs: LOOK_DELAY_MS,
    failureMessage: 'it is unknown whether other nodes live',
    log,
  })
}

async function lockHolders({ db }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select distinct locked_by from graphile_worker._private_jobs
    where not is_available and locked_by is not null`.execute(db)
  return rows.map(({ locked_by }) => locked_by)
}

/**
 * Gives up the locks of these nodes. That a node died is not its jobs' fault, so each gets one more
 * attempt, up to a bound; the statement finds nothing where another node was faster.
 */
export async function releaseJobsOf(
  database: Database,
  holders: readonly string[],
): Promise<number> {
  return database.transaction(async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update graphile_worker._private_jobs
      set max_attempts = max_attempts + case when attempts < ${BEGUN_MAX} then 1 else 0 end,
        last_error = 'The node that ran it ended before the job did.',
        updated_at = now()
      where not is_available and locked_by = any(${holders})`.execute(tx)
    await sql`select graphile_worker.force_unlock_workers(${holders})`.execute(tx)
    return Number(numAffectedRows)
  })
}
