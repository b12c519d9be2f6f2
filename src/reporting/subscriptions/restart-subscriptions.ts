import type { Tx } from '../../platform/postgres/database.ts'
import { saveAndSchedule } from './run-subscription.ts'
import { newSchedule } from './schedule.ts'
import { ruleFrom, type Subscription } from './subscription.ts'
import { findAnySubscriptions } from './subscription-store.ts'

const PAGE_SUBSCRIPTIONS = 500

/** Starts every schedule as if it were new: for a clock that was set back, and records that are gone. */
export async function restartSubscriptions(tx: Tx, now: Temporal.Instant): Promise<void> {
  for (let page = await findPage(tx); page.length > 0; page = await findPage(tx, page.at(-1))) {
    for (const subscription of page) await saveAndSchedule(tx, restarted(subscription, now))
  }
}

async function findPage(tx: Tx, after?: Subscription): Promise<readonly Subscription[]> {
  return findAnySubscriptions(tx, { after, limit: PAGE_SUBSCRIPTIONS })
}

function restarted(subscription: Subscription, now: Temporal.Instant): Subscription {
  const { timing, terms, pausedAt } = subscription
  return {
    ...subscription,
    schedule: newSchedule(ruleFrom(timing, terms.timeZone, now), now),
    pausedAt: pausedAt === undefined ? undefined : now,
    skipped: [],
    changedAt: now,
  }
}
