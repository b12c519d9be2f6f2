import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { orderDue, type RunSettings, saveAndSchedule } from './order-due.ts'
import { lockSubscription } from './subscription-store.ts'

type Deps = RunSettings & { readonly db: Transactions; readonly clock: Clock }

/**
 * Orders what is due of a subscription by now. That is decided anew under its lock: whoever comes second, or
 * after a pause or an edit, finds less to do or nothing.
 */
export async function runSubscription(
  { db, clock, missedPeriodsMax }: Deps,
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, organizationId, { subscriptionId })
    if (subscription === undefined) return
    const now = clock.now()
    await saveAndSchedule(tx, await orderDue(tx, subscription, { now, missedPeriodsMax }))
  })
}
