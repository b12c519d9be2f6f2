import type { Job, Task } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from '../log/log.ts'
import { redactText } from '../log/redaction.ts'
import type { OwnerLimit } from './owner-limit.ts'

/** A job has ids and reloads its data; it may run twice, and stops soon after `signal` is aborted. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

type RunJobOptions = {
  readonly name: string
  readonly handler: JobHandler
  readonly pool: pg.Pool
  /** The ids of the jobs that are being run. */
  readonly running: Set<string>
  readonly owners: OwnerLimit
  readonly log: Logger
  readonly onFailure: (job: string) => void
}

const REASON_CHARACTERS_MAX = 500

/** Runs the handler of one kind of job, and reports its end. */
export function runJob(options: RunJobOptions): Task {
  return async (payload, { abortSignal, abortPromise, job }) => {
    const jobId = job.id
    const [owner] = Object.keys(job.flags ?? {})
    // Several workers may have taken jobs of the same owner at the same moment.
    if (!options.owners.start(owner)) {
      await handBack(options, job)
      throw new Error('Its owner already runs as many jobs as it may.')
    }
    options.running.add(jobId)
    try {
      // A handler that does not listen must not hold up the stop.
      await Promise.race([options.handler(payload, abortSignal), abortPromise])
    } catch (error) {
      if (abortSignal.aborted) await handBack(options, job)
      else tellFailure(options, job, error)
      throw new Error(reasonToKeep(error))
    } finally {
      options.running.delete(jobId)
      options.owners.end(owner)
    }
  }
}

function tellFailure({ name, log, onFailure }: RunJobOptions, job: Job, error: unknown): void {
  onFailure(name)
  const isLast = job.attempts >= job.max_attempts
  const about = { job: name, jobId: job.id, attempt: job.attempts, isLast }
  log[isLast ? 'error' : 'warn']({ ...about, err: error }, 'a job failed')
}

/** An id that no job has. */
const NO_JOB = '0'

/**
 * An interruption is not the job's fault: it costs neither an attempt nor a delay. The queue still records a failure of
 * this run. Another worker of this node may have taken the job by then, under the same lock, so the record must not name it.
 */
async function handBack({ name, pool, log }: RunJobOptions, job: Job): Promise<void> {
  try {
    await pool.query(
      `update graphile_worker._private_jobs
       set attempts = attempts - 1, locked_at = null, locked_by = null
       where id = $1 and locked_by = $2`,
      [job.id, job.locked_by],
    )
    job.id = NO_JOB
  } catch (error) {
    // Its lock is then found to be lost.
    const reason = (error as Error).message
    log.warn({ job: name, jobId: job.id, reason }, 'an interrupted job could not be handed back')
  }
}

/** The message without secrets, and without characters that PostgreSQL cannot store. */
function reasonToKeep(error: unknown): string {
  const words = redactText(error instanceof Error ? error.message : String(error))
  return words.replaceAll('\0', '').slice(0, REASON_CHARACTERS_MAX).toWellFormed()
}
