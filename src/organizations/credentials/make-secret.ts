import { hash } from 'node:crypto'
import { newId, newSecret } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { StoredSecret } from './credential-store.ts'

/** The secret of a new credential, which its owner sees once. */
export type SharedSecret = { readonly keyId: string; readonly secret: string }
export type BearerKey = { readonly keyId: string; readonly key: string }

const SECRET_BYTES = 32
const BEARER_KEY = /^qk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/

/** Binds a sealed secret to its credential: copied to another row, it cannot be opened. */
export function sealContext(owner: { organizationId: string; credentialId: string }): string {
  return `credential ${owner.organizationId} ${owner.credentialId}`
}

export function makeSharedSecret(
  secrets: Secrets,
  owner: { readonly organizationId: string; readonly credentialId: string },
): { readonly shown: SharedSecret; readonly stored: StoredSecret } {
  const secret = newSecret(SECRET_BYTES).toString('base64')
  const sealed = secrets.seal(secret, sealContext(owner))
  return { shown: { keyId: newId(), secret }, stored: { type: 'shared-secret', sealed } }
}

/** The key contains its id, so that it can be found without trying every hash. */
export function makeBearerKey(): { readonly shown: BearerKey; readonly stored: StoredSecret } {
  const keyId = newSecret(8).toString('hex')
  const key = `qk_${keyId}_${newSecret(SECRET_BYTES).toString('base64url')}`
  return { shown: { keyId, key }, stored: { type: 'bearer', hash: bearerHash(key) } }
}

/** The key id in a bearer key; undefined if it is not one of ours. */
export function bearerKeyId(key: string): string | undefined {
  return BEARER_KEY.exec(key)?.[1]
}

/** A key has 256 random bits, so a plain hash reveals nothing. */
export function bearerHash(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}
