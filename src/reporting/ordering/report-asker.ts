import type { FastifyRequest } from 'fastify'
import type { Asker } from './present.ts'

/** Whom links are written for. */
export function askerOf({ caller }: Pick<FastifyRequest, 'caller'>): Asker {
  return { ownOrganizationId: caller.transacting.organizationId }
}
