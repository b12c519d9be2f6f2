import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { resumeMails } from '../mail/jobs.ts'
import { removeExpiredDeliveries, removeExpiredMails } from './expiry-store.ts'

type Deps = {
  readonly database: Database
  /**
   * The product's clock decides when mails and deliveries expire. Deliveries and messages of the inbox are also old by
   * the machine's clock when they are removed, so a long move of a sandbox keeps them.
   */
  readonly clock: Clock
  readonly mailRetentionDays: number
  readonly webhookRetentionDays: number
}

/** Keeps each statement short. */
const PORTION_MAX = 500

/** The daily jobs that remove expired mails and webhook deliveries. Mails that waited for a mail server are resumed. */
export function notificationPruning(
  deps: Deps & Parameters<typeof resumeMails>[0] & { readonly log: Logger },
): readonly DailyJob[] {
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

/** Removes mails and messages of the sandbox inbox that have expired; returns how many. May be run at any time. */
export async function pruneMails(deps: Omit<Deps, 'webhookRetentionDays'>, signal?: AbortSignal): Promise<number> {
  const expiry = expiryOf(deps, deps.mailRetentionDays)
  return inPortions(() => removeExpiredMails(deps.database.db, expiry), signal)
}

/** Removes finished deliveries that have expired, with their attempts; returns how many. May be run at any time. */
export async function pruneDeliveries(deps: Omit<Deps, 'mailRetentionDays'>, signal?: AbortSignal): Promise<number> {
  const expiry = expiryOf(deps, deps.webhookRetentionDays)
  return inPortions(() => removeExpiredDeliveries(deps.database.db, expiry), signal)
}

function expiryOf({ clock }: Pick<Deps, 'clock'>, days: number) {
  return { before: clock.now().subtract({ hours: 24 * days }), days, limit: PORTION_MAX }
}
