// pure
import { AppError } from '../../kernel/errors.ts'
import type { Role } from './role.ts'

export const MEMBERSHIP_STATUSES = ['INVITED', 'ACTIVE', 'DISABLED'] as const
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

/** The role of a person in an organization; it also counts for every organization below. */
export type Membership = {
  readonly organizationId: string
  readonly personId: string
  readonly role: Role
  readonly status: MembershipStatus
  /** The person who sent the invitation; undefined if the operator or the service did. */
  readonly invitedBy: string | undefined
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

/** The one who changes a membership: a person, a key or the command line. */
export type MembershipChanger = {
  /** Whether owners may be made, changed and removed. */
  readonly isOwner: boolean
  /** Undefined for a key or the command line. */
  readonly personId: string | undefined
}

export type MembershipChanges = {
  readonly role?: Role | undefined
  readonly status?: Exclude<MembershipStatus, 'INVITED'> | undefined
}

/**
 * Refuses what would leave nobody in charge: only owners make, change and remove owners, and nobody disables or demotes
 * themselves. So an organization that has an owner keeps one.
 */
export function changed(
  before: Membership,
  changes: MembershipChanges,
  { by, at }: { readonly by: MembershipChanger; readonly at: Temporal.Instant },
): Membership {
  const { role = before.role, status = before.status } = changes
  if (role === before.role && status === before.status) return before
  refuseSelf(before, by)
  refuseOwners([before.role, role], by)
  if (before.status === 'INVITED' && status === 'ACTIVE') {
    throw new AppError('conflict', 'NOT_ACCEPTED', 'The invitation must be accepted by the person.', [
      { field: 'status', reason: 'NOT_ACCEPTED' },
    ])
  }
  return { ...before, role, status, updatedAt: at }
}

/** Refuses a removal under the same conditions as a change. */
export function refuseRemoval(membership: Membership, by: MembershipChanger): void {
  refuseSelf(membership, by)
  refuseOwners([membership.role], by)
}

/** Refuses an invitation with a role that the inviting person may not grant. */
export function refuseOwners(roles: readonly Role[], { isOwner }: Pick<MembershipChanger, 'isOwner'>): void {
  if (isOwner || !roles.includes('owner')) return
  throw new AppError('forbidden', 'OWNERS_ONLY', 'Only an owner can make, change or remove an owner.', [
    { field: 'role', reason: 'OWNERS_ONLY' },
  ])
}

function refuseSelf({ personId }: Membership, by: MembershipChanger): void {
  if (by.personId !== personId) return
  throw new AppError('conflict', 'OWN_MEMBERSHIP', 'Your own role and access are changed by another person.')
}

/** The membership that counts for an organization: that of the organization itself, or of the nearest one above it. */
export function membershipFor<Member extends Pick<Membership, 'organizationId'>>(
  memberships: readonly Member[],
  { path }: { readonly path: readonly string[] },
): Member | undefined {
  return path.toReversed().flatMap((id) => memberships.find(({ organizationId }) => organizationId === id) ?? [])[0]
}
