import type { Clock } from '../platform/clock/clock.ts'
import type { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import type { Repetition } from '../platform/concurrency/repeat.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Presence } from '../platform/postgres/presence.ts'
import { startAgenda } from '../platform/queue/agenda.ts'
import { type JobHandlers, startQueue } from '../platform/queue/queue.ts'
import type { Stores } from '../platform/stores/stores.ts'

export type JobOptions = {
  readonly stores: Stores
  readonly clock: Clock
  /** Undefined in live mode. */
  readonly sandboxClock: SandboxClock | undefined
  readonly presence: Presence
  readonly metrics: Metrics
  readonly handlers: JobHandlers
  /** Handlers that may run for hours. */
  readonly longHandlers: JobHandlers
  readonly log: Logger
}

const LONG_JOBS_AT_ONCE = 3
/** One worker always remains for the reports of others. */
const LONG_JOBS_PER_ORGANIZATION = 2

/** Starts the agenda, which enqueues what is due, and the queue, which runs it. */
export async function startJobs(options: JobOptions): Promise<Repetition> {
  const { stores, clock, sandboxClock, presence, metrics, log } = options
  const handlers = withCurrentClock(options.handlers, sandboxClock)
  const longHandlers = withCurrentClock(options.longHandlers, sandboxClock)
  const { database } = stores
  const queue = await startQueue({
    url: stores.databaseUrl(),
    database,
    presence,
    handlers,
    long: { handlers: longHandlers, concurrency: LONG_JOBS_AT_ONCE, perOwnerMax: LONG_JOBS_PER_ORGANIZATION },
    log,
    onFailure: metrics.jobFailed,
  })
  stores.onMove(({ postgres }) => postgres !== undefined && queue.moveTo(postgres))
  const kinds = [handlers, longHandlers].flatMap(Object.keys)
  const agenda = startAgenda({ database, clock, kinds, log })
  sandboxClock?.onMove(agenda.wake)
  return {
    wake: agenda.wake,
    stop: async () => {
      await agenda.stop()
      await queue.stop()
    },
  }
}

/** Refreshes the clock before each job: another node may have moved it and made the job due. */
function withCurrentClock(handlers: JobHandlers, sandboxClock: SandboxClock | undefined): JobHandlers {
  if (sandboxClock === undefined) return handlers
  const refreshed = Object.entries(handlers).map(([name, handler]): [string, typeof handler] => [
    name,
    async (payload, signal) => {
      await sandboxClock.refresh()
      return handler(payload, signal)
    },
  ])
  return Object.fromEntries(refreshed)
}
