import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { canActFor, isOrganizationId, type Organization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'

const READING_METHODS = new Set(['GET', 'HEAD'])

/** Refuses a key without the route's scope, and names the scope, before the body is read. */
export function addScopes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { scope = 'any' } = routeOptions.config
    if (scope === 'any' || caller.credential.scopes.includes(scope)) return
    throw new AppError('forbidden', 'MISSING_SCOPE', `This key does not have the scope ${scope}.`, [
      { field: 'scope', reason: scope },
    ])
  })
}

/** Determines the organization that the request acts for, and refuses changes while it is suspended. */
export function addOrganization(app: FastifyInstance, { db }: { readonly db: Db }): void {
  app.decorateRequest('organization')
  app.addHook('preHandler', async (request) => {
    request.organization = await organizationOf(db, request)
  })
  app.addHook('preHandler', async ({ method, routeOptions, caller, organization }) => {
    if (READING_METHODS.has(method) || routeOptions.config.isAllowedWhenSuspended) return
    refuseSuspended(organization)
    refuseSuspended(caller.owner)
  })
}

async function organizationOf(db: Db, request: FastifyRequest): Promise<Organization> {
  const { owner, transacting } = request.caller
  const requested = requestedOrganizationId(request)
  if (requested === undefined) return transacting
  const found = isOrganizationId(requested) ? await findOrganization(db, requested) : undefined
  if (found !== undefined && canActFor(owner.organizationId, found)) return found
  // The same for unknown and foreign ids, so that nothing is revealed about other organizations.
  throw new AppError('not-found', 'NOT_FOUND', 'The organization does not exist.', [
    { field: 'organizationId', reason: 'NOT_FOUND' },
  ])
}

/** The id in the query or at the top level of a JSON body; if both have one, they must be equal. */
function requestedOrganizationId({ query, body }: FastifyRequest): string | undefined {
  const [inQuery, inBody] = [query, body].map(
    (part) => (part as { organizationId?: unknown } | null | undefined)?.organizationId ?? undefined,
  )
  const requested = inQuery ?? inBody
  if (requested === undefined) return undefined
  if (typeof requested !== 'string') throw invalidOrganizationId('must be a single string')
  if (inQuery !== undefined && inBody !== undefined && inBody !== inQuery) {
    throw invalidOrganizationId('must be the same in the query and in the body')
  }
  return requested
}

function invalidOrganizationId(sentence: string): AppError {
  return new AppError('invalid', 'INVALID_DATA', `organizationId ${sentence}.`, [
    { field: 'organizationId', reason: 'INVALID_DATA' },
  ])
}

function refuseSuspended({ organizationId, status, statusReason }: Organization): void {
  if (status === 'ACTIVE') return
  const because = statusReason === undefined ? '' : `: ${statusReason}`
  throw new AppError(
    'forbidden',
    'ORGANIZATION_SUSPENDED',
    `The organization ${organizationId} is suspended${because}.`,
  )
}
