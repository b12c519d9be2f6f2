import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { askingOrganizations } from '../lookups/organization-lookups.ts'
import { getOrganization } from '../tree/organization-store.ts'
import { findActiveMemberships } from '../users/membership-store.ts'
import { findPersonById } from '../users/person-store.ts'
import type { Permission } from '../users/role.ts'
import { getActiveKey, refuseSuspended, refuseWithoutPermission } from './permission-refusals.ts'
import { findActing } from './user-caller.ts'

type Checking = { readonly db: Db; readonly machineClock: Clock }

/**
 * For work that goes on after the request that ordered it: refuses it if the person was disabled or has lost the
 * permission, if the key was revoked or has expired, or if an organization was suspended. The session may have ended.
 */
export async function refuseFormerActor(deps: Checking, actor: Actor, permission: Permission): Promise<void> {
  const { organizationId, by } = actor
  // While one above it is suspended, it is too.
  refuseSuspended(await getOrganization(deps.db, organizationId))
  if (by.kind === 'key') {
    const { credential } = await getActiveKey(deps, by)
    refuseWithoutPermission({ kind: 'key', credential }, permission)
  }
  if (by.kind === 'user') await refuseFormerPerson(deps.db, { organizationId, personId: by.personId }, permission)
}

async function refuseFormerPerson(
  db: Db,
  { organizationId, personId }: { readonly organizationId: string; readonly personId: string },
  permission: Permission,
): Promise<void> {
  const person = await findPersonById(db, personId)
  if (person?.status !== 'ACTIVE') throw disabled()
  const memberships = await findActiveMemberships(db, personId)
  const acting = await findActing(askingOrganizations(db), { person, memberships }, organizationId).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.kind === 'not-found' ? disabled() : error
    },
  )
  refuseWithoutPermission({ kind: 'user', membership: acting.membership }, permission)
}

function disabled(): AppError {
  return new AppError('forbidden', 'USER_DISABLED', 'The person is no longer an active user of the organization.')
}
