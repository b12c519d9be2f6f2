import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { CONNECT_MS_MAX, type Database, logBrokenConnections } from '../postgres/database.ts'
import type { Presence } from '../postgres/presence.ts'
import { within } from '../within.ts'
import { watchForLostJobs } from './lost-jobs.ts'
import { type JobHandler, runJob } from './run-job.ts'
import { startWorkerPool, type WorkerPool } from './worker-pool.ts'

/** By the name of the job. A node fetches only jobs that it has a handler for; others wait. */
export type JobHandlers = Readonly<Record<string, JobHandler>>

export type QueueRunner = {
  /** Running jobs may finish for a while; those that do not are handed back, ready to run at once. */
  readonly stop: () => Promise<void>
  readonly moveTo: (url: string) => void
}

type QueueOptions = {
  readonly url: string
  readonly database: Database
  /** By this the other nodes see whether the jobs that we run are lost. */
  readonly presence: Pick<Presence, 'id'>
  readonly handlers: JobHandlers
  readonly log: Logger
  readonly onFailure?: (job: string) => void
  /** How long a job may go on after the stop was asked for. */
  readonly finishMsMax?: number
  readonly concurrency?: number
}

const FINISH_MS_MAX = 10_000
const CONCURRENCY = 8
const RESTART_DELAY_MS = 1_000
const POOL_END_MS_MAX = 5_000

/** Makes or updates the queue's own tables; the caller holds the migration lock. */
export async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS_MAX,
  })
  // The library's own pool stops listening before its connections have ended, and a server that stops just
  // then would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  try {
    await runMigrations({ pgPool: pool })
    // Running and dead jobs are looked for every few seconds, and are few among many that wait.
    await pool.query(`create index if not exists quittance_jobs_not_available
      on graphile_worker._private_jobs (id) where not is_available`)
  } finally {
    await pool.end()
  }
}

/** Takes jobs from PostgreSQL and runs them, on as many nodes as there are. */
export async function startQueue(options: QueueOptions): Promise<QueueRunner> {
  const { url, database, presence, log, concurrency = CONCURRENCY } = options
  // The queue expects the driver's own types, so it has a pool of its own.
  const pool = new pg.Pool({
    connectionString: url,
    max: concurrency + 2,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: 'quittance queue',
    keepAlive: true,
  })
  logBrokenConnections(pool, log)
  const running = new Set<string>()
  const workers = await keepWorkers(options, pool, running).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const isRunningHere = (jobId: string): boolean => running.has(jobId)
  const lostJobs = watchForLostJobs({ database, nodeId: presence.id, isRunningHere, log })
  return {
    stop: async () => {
      await lostJobs.stop()
      await workers.stop()
      await within(POOL_END_MS_MAX, pool.end())
    },
    moveTo: (newUrl) => {
      pool.options.connectionString = newUrl
    },
  }
}

/**
 * Workers for as long as nobody stops them: a pool that breaks, as PostgreSQL went away, is replaced. Jobs
 * whose end it could not tell are still locked by us, and are found to be lost.
 */
async function keepWorkers(
  options: QueueOptions,
  pool: pg.Pool,
  running: Set<string>,
): Promise<Pick<WorkerPool, 'stop'>> {
  const { presence, handlers, log, onFailure = () => {} } = options
  const { finishMsMax = FINISH_MS_MAX, concurrency = CONCURRENCY } = options
  // Without a task graphile-worker would complain every two seconds.
  if (Object.keys(handlers).length === 0) return { stop: async () => {} }
  const tasks = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      runJob({ name, handler, pool, running, log, onFailure }),
    ]),
  )
  const start = (): Promise<WorkerPool> =>
    startWorkerPool({ pool, id: presence.id, tasks, concurrency, finishMsMax, log })
  const stopping = new AbortController()
  const stopAsked = Promise.withResolvers<undefined>()
  let workers: WorkerPool | undefined = await start()
  const keeping = keep()

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (workers === undefined) {
        await sleep(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => {})
        if (!stopping.signal.aborted) workers = await restart()
        continue
      }
      const reason = await Promise.race([workers.broken, stopAsked.promise])
      if (reason === undefined) return
      log.warn({ reason }, 'the queue broke and is started again')
      await workers.stop()
      workers = undefined
    }
  }

  async function restart(): Promise<WorkerPool | undefined> {
    try {
      return await start()
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'the queue could not be started again')
      return undefined
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      stopAsked.resolve(undefined)
      await keeping
      await workers?.stop()
    },
  }
}
