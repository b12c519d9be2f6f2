import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { scheduleDaily, scheduleNextDay } from '../../platform/queue/daily.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type PrunePayerDataDeps, prunePayerData } from './prune-payer-data.ts'

const JOB = { organizationId: INSTALLATION, kind: 'prune-payer-data' }

/** The daily job that removes what payers entered for attempts that led to no payment. */
export function payerDataJobs(deps: PrunePayerDataDeps & { readonly log: Logger }): JobHandlers {
  return {
    [JOB.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, JOB)
      const attempts = await prunePayerData(deps, { by: { kind: 'service' }, signal })
      if (attempts > 0) deps.log.info({ attempts }, 'removed expired data of payers')
    },
  }
}

export async function schedulePayerDataPruning(deps: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  await scheduleDaily(deps, JOB)
}
