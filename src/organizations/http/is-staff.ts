import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findUserCaller } from '../authentication/user-caller.ts'
import { verifySession } from '../authentication/verify-session.ts'
import { askingOrganizations } from '../lookups/organization-lookups.ts'
import { sessionCookieOf, sessionTokenIn } from '../sessions/session-cookie.ts'
import { findSession } from '../sessions/session-store.ts'
import { isPermitted, type Permission } from '../users/role.ts'

type Deps = {
  readonly db: Db
  readonly machineClock: Clock
  readonly mode: Mode
  readonly config: { readonly baseUrl: string }
}

type Place = { readonly organizationId: string; readonly permission: Permission }

/**
 * Whether the browser belongs to somebody who has signed in and has the permission in the organization. For pages that need
 * no session and show more to staff; anything else is not an error there.
 */
export async function isStaff(
  { db, machineClock, mode, config }: Deps,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { organizationId, permission }: Place,
): Promise<boolean> {
  const token = sessionTokenIn(headers.cookie, sessionCookieOf({ ...config, mode }))
  if (token === undefined) return false
  try {
    const signedIn = await verifySession((tokenHash) => findSession(db, { tokenHash }), token, machineClock.now())
    const { membership } = await findUserCaller(askingOrganizations(db), signedIn, organizationId)
    return isPermitted(membership.role, permission)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
