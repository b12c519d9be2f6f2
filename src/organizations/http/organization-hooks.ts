import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { canActFor, isOrganizationId, type Organization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'

const READING_METHODS = new Set(['GET', 'HEAD'])

/** A key without the scope of the route is told which one it lacks, before a body is read. */
export function addScopes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { scope = 'any' } = routeOptions.config
    if (scope === 'any' || caller.credential.scopes.includes(scope)) return
    throw new AppError('forbidden', 'MISSING_SCOPE', `This key may not do this: it lacks the scope ${scope}.`, [
      { field: 'scope', reason: scope },
    ])
  })
}

/** Whom the request is for, and whether that one may do it now. */
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
  const wanted = wantedOrganizationId(request)
  if (wanted === undefined) return transacting
  const found = isOrganizationId(wanted) ? await findOrganization(db, wanted) : undefined
  if (found !== undefined && canActFor(owner.organizationId, found)) return found
  // Unknown and foreign look alike: nobody learns which organizations there are.
  throw new AppError('not-found', 'NOT_FOUND', 'The organization does not exist.', [
    { field: 'organizationId', reason: 'NOT_FOUND' },
  ])
}

/** What the query or the top level of a JSON body names; both must name the same. */
function wantedOrganizationId({ query, body }: FastifyRequest): string | undefined {
  const [inQuery, inBody] = [query, body].map(
    (part) => (part as { organizationId?: unknown } | null | undefined)?.organizationId ?? undefined,
  )
  const wanted = inQuery ?? inBody
  if (wanted === undefined) return undefined
  if (typeof wanted !== 'string') throw invalidOrganizationId('must be one text')
  if (inQuery !== undefined && inBody !== undefined && inBody !== inQuery) {
    throw invalidOrganizationId('must be the same in the query and in the body')
  }
  return wanted
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
