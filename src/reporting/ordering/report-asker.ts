import type { FastifyRequest } from 'fastify'
import type { Viewer } from './present.ts'

/** Whom links are written for. */
export function viewerOf({ caller }: Pick<FastifyRequest, 'caller'>): Viewer {
  return { ownOrganizationId: caller.transacting.organizationId }
}
