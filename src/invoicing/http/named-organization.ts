import type { FastifyRequest } from 'fastify'

type Part = { readonly organizationId?: unknown } | null | undefined

/** Whom the request says itself that it is for; undefined where it leaves that to its key. */
export function namedOrganizationId({
  query,
  body,
  organization,
}: Pick<FastifyRequest, 'query' | 'body' | 'organization'>): string | undefined {
  const isNamed = [query as Part, body as Part].some((part) => part?.organizationId != null)
  return isNamed ? organization.organizationId : undefined
}
