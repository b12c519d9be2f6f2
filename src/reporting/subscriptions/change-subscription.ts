import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { orderDue, type RunSettings, saveAndSchedule, unscheduleSubscription } from './run-subscription.ts'
import { resumed, type Subscription } from './subscription.ts'
import { auditSubscription } from './subscription-audit.ts'
import { deleteSubscription, lockSubscription } from './subscription-store.ts'

type Deps = ReportActionDeps & RunSettings
type Named = { readonly organizationId: string; readonly reportName: string }

/** Deletes a subscription. Reports for periods that have ended are still ordered first. */
export async function removeSubscription(
  { db, clock, machineClock, missedPeriodsMax }: Deps,
  actor: Actor,
  named: Named,
): Promise<void> {
  await db.transaction(async (tx) => {
    const subscription = await lockNamed(tx, named)
    await orderDue(tx, subscription, { now: clock.now(), missedPeriodsMax })
    await deleteSubscription(tx, subscription)
    await unscheduleSubscription(tx, subscription)
    const at = machineClock.now()
    await auditSubscription(tx, actor, { at, action: 'subscription.deleted', subscription })
  })
}

/**
 * Pauses or resumes a subscription. Reports for periods that ended before a pause are still ordered; periods that ended
 * during it are skipped.
 */
export async function setPaused(
  { db, clock, machineClock, missedPeriodsMax }: Deps,
  actor: Actor,
  { isPaused, ...named }: Named & { readonly isPaused: boolean },
): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const before = await lockNamed(tx, named)
    if ((before.pausedAt !== undefined) === isPaused) return before
    const now = clock.now()
    const caughtUp = isPaused ? await orderDue(tx, before, { now, missedPeriodsMax }) : resumed(before, now)
    const subscription = { ...caughtUp, pausedAt: isPaused ? now : undefined, changedAt: now }
    await saveAndSchedule(tx, subscription)
    const action = isPaused ? 'subscription.paused' : 'subscription.resumed'
    await auditSubscription(tx, actor, { at: machineClock.now(), action, subscription })
    return subscription
  })
}

/** The same for unknown subscriptions and those of other organizations. */
export function unknownSubscription(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'Report subscription not found.', [
    { field: 'reportName', reason: 'NOT_FOUND' },
  ])
}

async function lockNamed(tx: Tx, { organizationId, reportName }: Named): Promise<Subscription> {
  const subscription = await lockSubscription(tx, organizationId, { reportName })
  if (subscription === undefined) throw unknownSubscription()
  return subscription
}
