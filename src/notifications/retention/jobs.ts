import { INSTALLATION } from '../../organizations/pure.ts'
import type { Logger } from '../../platform/log/log.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { resumeMails } from '../mail/jobs.ts'
import { type PruneDeliveriesDeps, pruneDeliveries } from './prune-deliveries.ts'
import { type PruneMailsDeps, pruneMails } from './prune-mails.ts'

type Deps = PruneMailsDeps & PruneDeliveriesDeps & Parameters<typeof resumeMails>[0] & { readonly log: Logger }

/** The daily jobs that remove expired mails and webhook deliveries. Mails that waited for a mail server are resumed. */
export function notificationPruning(deps: Deps): readonly DailyJob[] {
  const { log } = deps
  return [
    dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-mails' }, async (signal) => {
      await resumeMails(deps)
      const mails = await pruneMails(deps, signal)
      if (mails > 0) log.info({ mails }, 'removed expired mails')
    }),
    dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-webhook-deliveries' }, async (signal) => {
      const deliveries = await pruneDeliveries(deps, signal)
      if (deliveries > 0) log.info({ deliveries }, 'removed expired webhook deliveries')
    }),
  ]
}
