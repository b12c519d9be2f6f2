import { timingSafeEqual } from 'node:crypto'
import { findByKeyId } from '../credentials/credential-store.ts'
import { bearerHash, bearerKeyId } from '../credentials/make-secret.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { type Proof, unusableKey, type VerificationDeps } from './proof.ts'

const NO_HASH = Buffer.alloc(32)

/** Verifies a bearer key, which does not sign the request. */
export async function verifyBearerKey({ db }: Pick<VerificationDeps, 'db'>, key: string): Promise<Proof> {
  const keyId = bearerKeyId(key)
  if (keyId === undefined) throw new AuthenticationRefusal('malformed')
  const found = await findByKeyId(db, keyId)
  const hash = found?.secret.type === 'bearer' ? found.secret.hash : undefined
  const isRight = timingSafeEqual(bearerHash(key), hash ?? NO_HASH)
  if (found === undefined || hash === undefined) throw unusableKey(found, keyId)
  if (!isRight) throw new AuthenticationRefusal('wrong-signature', keyId)
  const { credential, owner } = found
  const merchantId = owner.organizationId
  return { scheme: 'bearer', credential, owner, merchantId, digest: undefined, signed: undefined }
}
