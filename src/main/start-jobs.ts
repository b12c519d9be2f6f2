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
  /** Those that may run for hours. */
  readonly longHandlers: JobHandlers
  readonly log: Logger
}

const LONG_JOBS_AT_ONCE = 2

/** The agenda makes jobs of what is due, the queue runs them. */
export async function startJobs(options: JobOptions): Promise<Repetition> {
  const { stores, clock, sandboxClock, presence, metrics, log } = options
  const handlers = onTime(options.handlers, sandboxClock)
  const longHandlers = onTime(options.longHandlers, sandboxClock)
  const { database } = stores
  const queue = await startQueue({
    url: stores.databaseUrl(),
    database,
    presence,
    handlers,
    long: { handlers: longHandlers, concurrency: LONG_JOBS_AT_ONCE },
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

/** Another node may have moved the clock and made this job due before the news of it arrived here. */
function onTime(handlers: JobHandlers, sandboxClock: SandboxClock | undefined): JobHandlers {
  if (sandboxClock === undefined) return handlers
  const timely = Object.entries(handlers).map(([name, handler]): [string, typeof handler] => [
    name,
    async (payload, signal) => {
      await sandboxClock.refresh()
      return handler(payload, signal)
    },
  ])
  return Object.fromEntries(timely)
}
