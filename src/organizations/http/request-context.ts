import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../kernel/actor.ts'
import type { Caller } from '../authentication/authenticator.ts'
import type { Scope } from '../credentials/credential.ts'
import type { Organization } from '../tree/organization.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; only set below `authenticatedApi`. */
    caller: Caller
    /** Whether the body has a signed digest, which is checked when all of the body has been read. */
    isBodySigned: boolean
    /** The organization acted for; only set below `authenticatedApi`, before the handler runs. */
    organization: Organization
  }
  interface FastifyContextConfig {
    /** The scope that a key needs; every authenticated route declares it. */
    scope?: Scope | 'any'
    /** Whether suspended organizations may call this route although it changes something. */
    isAllowedWhenSuspended?: boolean
    /** Whether the route lists or searches: few run concurrently for each organization, with connections of their own. */
    isList?: boolean
  }
}

/** Who acts, and for which organization, as actions and the audit trail need it. */
export function actorOf({
  caller: { credential },
  organization,
}: Pick<FastifyRequest, 'caller' | 'organization'>): Actor {
  const { organizationId, keyId } = credential
  return {
    organizationId: organization.organizationId,
    by: { kind: 'key', organizationId, keyId },
  }
}
