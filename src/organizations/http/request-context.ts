import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../kernel/actor.ts'
import type { Caller } from '../authentication/authenticator.ts'
import type { Scope } from '../credentials/credential.ts'
import type { Organization } from '../tree/organization.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; below `authenticatedApi` only. */
    caller: Caller
    /** The body has a signed digest: whether it is the right one shows when all of it has been read. */
    isBodySigned: boolean
    /** Whom it is asked for; below `authenticatedApi` only, and not before the handlers. */
    organization: Organization
  }
  interface FastifyContextConfig {
    /** What a key must be allowed to do to come here; every authenticated route says it. */
    scope?: Scope | 'any'
    /** A route that changes something and is open to suspended organizations too. */
    isAllowedWhenSuspended?: boolean
  }
}

/** For whom and by whom something is done, as actions and the audit trail want it. */
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
