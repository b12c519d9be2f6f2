import { INSTALLATION } from '../../organizations/pure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { type PrunePayerDataDeps, prunePayerData } from './prune-payer-data.ts'

/** The daily job that removes the payer data of attempts that led to no payment. */
export function payerDataPruning(deps: PrunePayerDataDeps & { readonly log: Logger }): DailyJob {
  return dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-payer-data' }, async (signal) => {
    const attempts = await prunePayerData(deps, { by: { kind: 'service' }, signal })
    if (attempts > 0) deps.log.info({ attempts }, 'removed expired data of payers')
  })
}
