import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { removeExpiredDeliveries } from './expiry-store.ts'

export type PruneDeliveriesDeps = {
  readonly database: Database
  /** The product's clock. Removed deliveries are old by the machine's clock too, so a long move of a sandbox keeps them. */
  readonly clock: Clock
  readonly webhookRetentionDays: number
}

/** Keeps each statement short. */
const PORTION_MAX = 500

/** Removes finished deliveries that have expired, with their attempts; returns how many. May be run at any time. */
export async function pruneDeliveries(
  { database, clock, webhookRetentionDays }: PruneDeliveriesDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * webhookRetentionDays })
  const expiry = { before, days: webhookRetentionDays, limit: PORTION_MAX }
  return inPortions(() => removeExpiredDeliveries(database.db, expiry), signal)
}
