import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import type { Organization } from './organization.ts'
import { lockOrganization, saveOrganization } from './organization-store.ts'

export type OrganizationChange = {
  readonly action: string
  readonly details: Readonly<Record<string, string>>
  /** Nothing is written if it returns its argument. */
  readonly decide: (before: Organization, moment: { at: Temporal.Instant }) => Organization
}

/** Changes an organization in the caller's transaction, with an audit entry. */
export async function applyOrganizationChange(
  tx: Tx,
  { clock, machineClock }: { readonly clock: Clock; readonly machineClock: Clock },
  { organizationId, by }: Actor,
  { action, details, decide }: OrganizationChange,
): Promise<Organization> {
  const before = await lockOrganization(tx, organizationId)
  const after = decide(before, { at: clock.now() })
  if (after === before) return before
  await saveOrganization(tx, after)
  await recordAudit(tx, {
    organizationId,
    at: machineClock.now(),
    actor: by,
    action,
    subject: `organization:${organizationId}`,
    details,
  })
  return after
}
