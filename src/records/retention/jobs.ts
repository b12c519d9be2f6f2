import { INSTALLATION } from '../../organizations/pure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { type PruneDeps, pruneRecords } from './prune-records.ts'

/** The daily job that removes expired records. */
export function recordPruning(deps: PruneDeps & { readonly log: Logger }): DailyJob {
  return dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-records' }, async (signal) => {
    const removed = await pruneRecords(deps, { by: { kind: 'service' }, signal })
    for (const part of removed) deps.log.info(part, 'expired records removed')
  })
}
