import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { dueTimes } from '../../platform/queue/agenda.ts'
import { RUN_SUBSCRIPTION, saveAndSchedule } from './run-subscription.ts'
import { lockOverdue } from './subscription-store.ts'

/** No job takes longer. If one is retried during that time, it finds nothing left to do. */
const RUN_HOURS_MAX = 1
/** Keeps the transaction short; the rest is handled on the next day. */
const BATCH_SUBSCRIPTIONS_MAX = 500

/**
 * Schedules overdue runs that have lost their place on the agenda, for example because their job failed permanently.
 * Without one the subscription would order no more reports. Returns their number.
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
    const overdue = await lockOverdue(tx, { before, limit: BATCH_SUBSCRIPTIONS_MAX })
    const ids = overdue.map(({ subscriptionId }) => subscriptionId)
    const awaited = await dueTimes(tx, RUN_SUBSCRIPTION, ids)
    const forgotten = overdue.filter(({ subscriptionId }) => !awaited.has(subscriptionId))
    for (const subscription of forgotten) await saveAndSchedule(tx, subscription)
    return forgotten.length
  })
}
