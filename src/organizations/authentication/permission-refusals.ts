import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Credential, includesScope, stateOf } from '../credentials/credential.ts'
import { findByKeyId, type KnownCredential } from '../credentials/credential-store.ts'
import type { Organization } from '../tree/organization.ts'
import { isPermitted, type Permission } from '../users/role.ts'
import type { KeyCaller, UserCaller } from './caller.ts'

type Permitted = Pick<KeyCaller, 'kind' | 'credential'> | Pick<UserCaller, 'kind' | 'membership'>

/** Whether a key has the scope, or the role of a person the permission. */
export function hasPermission(caller: Permitted, scope: Permission): boolean {
  return caller.kind === 'key'
    ? includesScope(caller.credential.scopes, scope)
    : isPermitted(caller.membership.role, scope)
}

/** Refuses a key without the scope, and a person whose role does not have the permission. */
export function refuseWithoutPermission(caller: Permitted, scope: Permission | 'any' = 'any'): void {
  if (scope === 'any' || hasPermission(caller, scope)) return
  if (caller.kind === 'key') {
    throw new AppError('forbidden', 'MISSING_SCOPE', `This key does not have the scope ${scope}.`, [
      { field: 'scope', reason: scope },
    ])
  }
  const { role } = caller.membership
  throw new AppError('forbidden', 'MISSING_PERMISSION', `Your role, ${role}, does not have the permission ${scope}.`, [
    { field: 'permission', reason: scope },
  ])
}

/** The reason and the name of an organization above are for those above. */
export function refuseSuspended({ organizationId, suspendedBy }: Organization): void {
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

type Checking = { readonly db: Db; readonly machineClock: Clock }

/** The key as it is now; refuses one that was revoked or has expired since its request began. */
export async function getActiveKey(
  { db, machineClock }: Checking,
  { keyId }: Pick<Credential, 'keyId'>,
): Promise<KnownCredential> {
  const known = await findByKeyId(db, keyId)
  const state = known === undefined ? 'revoked' : stateOf(known.credential, machineClock.now())
  if (known !== undefined && state === 'active') return known
  throw new AppError('forbidden', 'KEY_REVOKED', 'The key was revoked or has expired since the request began.')
}
