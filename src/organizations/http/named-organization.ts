import type { FastifyRequest } from 'fastify'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import { invalidOrganizationId } from '../authentication/user-caller.ts'

/** The id in the query or at the top level of a JSON body; an empty one is none. If both have one, they must be equal. */
export function requestedOrganizationId({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): string | undefined {
  const [inQuery, inBody] = [query, body].map((part) => {
    const { organizationId } = (part ?? {}) as { readonly organizationId?: unknown }
    return hasNoValue(organizationId) ? undefined : organizationId
  })
  const requested = inQuery ?? inBody
  if (requested === undefined) return undefined
  if (typeof requested !== 'string') throw invalidOrganizationId('must be a single string')
  if (inQuery !== undefined && inBody !== undefined && inBody !== inQuery) {
    throw invalidOrganizationId('must be the same in the query and in the body')
  }
  return requested
}

/** Known before the body is read. */
export function organizationIdInQuery({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return requestedOrganizationId({ query, body: undefined })
}
