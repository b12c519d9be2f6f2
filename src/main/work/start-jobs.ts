import { DUE_MESSAGES } from '../../notifications/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { Repetition } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Presence } from '../../platform/postgres/presence.ts'
import { startAgenda } from '../../platform/queue/agenda.ts'
import { clockWork, startClockDriver } from '../../platform/queue/clock-work.ts'
import { type JobHandlers, type Lane, startQueue } from '../../platform/queue/queue.ts'
import type { Stores } from '../../platform/stores/stores.ts'

export type JobOptions = {
  readonly stores: Stores
  readonly clock: Clock
  /** Undefined in live mode. */
  readonly sandboxClock: SandboxClock | undefined
  readonly presence: Presence
  readonly metrics: Metrics
  readonly handlers: JobHandlers
  /** Handlers that may take long, with workers of their own. */
  readonly lanes: readonly Lane[]
  readonly log: Logger
}

/** Starts the agenda, which enqueues due jobs, and the queue, which runs them. */
export async function startJobs(options: JobOptions): Promise<Repetition> {
  const { stores, clock, sandboxClock, presence, metrics, log } = options
  const handlers = withCurrentClock(options.handlers, sandboxClock)
  const lanes = options.lanes.map((lane) => ({ ...lane, handlers: withCurrentClock(lane.handlers, sandboxClock) }))
  const { database } = stores
  const queue = await startQueue({
    url: stores.databaseUrl(),
    database,
    presence,
    handlers,
    lanes,
    log,
    onFailure: metrics.jobFailed,
  })
  stores.onMove(({ postgres }) => postgres !== undefined && queue.moveTo(postgres))
  const kinds = [handlers, ...lanes.map((lane) => lane.handlers)].flatMap(Object.keys)
  const agenda = startAgenda({ database, clock, kinds, log })
  sandboxClock?.onMove(agenda.wake)
  const findWork = clockWork({ alsoBusy: DUE_MESSAGES, kinds })
  const driver = sandboxClock && startClockDriver({ database, sandboxClock, findWork, log })
  return {
    wake: agenda.wake,
    stop: async () => {
      await driver?.stop()
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
