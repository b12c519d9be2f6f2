// pure
import type { Membership } from '../users/membership.ts'
import type { Person } from '../users/person.ts'
import type { Session } from './session.ts'

export type ActiveMembership = Pick<Membership, 'organizationId' | 'role'>

/** A session with everything that a request in it needs to know about its person. */
export type SignedIn = {
  readonly session: Session
  readonly person: Person
  /** Those that are active. */
  readonly memberships: readonly ActiveMembership[]
}
