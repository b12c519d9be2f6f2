import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { stateOf } from '../credentials/credential.ts'
import { findByKeyId } from '../credentials/credential-store.ts'
import { findOrganization } from '../tree/organization-store.ts'
import { refuseSuspended } from './organization-hooks.ts'

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
