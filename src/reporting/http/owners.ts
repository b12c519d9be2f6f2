import type { FastifyRequest } from 'fastify'
import { hasNoValue } from '../../kernel/reading/reading.ts'

/** The organizations whose reports are meant: the one that the request names, or the caller's own and all below it. */
export function ownersOf({ organization, query }: Pick<FastifyRequest, 'organization' | 'query'>) {
  const { organizationId: named } = query as { readonly organizationId?: unknown }
  return { organizationId: organization.organizationId, includesBelow: hasNoValue(named) }
}
