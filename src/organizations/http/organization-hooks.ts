import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { includesScope, stateOf } from '../credentials/credential.ts'
import { findByKeyId } from '../credentials/credential-store.ts'
import { canActFor, isOrganizationId, type Organization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'

const READING_METHODS = new Set(['GET', 'HEAD'])

/** Refuses a key without the route's scope, and names the scope, before the body is read. */
export function addScopes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { scope = 'any' } = routeOptions.config
    if (scope === 'any' || includesScope(caller.credential.scopes, scope)) return
    throw new AppError('forbidden', 'MISSING_SCOPE', `This key does not have the scope ${scope}.`, [
      { field: 'scope', reason: scope },
    ])
  })
}

/** Determines the organization that the request acts for, and refuses changes while it or one above it is suspended. */
export function addOrganization(app: FastifyInstance, { db }: { readonly db: Db }): void {
  app.decorateRequest('organization')
  app.addHook('preHandler', async (request) => {
    request.organization = await organizationOf(db, request)
  })
  app.addHook('preHandler', async ({ method, routeOptions, caller, organization }) => {
    if (READING_METHODS.has(method) || routeOptions.config.isAllowedWhenSuspended) return
    refuseSuspended(caller.owner)
    refuseSuspended(organization)
  })
}

async function organizationOf(db: Db, request: FastifyRequest): Promise<Organization> {
  const requested = requestedOrganizationId(request)
  return requested === undefined ? request.caller.transacting : actableOrganization(db, request, requested)
}

/**
 * Lets the request act for an organization that it names in a place of its own, under the same conditions as one in the
 * query or the body.
 */
export async function actForNamed(db: Db, request: FastifyRequest, organizationId: string): Promise<void> {
  const named = await actableOrganization(db, request, organizationId)
  const general = requestedOrganizationId(request)
  if (general !== undefined && general !== organizationId) {
    throw invalidOrganizationId('must be the same wherever the request names it')
  }
  if (!READING_METHODS.has(request.method)) refuseSuspended(named)
  request.organization = named
}

async function actableOrganization(db: Db, request: FastifyRequest, requested: string): Promise<Organization> {
  const { owner } = request.caller
  const found = isOrganizationId(requested) ? await findOrganization(db, requested) : undefined
  if (found !== undefined && canActFor(owner.organizationId, found)) return found
  // The same for unknown and foreign ids, so that nothing is revealed about other organizations.
  throw new AppError('not-found', 'NOT_FOUND', 'The organization does not exist.', [
    { field: 'organizationId', reason: 'NOT_FOUND' },
  ])
}

/** The id in the query or at the top level of a JSON body; an empty one is none. If both have one, they must be equal. */
function requestedOrganizationId({ query, body }: FastifyRequest): string | undefined {
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

function invalidOrganizationId(sentence: string): AppError {
  return new AppError('invalid', 'INVALID_DATA', `organizationId ${sentence}.`, [
    { field: 'organizationId', reason: 'INVALID_DATA' },
  ])
}

/**
 * For a request that takes long and is about to change something: refuses it if its key was revoked or has expired,
 * or if the organization acted for, or one above it, was suspended since the request began.
 */
export async function refuseIfNoLongerAllowed(
  { db, machineClock }: { readonly db: Db; readonly machineClock: Clock },
  { caller, organization }: Pick<FastifyRequest, 'caller' | 'organization'>,
): Promise<void> {
  const known = await findByKeyId(db, caller.credential.keyId)
  const state = known === undefined ? 'revoked' : stateOf(known.credential, machineClock.now())
  if (known === undefined || state !== 'active') {
    throw new AppError('forbidden', 'KEY_REVOKED', 'The key was revoked or has expired since the request began.')
  }
  refuseSuspended(known.owner)
  if (organization.organizationId === known.owner.organizationId) return
  refuseSuspended((await findOrganization(db, organization.organizationId)) ?? organization)
}

/** The reason and the name of an organization above are for those above. */
function refuseSuspended({ organizationId, suspendedBy }: Organization): void {
  if (suspendedBy === undefined) return
  const isOwn = suspendedBy.organizationId === organizationId
  const reason = isOwn ? suspendedBy.reason : 'an organization above it is suspended'
  const because = reason === undefined ? '' : `: ${reason}`
  throw new AppError(
    'forbidden',
    'ORGANIZATION_SUSPENDED',
    `The organization ${organizationId} is suspended${because}.`,
  )
}
