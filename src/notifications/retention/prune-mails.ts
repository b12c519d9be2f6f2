import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { removeExpiredMails } from './expiry-store.ts'

export type PruneMailsDeps = {
  readonly database: Database
  /** The product's clock: it decides when mails expire; messages of the inbox go by the machine's. */
  readonly clock: Clock
  readonly mailRetentionDays: number
}

/** Keeps each statement short. */
const PORTION_MAX = 500

/** Removes mails and messages of the sandbox inbox that have expired; returns how many. May be run at any time. */
export async function pruneMails(
  { database, clock, mailRetentionDays }: PruneMailsDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * mailRetentionDays })
  const expiry = { before, days: mailRetentionDays, limit: PORTION_MAX }
  return inPortions(() => removeExpiredMails(database.db, expiry), signal)
}
