import type { AuditActor } from '../../kernel/actor.ts'
import type { Person } from '../../kernel/person.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { auditSubscription } from '../subscriptions/subscription-audit.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import { isMailedTo, withoutRecipient } from './named-person.ts'

type EraseRecipient = {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly person: Person
}

/** Takes the person's addresses out of a subscription, which goes on; says whether there were any. */
export async function eraseRecipient(
  { db, clock, machineClock }: ReportActionDeps,
  by: AuditActor,
  { organizationId, subscriptionId, person }: EraseRecipient,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockSubscription(tx, organizationId, { subscriptionId })
    if (before === undefined || !isMailedTo(before.terms, person)) return false
    const terms = withoutRecipient(before.terms, person)
    const subscription = { ...before, terms, changedAt: clock.now() }
    await saveSubscription(tx, subscription)
    const at = machineClock.now()
    const actor = { organizationId, by }
    await auditSubscription(tx, actor, { at, action: 'subscription.erased', subscription })
    return true
  })
}
