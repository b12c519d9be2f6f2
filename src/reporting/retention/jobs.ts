import { INSTALLATION } from '../../organizations/pure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { reenqueueLostReports } from '../ordering/reenqueue-lost-reports.ts'
import { rescheduleLostSubscriptions } from '../subscriptions/reschedule-lost-subscriptions.ts'
import { type PruneReportsDeps, pruneReports } from './prune-reports.ts'

/** The daily job that removes expired reports and restores lost jobs and runs. */
export function reportPruning(deps: PruneReportsDeps & { readonly log: Logger }): DailyJob {
  const { log } = deps
  return dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-reports' }, async (signal) => {
    const forgotten = await reenqueueLostReports(deps)
    if (forgotten > 0) log.warn({ reports: forgotten }, 're-enqueued reports that had lost their job')
    const late = await rescheduleLostSubscriptions(deps)
    if (late > 0) log.warn({ subscriptions: late }, 'rescheduled subscriptions that had lost their next run')
    const reports = await pruneReports(deps, { by: { kind: 'service' }, signal })
    if (reports > 0) log.info({ reports }, 'removed expired reports')
  })
}
