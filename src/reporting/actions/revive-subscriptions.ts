import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { keepSubscription, RUN_SUBSCRIPTION } from '../subscription-runs.ts'
import { lockForgotten } from '../subscription-store.ts'

/** A job that is at work or tried again takes no longer. */
const RUN_HOURS_MAX = 1
/** So that no transaction grows long; the rest has its turn the next time. */
const SUBSCRIPTIONS_AT_ONCE_MAX = 500

/**
 * Puts runs on the agenda that are due and nobody makes, as when their job was given up: the subscription would
 * order nothing any more. Tells how many there were.
 */
export async function reviveSubscriptions({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<number> {
  const before = clock.now().subtract({ hours: RUN_HOURS_MAX })
  return database.transaction(async (tx) => {
    const query = { kind: RUN_SUBSCRIPTION, before, limit: SUBSCRIPTIONS_AT_ONCE_MAX }
    const forgotten = await lockForgotten(tx, query)
    for (const subscription of forgotten) await keepSubscription(tx, subscription)
    return forgotten.length
  })
}
