import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { includesScope, type Scope, stateOf } from '../credentials/credential.ts'
import { findCredentials, type WantedKey } from '../credentials/credential-store.ts'
import { bearerHash, bearerKeyId } from '../credentials/make-secret.ts'
import type { Organization } from '../tree/organization.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { type Proof, unusableKey, type VerificationDeps } from './proof.ts'

const NO_HASH = Buffer.alloc(32)

/** Verifies a bearer key, which does not sign the request. */
export async function verifyBearerKey({ lookup }: Pick<VerificationDeps, 'lookup'>, key: string): Promise<Proof> {
  const keyId = bearerKeyId(key)
  if (keyId === undefined) throw new AuthenticationRefusal('malformed')
  const found = await lookup.find({ keyId })
  const hash = found?.secret.type === 'bearer' ? found.secret.hash : undefined
  const isRight = timingSafeEqual(bearerHash(key), hash ?? NO_HASH)
  if (found === undefined || hash === undefined) throw unusableKey(found, keyId)
  if (!isRight) throw new AuthenticationRefusal('wrong-signature', keyId)
  const { credential, owner } = found
  const merchantId = owner.organizationId
  return { scheme: 'bearer', credential, owner, merchantId, digest: undefined, signed: undefined }
}

/** A bearer key that is valid now, and whose it is. */
export type KeyHolder = { readonly organization: Organization; readonly keyId: string }

/** The holder of a bearer key; undefined if it is none that is valid and has the scope. */
export async function findKeyHolder(
  { db, machineClock }: { readonly db: Db; readonly machineClock: Clock },
  key: string,
  scope: Scope,
): Promise<KeyHolder | undefined> {
  try {
    const lookup = { find: async (wanted: WantedKey) => (await findCredentials(db, [wanted]))[0] }
    const { credential, owner } = await verifyBearerKey({ lookup }, key)
    const isValid = stateOf(credential, machineClock.now()) === 'active' && includesScope(credential.scopes, scope)
    return isValid ? { organization: owner, keyId: credential.keyId } : undefined
  } catch (error) {
    if (error instanceof AuthenticationRefusal) return undefined
    throw error
  }
}
