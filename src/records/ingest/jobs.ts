import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { FORGET_BATCH_JOB } from './rejection-log.ts'
import { deleteExpiredIngestBatch } from './rejection-store.ts'

/** The job that forgets which lines of an upload were rejected, when the time for asking is over. */
export function ingestJobs({
  database,
  clock,
}: {
  readonly database: Transactions
  readonly clock: Clock
}): JobHandlers {
  return {
    [FORGET_BATCH_JOB]: async (payload) => {
      const { organizationId, subject: batchId } = readAgendaItem(payload)
      await database.transaction((tx) => deleteExpiredIngestBatch(tx, { organizationId, batchId }, { at: clock.now() }))
    },
  }
}
