import type { AuditActor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type AuditEntry, INSTALLATION } from '../audit/audit-entry.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { findOrganizationIdsOf } from './membership-store.ts'

type PersonEntry = Pick<AuditEntry, 'at' | 'action'> & {
  readonly personId: string
  readonly details?: AuditEntry['details']
  /** The person, unless it says otherwise. */
  readonly by?: AuditActor
}

/**
 * Records something that concerns a person and no organization, such as a new password, in the trails of all
 * organizations that the person works for: each of them has to be able to see it.
 */
export async function recordPersonAudit(
  tx: Tx,
  { personId, at, action, details = {}, by }: PersonEntry,
): Promise<void> {
  const found = await findOrganizationIdsOf(tx, personId)
  for (const organizationId of found.length === 0 ? [INSTALLATION] : found) {
    const actor = by ?? { kind: 'user', organizationId, personId }
    await recordAudit(tx, { organizationId, at, actor, action, subject: `person:${personId}`, details })
  }
}
