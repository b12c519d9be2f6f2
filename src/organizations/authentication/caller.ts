// pure
import type { Credential } from '../credentials/credential.ts'
import type { ActiveMembership, SignedIn } from '../sessions/signed-in.ts'
import type { Organization } from '../tree/organization.ts'

/** The ways in which programs authenticate. */
export type Scheme = 'http_signature' | 'jwt' | 'bearer'

/** A program, by its key. */
export type KeyCaller = {
  readonly kind: 'key'
  readonly scheme: Scheme
  readonly credential: Credential
  /** The key's own organization. */
  readonly owner: Organization
  /** The organization that the request was signed for: the owner, or one below it. */
  readonly transacting: Organization
}

/** A person, by a session. */
export type UserCaller = SignedIn & {
  readonly kind: 'user'
  readonly scheme: 'session'
  /** The membership that counts: of the organization that the request names, or of the nearest one above it. */
  readonly membership: ActiveMembership
  /** The organization of that membership. */
  readonly owner: Organization
  /** The owner: a person signs nothing for another organization, so links have to name it. */
  readonly transacting: Organization
  /** The organization that the query names: the owner, or one below it. */
  readonly actingFor: Organization
}

/** An authenticated caller. */
export type Caller = KeyCaller | UserCaller
