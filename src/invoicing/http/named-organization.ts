import type { FastifyRequest } from 'fastify'

type Part = { readonly organizationId?: unknown } | null | undefined

/** The organization that the request names; undefined if it is the key's own. */
export function namedOrganizationId({
  query,
  body,
  organization,
}: Pick<FastifyRequest, 'query' | 'body' | 'organization'>): string | undefined {
  const isNamed = [query as Part, body as Part].some((part) => part?.organizationId != null)
  return isNamed ? organization.organizationId : undefined
}
