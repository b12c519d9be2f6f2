import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { AuthenticationRefusal } from '../authentication/authentication-refusal.ts'
import type { UserCaller } from '../authentication/caller.ts'
import { getActiveKey, refuseSuspended, refuseWithoutPermission } from '../authentication/permission-refusals.ts'
import { findUserCaller, invalidOrganizationId, organizationNotFound } from '../authentication/user-caller.ts'
import { refuseEnded } from '../authentication/verify-session.ts'
import { decideBySource } from '../lookups/caller-source.ts'
import {
  askingOrganizations,
  type FindOrganization,
  type OrganizationLookups,
} from '../lookups/organization-lookups.ts'
import { isConfirmed } from '../sessions/session.ts'
import { findSession } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { canActFor, type Organization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'
import { requestedOrganizationId } from './named-organization.ts'

const READING_METHODS = new Set(['GET', 'HEAD'])

/** Refuses a key without the route's scope, and a person whose role does not have it, before the body is read. */
export function addScopes(app: FastifyInstance, { machineClock }: { readonly machineClock: Clock }): void {
  app.addHook('onRequest', async (request) => {
    const { askAgain } = request
    try {
      refuseUnpermitted(request, machineClock.now())
    } catch (error) {
      // The role may have changed, or the person may have confirmed, on another node just now.
      if (askAgain === undefined) throw error
      await askAgain()
      refuseUnpermitted(request, machineClock.now())
    }
  })
}

function refuseUnpermitted(
  { caller, signedIn, routeOptions: { config } }: FastifyRequest,
  machineNow: Temporal.Instant,
): void {
  if (!config.isAboutPerson) refuseWithoutPermission(caller, config.scope)
  if (config.needsConfirmation && signedIn !== undefined) refuseUnconfirmed(signedIn, machineNow)
}

function refuseUnconfirmed({ session }: SignedIn, machineNow: Temporal.Instant): void {
  if (isConfirmed(session, machineNow)) return
  throw new AppError('forbidden', 'CONFIRMATION_REQUIRED', 'Confirm with your password or a one-time code first.')
}

/** Determines the organization that the request acts for, and refuses changes while it or one above it is suspended. */
export function addOrganization(app: FastifyInstance, organizations: OrganizationLookups): void {
  app.decorateRequest('organization')
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.isAboutPerson) return
    request.organization = await organizationOf(organizations, request)
  })
  app.addHook('preHandler', async ({ method, routeOptions: { config }, caller, organization }) => {
    if (READING_METHODS.has(method) || config.isAllowedWhenSuspended || config.isAboutPerson) return
    refuseSuspended(caller.owner)
    refuseSuspended(organization)
  })
}

async function organizationOf(organizations: OrganizationLookups, request: FastifyRequest): Promise<Organization> {
  const requested = requestedOrganizationId(request)
  const { caller } = request
  const known = caller.kind === 'user' ? caller.actingFor : caller.transacting
  if (requested === undefined || requested === known.organizationId) return known
  return decideBySource((source) => actableOrganization(organizations.by(source), request, requested))
}

/**
 * Lets the request act for an organization that it names in a place of its own, under the same conditions as one in the
 * query or the body.
 */
export async function actForNamed(db: Db, request: FastifyRequest, organizationId: string): Promise<void> {
  const named = await actableOrganization(askingOrganizations(db), request, organizationId)
  const general = requestedOrganizationId(request)
  if (general !== undefined && general !== organizationId) {
    throw invalidOrganizationId('must be the same wherever the request names it')
  }
  if (!READING_METHODS.has(request.method)) refuseSuspended(named)
  request.organization = named
}

async function actableOrganization(
  find: FindOrganization,
  { caller: { owner } }: FastifyRequest,
  requested: string,
): Promise<Organization> {
  const found = await find(requested)
  if (found !== undefined && canActFor(owner.organizationId, found)) return found
  throw organizationNotFound()
}

type Checking = { readonly db: Db; readonly machineClock: Clock }
type Started = Pick<FastifyRequest, 'caller' | 'organization' | 'routeOptions'>

/**
 * For a request that takes long and is about to change something: refuses it if its key was revoked or has expired, if
 * its session has ended or its person lost the permission, or if the organization acted for, or one above it, was
 * suspended since the request began.
 */
export async function refuseIfNoLongerAllowed(deps: Checking, request: Started): Promise<void> {
  const { caller, organization } = request
  const owner =
    caller.kind === 'key'
      ? (await getActiveKey(deps, caller.credential)).owner
      : await ownerOfSession(deps, caller, request)
  refuseSuspended(owner)
  if (organization.organizationId === owner.organizationId) return
  refuseSuspended((await findOrganization(deps.db, organization.organizationId)) ?? organization)
}

async function ownerOfSession(
  { db, machineClock }: Checking,
  { session: { sessionId } }: UserCaller,
  { organization: { organizationId }, routeOptions }: Started,
): Promise<Organization> {
  const signedIn = await findSession(db, { sessionId })
  if (signedIn === undefined) throw new AuthenticationRefusal('unknown-session')
  refuseEnded(signedIn, machineClock.now())
  const caller = await findUserCaller(askingOrganizations(db), signedIn, organizationId)
  refuseWithoutPermission(caller, routeOptions.config.scope)
  return caller.owner
}
