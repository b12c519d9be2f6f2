import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Presence } from '../platform/postgres/presence.ts'
import { startAgenda } from '../platform/queue/agenda.ts'
import { type JobHandlers, startQueue } from '../platform/queue/queue.ts'
import type { Repetition } from '../platform/repeat.ts'
import type { Stores } from '../platform/stores.ts'

type JobOptions = {
  readonly stores: Stores
  readonly clock: Clock
  readonly presence: Presence
  readonly metrics: Metrics
  readonly handlers: JobHandlers
  readonly log: Logger
}

/** The agenda makes jobs of what is due, the queue runs them. */
export async function startJobs(options: JobOptions): Promise<Repetition> {
  const { stores, clock, presence, metrics, handlers, log } = options
  const { database } = stores
  const queue = await startQueue({
    url: stores.databaseUrl(),
    database,
    presence,
    handlers,
    log,
    onFailure: metrics.jobFailed,
  })
  stores.onMove(({ postgres }) => postgres !== undefined && queue.moveTo(postgres))
  const agenda = startAgenda({ database, clock, kinds: Object.keys(handlers), log })
  return {
    wake: agenda.wake,
    stop: async () => {
      await agenda.stop()
      await queue.stop()
    },
  }
}
