import type { Actor, AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import {
  changed,
  type Membership,
  type MembershipChanger,
  type MembershipChanges,
  refuseRemoval,
} from '../users/membership.ts'
import {
  deleteMembership,
  findMembership,
  getUser,
  lockMembership,
  saveMembership,
  type User,
  unknownUser,
} from '../users/membership-store.ts'
import { isPermitted } from '../users/role.ts'

export type ChangeUserDeps = { readonly db: Transactions; readonly machineClock: Clock }

/** Changes the role of a user, or disables or enables the user, with effect from the next request. */
export async function changeUser(
  { db, machineClock }: ChangeUserDeps,
  actor: Actor,
  { personId, ...changes }: MembershipChanges & { readonly personId: string },
): Promise<User> {
  return db.transaction(async (tx) => {
    const at = machineClock.now()
    const { membership: before, by } = await lockUser(tx, actor, personId)
    const after = changed(before, changes, { by, at })
    if (after !== before) {
      await saveMembership(tx, after)
      const { role, status } = after
      await recordUserAudit(tx, actor, { at, action: 'user.changed', personId, details: { role, status } })
    }
    return getUser(tx, after)
  })
}

/** Ends a person's access to the organization. The person and memberships elsewhere stay. */
export async function removeUser(
  { db, machineClock }: ChangeUserDeps,
  actor: Actor,
  { personId }: { readonly personId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { membership, by } = await lockUser(tx, actor, personId)
    refuseRemoval(membership, by)
    await deleteMembership(tx, membership)
    const { role } = membership
    await recordUserAudit(tx, actor, { at: machineClock.now(), action: 'user.removed', personId, details: { role } })
  })
}

async function lockUser(
  tx: Tx,
  { organizationId, by }: Actor,
  personId: string,
): Promise<{ readonly membership: Membership; readonly by: MembershipChanger }> {
  if (!isUuid(personId)) throw unknownUser()
  // One change at a time: two owners who remove each other would otherwise both succeed.
  await lockOrganization(tx, organizationId)
  const changer = await membershipChangerOf(tx, by)
  return { membership: await lockMembership(tx, { organizationId, personId }), by: changer }
}

/**
 * The rights of an actor over memberships, as they are now: keys act as admins, the command line as an owner. Refuses a
 * person whose own membership was changed since the request began.
 */
export async function membershipChangerOf(tx: Tx, by: AuditActor): Promise<MembershipChanger> {
  if (by.kind !== 'user') return { isOwner: by.kind !== 'key', personId: undefined }
  const own = await findMembership(tx, by)
  if (own?.status !== 'ACTIVE' || !isPermitted(own.role, 'users')) {
    throw new AppError('forbidden', 'MISSING_PERMISSION', 'Your role no longer has the permission users.')
  }
  return { isOwner: own.role === 'owner', personId: by.personId }
}

type UserEntry = {
  readonly at: Temporal.Instant
  readonly action: string
  readonly personId: string
  readonly details: Readonly<Record<string, string>>
}

/** Records a change of a user in the trail of the organization. */
export async function recordUserAudit(
  tx: Tx,
  { organizationId, by: actor }: Actor,
  { personId, ...entry }: UserEntry,
): Promise<void> {
  await recordAudit(tx, { organizationId, actor, subject: `person:${personId}`, ...entry })
}
