import { EventEmitter } from 'node:events'
import { run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Logger } from '../log/log.ts'
import type { OwnerLimit } from './owner-limit.ts'

export type WorkerPool = {
  /** Resolves with the reason if the pool takes no more jobs although it was not stopped. */
  readonly broken: Promise<string>
  readonly stop: () => Promise<void>
}

type WorkerPoolOptions = {
  readonly pool: pg.Pool
  /** Identifies the node in the locks of its jobs. */
  readonly id: string
  readonly tasks: TaskList
  readonly concurrency: number
  /** Jobs of owners at their limit are left for later. */
  readonly owners: OwnerLimit
  readonly finishMsMax: number
  readonly log: Logger
}

/** Beyond the time of the jobs: the queue needs it to record their end in PostgreSQL. */
const RECORD_END_MS_MAX = 5_000

/** One life of graphile-worker's runner. */
export async function startWorkerPool(options: WorkerPoolOptions): Promise<WorkerPool> {
  const { pool, id, tasks, concurrency, owners, finishMsMax, log } = options
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = id
  })
  const unfit = unfitness(events)
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    concurrency,
    forbiddenFlags: owners.isLimited ? () => [...owners.atLimit] : null,
    noHandleSignals: true,
    crontab: '',
    gracefulShutdownAbortTimeout: finishMsMax,
    logger: workerLogger(log),
    events,
    // Otherwise the statement that ends a job is not awaited, and its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = runner.promise.then(
    () => 'it ended by itself',
    ({ message }: Error) => message,
  )
  return {
    broken: Promise.race([unfit, ended]),
    stop: async () => {
      // Rejects if it has already ended.
      const stopped = runner.stop().catch(() => ended)
      const hasStopped = await withTimeout(
        finishMsMax + RECORD_END_MS_MAX,
        stopped.then(() => true),
      )
      if (hasStopped === undefined) await runner.kill().catch(() => {})
    },
  }
}

/**
 * The runner asks for the numbers of its tasks once. Where PostgreSQL goes away at that moment it
 * remembers the failure and never finds a job again.
 */
async function unfitness(events: WorkerEvents): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let hasLooked = false
  const looked = (): void => {
    hasLooked = true
  }
  events.once('worker:getJob:empty', looked)
  events.once('job:start', looked)
  events.on('worker:getJob:error', ({ error }) => {
    if (!hasLooked) resolve((error as Error).message)
  })
  return promise
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(({ jobId, taskIdentifier }) => (level, message, meta) => {
    // Failures of jobs are logged where they happen, with more detail.
    if (meta?.['failure'] === true) return
    const write = level === 'warning' ? 'warn' : level
    log[write === 'info' ? 'debug' : write]({ jobId, task: taskIdentifier }, message)
  })
}
