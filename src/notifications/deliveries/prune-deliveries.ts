import { INSTALLATION } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { scheduleDaily, scheduleNextDay } from '../../platform/queue/daily.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { removeExpiredDeliveries } from './delivery-store.ts'

type PruneDeps = {
  readonly database: Database
  /** The product's clock. What is removed is old by the machine's clock too, so a long move of a sandbox keeps it. */
  readonly clock: Clock
  readonly webhookRetentionDays: number
}

/** Keeps each statement short. */
const AT_ONCE_MAX = 500
const JOB = { organizationId: INSTALLATION, kind: 'prune-webhook-deliveries' }

/** Removes finished deliveries that have expired, with their attempts; returns how many. May be run at any time. */
export async function pruneDeliveries(
  { database, clock, webhookRetentionDays }: PruneDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * webhookRetentionDays })
  let removed = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await removeExpiredDeliveries(database.db, { before, days: webhookRetentionDays, limit: AT_ONCE_MAX })
    if (count === 0) return removed
    removed += count
  }
}

/** The daily job that removes expired deliveries. */
export function deliveryPruningJobs(deps: PruneDeps & { readonly log: Logger }): JobHandlers {
  return {
    [JOB.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, JOB)
      const deliveries = await pruneDeliveries(deps, signal)
      if (deliveries > 0) deps.log.info({ deliveries }, 'removed expired webhook deliveries')
    },
  }
}

export async function scheduleDeliveryPruning(deps: Pick<PruneDeps, 'database' | 'clock'>): Promise<void> {
  await scheduleDaily(deps, JOB)
}
