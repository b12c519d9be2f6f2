import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { subjectsOnAgenda } from '../../platform/queue/agenda.ts'
import { RUN_SUBSCRIPTION, saveAndSchedule } from './run-subscription.ts'
import { lockOverdue } from './subscription-store.ts'

/** A job that is at work takes no longer. One that is tried again meanwhile finds nothing left to do. */
const RUN_HOURS_MAX = 1
/** So that no transaction grows long; the rest has its turn the next time. */
const SUBSCRIPTIONS_AT_ONCE_MAX = 500

/**
 * Puts runs on the agenda that are due and nobody makes, as when their job was given up: the subscription would
 * order nothing any more. Tells how many there were.
 */
export async function rescheduleLostSubscriptions({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<number> {
  const before = clock.now().subtract({ hours: RUN_HOURS_MAX })
  return database.transaction(async (tx) => {
    const overdue = await lockOverdue(tx, { before, limit: SUBSCRIPTIONS_AT_ONCE_MAX })
    const ids = overdue.map(({ subscriptionId }) => subscriptionId)
    const awaited = await subjectsOnAgenda(tx, RUN_SUBSCRIPTION, ids)
    const forgotten = overdue.filter(({ subscriptionId }) => !awaited.has(subscriptionId))
    for (const subscription of forgotten) await saveAndSchedule(tx, subscription)
    return forgotten.length
  })
}
