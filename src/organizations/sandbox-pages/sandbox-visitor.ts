import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { AuthenticationRefusal } from '../authentication/authentication-refusal.ts'
import { findKeyHolder } from '../authentication/verify-bearer-key.ts'
import { verifySession } from '../authentication/verify-session.ts'
import { type SessionCookie, sessionTokenIn } from '../sessions/session-cookie.ts'
import { findSession } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import type { Organization } from '../tree/organization.ts'
import { findOrganizations } from '../tree/organization-store.ts'
import { isPermitted } from '../users/role.ts'
import { keyOfBrowser } from './browser-key.ts'

/** Who looks at the pages of the sandbox, and whose things they show: those of the organization and of all below it. */
export type SandboxVisitor = { readonly organization: Organization; readonly by: AuditActor }

type Deps = {
  readonly db: Db
  readonly secrets: Secrets
  readonly machineClock: Clock
  /** The cookie of the portal. */
  readonly sessionCookie: SessionCookie
}

export const SCOPE = 'sandbox'

/** By the key that the browser keeps, or by the portal's sign-in. Undefined for anyone else. */
export async function findSandboxVisitor(deps: Deps, request: FastifyRequest): Promise<SandboxVisitor | undefined> {
  const key = keyOfBrowser(deps, request, deps.machineClock.now())
  const holder = key === undefined ? undefined : await findKeyHolder(deps, key, SCOPE)
  if (holder === undefined) return findPerson(deps, request)
  const { organization, keyId } = holder
  return { organization, by: { kind: 'key', organizationId: organization.organizationId, keyId } }
}

async function findPerson(deps: Deps, request: FastifyRequest): Promise<SandboxVisitor | undefined> {
  const token = sessionTokenIn(request.headers.cookie, deps.sessionCookie)
  const signedIn = token === undefined ? undefined : await findSignedIn(deps, token)
  if (signedIn === undefined) return undefined
  const organization = await highestOrganization(deps.db, signedIn)
  if (organization === undefined) return undefined
  const { personId } = signedIn.person
  return { organization, by: { kind: 'user', organizationId: organization.organizationId, personId } }
}

async function findSignedIn({ db, machineClock }: Deps, token: string): Promise<SignedIn | undefined> {
  try {
    const find = (tokenHash: Buffer) => findSession(db, { tokenHash })
    return await verifySession(find, token, machineClock.now())
  } catch (error) {
    if (error instanceof AuthenticationRefusal) return undefined
    throw error
  }
}

/** Of those where the person may use the sandbox, the one with most below it. */
async function highestOrganization(db: Db, { person, memberships }: SignedIn): Promise<Organization | undefined> {
  const permitted = memberships.filter(({ role }) => isPermitted(role, SCOPE))
  const found = await findOrganizations(
    db,
    permitted.map(({ organizationId }) => organizationId),
  )
  return [...found.values()]
    .filter(({ requiresCodes }) => person.hasCodes || !requiresCodes)
    .toSorted((one, other) => one.path.length - other.path.length)[0]
}
