import type { Static } from 'typebox'
import type { Mode } from '../../kernel/mode.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { listMemberships } from '../users/membership-store.ts'
import { permissionsOf } from '../users/role.ts'
import type { SessionContract } from './contract.ts'

export type SessionView = Static<typeof SessionContract>

export type PresentSessionDeps = { readonly db: Db; readonly mode: Mode; readonly version: string }

/** The session as its person sees it. */
export async function presentSession(
  { db, mode, version }: PresentSessionDeps,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
): Promise<SessionView> {
  const { personId, email, name, language = null, theme = null, hasCodes } = person
  const memberships = (await listMemberships(db, personId)).flatMap(membershipView)
  return {
    person: { personId, email, name, language, theme, hasCodes },
    memberships,
    session: {
      sessionId: session.sessionId,
      createdAt: session.createdAt.toString(),
      expiresAt: session.expiresAt.toString(),
      confirmedAt: session.confirmedAt.toString(),
    },
    mustSetUpCodes: !hasCodes && memberships.some(({ status, requiresCodes }) => status === 'ACTIVE' && requiresCodes),
    mode,
    version,
  }
}

/** None for a membership that was disabled. */
function membershipView({
  membership: { role, status },
  organization,
}: Awaited<ReturnType<typeof listMemberships>>[number]): SessionView['memberships'] {
  if (status === 'DISABLED') return []
  const { organizationId, name: organizationName, type: organizationType, timeZone, requiresCodes } = organization
  const permissions = status === 'ACTIVE' ? [...permissionsOf(role)] : []
  return [{ organizationId, organizationName, organizationType, timeZone, requiresCodes, role, status, permissions }]
}
