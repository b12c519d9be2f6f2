import { INSTALLATION } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { scheduleDaily, scheduleNextDay } from '../../platform/queue/daily.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type PruneDeps, pruneRecords } from './prune-records.ts'

const JOB = { organizationId: INSTALLATION, kind: 'prune-records' }

/** The job that removes what is past its time, once a day. */
export function pruningJobs(deps: PruneDeps & { readonly log: Logger }): JobHandlers {
  return {
    [JOB.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, JOB)
      const removed = await pruneRecords(deps, { by: { kind: 'service' }, signal })
      for (const part of removed) deps.log.info(part, 'records past their time are removed')
    },
  }
}

export async function schedulePruning(deps: { readonly database: Database; readonly clock: Clock }): Promise<void> {
  await scheduleDaily(deps, JOB)
}
