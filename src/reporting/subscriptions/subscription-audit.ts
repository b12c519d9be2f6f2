import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Subscription } from './subscription.ts'

type AuditNote = {
  readonly at: Temporal.Instant
  readonly action: `subscription.${'created' | 'edited' | 'deleted' | 'paused' | 'resumed' | 'erased'}`
  readonly subscription: Subscription
}

/** Records an action on a subscription in the organization's audit trail. */
export async function auditSubscription(tx: Tx, actor: Actor, { at, action, subscription }: AuditNote): Promise<void> {
  const { organizationId, subscriptionId, terms, timing } = subscription
  await recordAudit(tx, {
    organizationId,
    at,
    actor: actor.by,
    action,
    subject: `subscription:${subscriptionId}`,
    details: {
      reportName: terms.reportName,
      reportDefinitionName: terms.definitionName,
      reportFrequency: timing.frequency,
      startTime: timing.startTime,
      timezone: terms.timeZone,
    },
  })
}
