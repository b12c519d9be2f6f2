import { INSTALLATION } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { scheduleDaily, scheduleNextDay } from '../../platform/queue/daily.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { rescheduleLostSubscriptions } from '../subscriptions/reschedule-lost-subscriptions.ts'
import { type PruneReportsDeps, pruneReports } from './prune-reports.ts'
import { reenqueueLostReports } from './reenqueue-lost-reports.ts'

const JOB = { organizationId: INSTALLATION, kind: 'prune-reports' }

/** The daily job that removes expired reports and restores lost jobs and runs. */
export function reportPruningJobs(deps: PruneReportsDeps & { readonly log: Logger }): JobHandlers {
  const { log } = deps
  return {
    [JOB.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, JOB)
      const forgotten = await reenqueueLostReports(deps)
      if (forgotten > 0) log.warn({ reports: forgotten }, 're-enqueued reports that had lost their job')
      const late = await rescheduleLostSubscriptions(deps)
      if (late > 0) log.warn({ subscriptions: late }, 'rescheduled subscriptions that had lost their next run')
      const reports = await pruneReports(deps, { by: { kind: 'service' }, signal })
      if (reports > 0) log.info({ reports }, 'removed expired reports')
    },
  }
}

export async function scheduleReportPruning(deps: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  await scheduleDaily(deps, JOB)
}
