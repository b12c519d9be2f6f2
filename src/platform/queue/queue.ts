import { once } from 'node:events'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import { repeat } from '../concurrency/repeat.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Logger } from '../log/log.ts'
import { CONNECT_MS_MAX, logBrokenConnections } from '../postgres/connections.ts'
import type { Database } from '../postgres/database.ts'
import type { Presence } from '../postgres/presence.ts'
import { watchForLostJobs } from './lost-jobs.ts'
import { OwnerLimit } from './owner-limit.ts'
import { QueuePool } from './queue-pool.ts'
import { type JobHandler, runJob } from './run-job.ts'
import { startWorkerPool, type WorkerPool } from './worker-pool.ts'

/** By job name. A node fetches only jobs that it has a handler for; others wait. */
export type JobHandlers = Readonly<Record<string, JobHandler>>

export type QueueRunner = {
  /** Running jobs get some time to finish; the others are handed back, ready to run immediately. */
  readonly stop: () => Promise<void>
  readonly moveTo: (url: string) => void
}

type QueueOptions = {
  readonly url: string
  readonly database: Database
  /** Shows the other nodes whether our jobs are lost. */
  readonly presence: Pick<Presence, 'id'>
  readonly handlers: JobHandlers
  readonly log: Logger
  readonly onFailure?: (job: string) => void
  /** How long a job may continue after the stop was requested. */
  readonly finishMsMax?: number
  readonly concurrency?: number
  /** Jobs that may take long have workers of their own, so that they never delay others. */
  readonly lanes?: readonly Lane[]
}

/** Jobs that share workers. */
export type Lane = {
  readonly handlers: JobHandlers
  readonly concurrency: number
  /** How many jobs of one owner run concurrently; default: no limit. */
  readonly perOwnerMax?: number
}

const FINISH_MS_MAX = 10_000
const CONCURRENCY = 8
/** Connections of each lane besides its workers: one to listen for new jobs, one for maintenance. */
const CONNECTIONS_BESIDES = 2
const RESTART_DELAY_MS = 1_000
const POOL_END_MS_MAX = 5_000

/** Creates or updates the queue's tables; the caller holds the migration lock. */
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
    // Running and dead jobs are queried every few seconds, and are few among many that wait.
    await pool.query(`create index if not exists quittance_jobs_not_available
      on graphile_worker._private_jobs (id) where not is_available`)
  } finally {
    await pool.end()
  }
}

/** Takes jobs from PostgreSQL and runs them, on any number of nodes. */
export async function startQueue(options: QueueOptions): Promise<QueueRunner> {
  const { url, database, presence, log } = options
  const lanes = lanesOf(options)
  // The queue expects the driver's own types, so it has a pool of its own.
  const pool = new QueuePool({
    connectionString: url,
    max: lanes.reduce((sum, { concurrency }) => sum + concurrency + CONNECTIONS_BESIDES, 0),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: 'quittance queue',
    keepAlive: true,
  })
  logBrokenConnections(pool, log)
  const running = new Set<string>()
  await using started = new AsyncDisposableStack()
  started.defer(() => withTimeout(POOL_END_MS_MAX, pool.end()).then(() => {}))
  const workers: Pick<WorkerPool, 'stop'>[] = []
  started.defer(async () => {
    await Promise.all(workers.map(({ stop }) => stop()))
  })
  for (const lane of lanes) workers.push(await keepWorkers(options, lane, { pool, running }))
  const isRunningHere = (jobId: string): boolean => running.has(jobId)
  started.defer(watchForLostJobs({ database, nodeId: presence.id, isRunningHere, log }).stop)
  const queue = started.move()
  return {
    stop: () => queue.disposeAsync(),
    moveTo: (newUrl) => {
      pool.options.connectionString = newUrl
    },
  }
}

function lanesOf({ handlers, concurrency = CONCURRENCY, lanes: own = [] }: QueueOptions): readonly Lane[] {
  const lanes = [{ handlers, concurrency }, ...own]
  const names = lanes.flatMap((lane) => Object.keys(lane.handlers))
  assert(new Set(names).size === names.length, 'A job has one lane.')
  // Without a task graphile-worker would complain every two seconds.
  return lanes.filter((lane) => Object.keys(lane.handlers).length > 0)
}

/**
 * Runs workers until they are stopped: a pool that breaks, such as when PostgreSQL goes away, is replaced. Jobs whose end
 * it could not record are still locked by us, and are found to be lost.
 */
async function keepWorkers(
  options: QueueOptions,
  { handlers, concurrency, perOwnerMax }: Lane,
  { pool, running }: { readonly pool: pg.Pool; readonly running: Set<string> },
): Promise<Pick<WorkerPool, 'stop'>> {
  const { presence, log, onFailure = () => {}, finishMsMax = FINISH_MS_MAX } = options
  const owners = new OwnerLimit(perOwnerMax)
  const tasks = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      runJob({ name, handler, pool, running, owners, log, onFailure }),
    ]),
  )
  const start = (): Promise<WorkerPool> =>
    startWorkerPool({ pool, id: presence.id, tasks, concurrency, owners, finishMsMax, log })
  let workers: WorkerPool | undefined = await start()
  const keeping = repeat({
    work: async (signal) => {
      workers ??= await start()
      const reason = await Promise.race([workers.broken, abortOf(signal)])
      if (signal.aborted) return 0
      log.warn({ reason }, 'the queue broke and is restarted')
      await workers.stop()
      workers = undefined
      return RESTART_DELAY_MS
    },
    delayAfterFailureMs: RESTART_DELAY_MS,
    failureMessage: 'the queue could not be restarted',
    log,
  })
  return {
    stop: async () => {
      await keeping.stop()
      await workers?.stop()
    },
  }
}

async function abortOf(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
