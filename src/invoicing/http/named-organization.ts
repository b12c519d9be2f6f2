import type { FastifyRequest } from 'fastify'
import { hasNoValue } from '../../kernel/reading/reading.ts'

type Part = { readonly organizationId?: unknown } | null | undefined

/** The organization that the request names; undefined if it is the key's own. */
export function namedOrganizationId({
  query,
  body,
  organization,
}: Pick<FastifyRequest, 'query' | 'body' | 'organization'>): string | undefined {
  const isNamed = [query as Part, body as Part].some((part) => !hasNoValue(part?.organizationId))
  return isNamed ? organization.organizationId : undefined
}
