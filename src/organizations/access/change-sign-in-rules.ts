import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import type { UserCaller } from '../authentication/caller.ts'
import { changed, type Organization } from '../tree/organization.ts'
import { lockOrganization, saveOrganization } from '../tree/organization-store.ts'

export type ChangeRulesDeps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

type SignInRules = Pick<Organization, 'requiresCodes'>

/** Requires one-time codes of an organization's people, or no longer. Only for an owner who has codes. */
export async function changeSignInRules(
  { db, clock, machineClock }: ChangeRulesDeps,
  { membership, person, owner }: UserCaller,
  { organizationId, requiresCodes }: SignInRules & { readonly organizationId: string },
): Promise<SignInRules> {
  if (membership.role !== 'owner') {
    throw new AppError('forbidden', 'OWNERS_ONLY', 'Only an owner can change how people sign in.')
  }
  if (requiresCodes && !person.hasCodes) {
    throw new AppError('conflict', 'CODES_MISSING', 'Set up one-time codes for yourself first.')
  }
  return db.transaction(async (tx) => {
    const before = await lockOrganization(tx, organizationId)
    if (before.requiresCodes === requiresCodes) return before
    await saveOrganization(tx, changed(before, { requiresCodes }, { at: clock.now() }))
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: { kind: 'user', organizationId: owner.organizationId, personId: person.personId },
      action: 'organization.sign-in-rules-changed',
      subject: `organization:${organizationId}`,
      details: { requiresCodes },
    })
    return { requiresCodes }
  })
}
