import {
  type JobHelpers,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  Logger as WorkerLogger,
} from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { CONNECT_MS_MAX, logBrokenConnections } from '../postgres/database.ts'
import { waitUntil } from '../wait-until.ts'

/** A job carries ids and reloads; it may run twice, and stops soon after `signal` says so. */
type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>
export type JobHandlers = Readonly<Record<string, JobHandler>>

export type QueueRunner = {
  /** Running jobs may finish for a while; those that do not are handed back, ready to run at once. */
  readonly stop: () => Promise<void>
  readonly moveTo: (url: string) => void
}

type QueueOptions = {
  readonly url: string
  readonly handlers: JobHandlers
  readonly log: Logger
  /** How long a job may go on after the stop was asked for. */
  readonly finishMsMax?: number
  readonly concurrency?: number
}

const FINISH_MS_MAX = 10_000
const CONCURRENCY = 8
const HAND_BACK_MS_MAX = 5_000

/** Makes or updates the queue's own tables; the caller holds the migration lock. */
export async function migrateQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url })
}

/** Takes jobs from PostgreSQL and runs them, on as many nodes as there are. */
export async function startQueue(options: QueueOptions): Promise<QueueRunner> {
  const { url, handlers, log, finishMsMax = FINISH_MS_MAX, concurrency = CONCURRENCY } = options
  // The queue expects the driver's own types, so it has a pool of its own.
  const pool = new pg.Pool({
    connectionString: url,
    max: concurrency + 2,
    connectionTimeoutMillis: CONNECT_MS_MAX,
  })
  logBrokenConnections(pool, log)
  const interrupted = new Map<string, number>()
  const runner: Runner = await run({
    pgPool: pool,
    taskList: taskList(handlers, interrupted),
    concurrency,
    noHandleSignals: true,
    crontab: '',
    gracefulShutdownAbortTimeout: finishMsMax,
    logger: workerLogger(log),
  })
  return {
    stop: async () => {
      await runner.stop()
      await handBack(pool, interrupted)
      await pool.end()
    },
    moveTo: (newUrl) => {
      pool.options.connectionString = newUrl
    },
  }
}

class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted'
}

function taskList(handlers: JobHandlers, interrupted: Map<string, number>): TaskList {
  const task = (handler: JobHandler) => async (payload: unknown, helpers: JobHelpers) => {
    const { abortSignal, job } = helpers
    const aborted = new Promise<never>((_, reject) => {
      abortSignal.addEventListener('abort', () => {
        interrupted.set(job.id, job.attempts)
        reject(new JobInterrupted('The service is stopping; the job runs again.'))
      })
    })
    // A handler that does not listen must not hold up the stop.
    await Promise.race([handler(payload, abortSignal), aborted])
    interrupted.delete(job.id)
  }
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, task(handler)]),
  )
}

/**
 * An interruption is not the job's fault: it costs no attempt and no waiting. The queue unlocks the
 * job shortly after the runner says that it has stopped, so this is tried until it takes.
 */
async function handBack(pool: pg.Pool, interrupted: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, attempts] of interrupted) {
    await waitUntil(
      async () => {
        const { rowCount } = await pool.query(
          `select from graphile_worker.reschedule_jobs(
             array[$1::bigint], run_at := now(), attempts := $2)`,
          [id, attempts - 1],
        )
        return rowCount === 0 ? undefined : true
      },
      { withinMs: HAND_BACK_MS_MAX },
    )
  }
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(({ jobId, taskIdentifier }) => (level, message) => {
    const write = level === 'warning' ? 'warn' : level
    log[write === 'info' ? 'debug' : write]({ jobId, task: taskIdentifier }, message)
  })
}
