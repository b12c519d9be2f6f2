import type { FastifyRequest } from 'fastify'
import type { Actor, AuditActor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import type { Caller, UserCaller } from '../authentication/caller.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import type { Organization } from '../tree/organization.ts'
import type { Permission } from '../users/role.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; only set below `authenticatedApi`, and not where `isAboutPerson`. */
    caller: Caller
    /** The person and the session; undefined if the request has a key. */
    signedIn: SignedIn | undefined
    /** Finds the person and the caller again, by asking; undefined if nothing was remembered. */
    askAgain: (() => Promise<void>) | undefined
    /** Whether the body has a signed digest, which is checked when all of the body has been read. */
    isBodySigned: boolean
    /** The organization acted for; only set below `authenticatedApi`, before the handler runs. */
    organization: Organization
  }
  interface FastifyContextConfig {
    /** The scope that a key needs, or the permission of a person; every authenticated route declares it. */
    scope?: Permission | 'any'
    /** Whether only people may call this route, not keys. */
    isForPeople?: boolean
    /** Whether the route is about the person who has signed in: it needs no organization, and keys are refused. */
    isAboutPerson?: boolean
    /** Whether a person's password or code must have been asked for lately. */
    needsConfirmation?: boolean
    /** Whether suspended organizations may call this route although it changes something. */
    isAllowedWhenSuspended?: boolean
    /** Whether the route lists or searches: few run concurrently for each organization, with connections of their own. */
    isList?: boolean
  }
}

/** Who acts, and for which organization, as actions and the audit trail need it. */
export function actorOf({ caller, organization }: Pick<FastifyRequest, 'caller' | 'organization'>): Actor {
  return { organizationId: organization.organizationId, by: auditActorOf(caller) }
}

function auditActorOf(caller: Caller): AuditActor {
  if (caller.kind === 'user') {
    const { owner, person } = caller
    return { kind: 'user', organizationId: owner.organizationId, personId: person.personId }
  }
  const { organizationId, keyId } = caller.credential
  return { kind: 'key', organizationId, keyId }
}

/** The person of a route that is for people or about a person. */
export function signedInOf({ signedIn }: Pick<FastifyRequest, 'signedIn'>): SignedIn {
  assert(signedIn !== undefined, 'The route does not say that it is for people.')
  return signedIn
}

/** The person, acting for an organization, of a route that is for people. */
export function userOf({ caller }: Pick<FastifyRequest, 'caller'>): UserCaller {
  assert(caller.kind === 'user', 'The route does not say that it is for people.')
  return caller
}

/** Whose requests are counted together: those of a key, or of a person in all sessions. */
export function senderOf({ caller, signedIn }: Pick<FastifyRequest, 'caller' | 'signedIn'>): string {
  if (signedIn !== undefined) return signedIn.person.personId
  assert(caller.kind === 'key', 'A caller without a session has a key.')
  return caller.credential.credentialId
}

/** Undefined for a person. */
export function keyIdOf(caller: Caller): string | undefined {
  return caller.kind === 'key' ? caller.credential.keyId : undefined
}
