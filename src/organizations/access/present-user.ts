import type { Static } from 'typebox'
import type { User } from '../users/membership-store.ts'
import type { UserContract } from './contract.ts'

/** The name, the codes and the last use of an invited person are the person's own until the invitation is accepted. */
export function presentUser({
  person,
  membership,
  lastSeenAt,
  invitationExpiresAt,
}: User): Static<typeof UserContract> {
  const { personId, email } = person
  const { role, status } = membership
  const isInvited = status === 'INVITED'
  return {
    ...{ personId, email, role, status },
    name: isInvited && person.hasPassword ? '' : person.name,
    hasCodes: !isInvited && person.hasCodes,
    lastSeenAt: isInvited ? null : (lastSeenAt?.toString() ?? null),
    invitationExpiresAt: invitationExpiresAt?.toString() ?? null,
  }
}
