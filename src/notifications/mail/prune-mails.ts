import { INSTALLATION } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { scheduleDaily, scheduleNextDay } from '../../platform/queue/daily.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { removeExpiredMails } from './listed-mail-store.ts'

type PruneDeps = {
  readonly database: Database
  /** The product's clock: it decides when mails expire; messages of the inbox go by the machine's. */
  readonly clock: Clock
  readonly mailRetentionDays: number
}

/** Keeps each statement short. */
const AT_ONCE_MAX = 500
const JOB = { organizationId: INSTALLATION, kind: 'prune-mails' }

/** Removes mails and messages of the sandbox inbox that have expired; returns how many. May be run at any time. */
export async function pruneMails(
  { database, clock, mailRetentionDays }: PruneDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * mailRetentionDays })
  let removed = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await removeExpiredMails(database, { before, days: mailRetentionDays, limit: AT_ONCE_MAX })
    if (count === 0) return removed
    removed += count
  }
}

/** The daily job that removes expired mails. `alsoDaily` runs before it. */
export function mailPruningJobs(
  deps: PruneDeps & { readonly log: Logger; readonly alsoDaily: () => Promise<unknown> },
): JobHandlers {
  return {
    [JOB.kind]: async (_payload, signal) => {
      await scheduleNextDay(deps, JOB)
      await deps.alsoDaily()
      const mails = await pruneMails(deps, signal)
      if (mails > 0) deps.log.info({ mails }, 'removed expired mails')
    },
  }
}

export async function scheduleMailPruning(deps: Pick<PruneDeps, 'database' | 'clock'>): Promise<void> {
  await scheduleDaily(deps, JOB)
}
