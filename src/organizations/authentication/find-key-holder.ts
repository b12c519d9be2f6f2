import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Scope, stateOf } from '../credentials/credential.ts'
import type { Organization } from '../tree/organization.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { verifyBearerKey } from './verify-bearer-key.ts'

/** Finds the owner of a bearer key; undefined unless the key is valid and has the scope. */
export async function findKeyHolder(
  { db, machineClock }: { readonly db: Db; readonly machineClock: Clock },
  key: string,
  scope: Scope,
): Promise<Organization | undefined> {
  try {
    const { credential, owner } = await verifyBearerKey({ db }, key)
    const isValid = stateOf(credential, machineClock.now()) === 'active' && credential.scopes.includes(scope)
    return isValid ? owner : undefined
  } catch (error) {
    if (error instanceof AuthenticationRefusal) return undefined
    throw error
  }
}
