import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { newSecret } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { StoredCredential } from '../credentials/credential-store.ts'
import { sealContext } from '../credentials/make-secret.ts'

export type PublicKey = {
  readonly key: KeyObject
  readonly validFrom: Temporal.Instant
  readonly validUntil: Temporal.Instant
}

const CERTIFICATES_KEPT_MAX = 1_000
const DECOY = 'decoy'

/**
 * The keys that signatures are verified with. An unknown key, or one of another type, is replaced by a decoy, so that
 * refusing it takes as long as refusing a wrong signature.
 */
export class KeyMaterial {
  readonly #secrets: Secrets
  readonly #decoySecret: Buffer
  readonly #decoyPublicKey = decoyPublicKey()
  /** For as long as the node remembers the key, since opening takes most of the time of a signature. */
  readonly #masked = new WeakMap<StoredCredential['secret'], Masked>()
  readonly #publicKeys = new Map<string, PublicKey>()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
    this.#decoySecret = secrets.seal(newSecret(32).toString('base64'), DECOY)
  }

  /** The bytes of a shared secret. */
  macKeyOf(found: StoredCredential | undefined): Buffer {
    if (found?.secret.type !== 'shared-secret') return this.#open(this.#decoySecret, DECOY)
    const { secret, credential } = found
    const known = this.#masked.get(secret)
    if (known !== undefined) return combined(known)
    const macKey = this.#open(secret.sealed, sealContext(credential))
    const mask = newSecret(macKey.length)
    this.#masked.set(secret, { mask, masked: combined({ mask, masked: macKey }) })
    return macKey
  }

  #open(sealed: Buffer, context: string): Buffer {
    return Buffer.from(this.#secrets.open(sealed, context).toString(), 'base64')
  }

  publicKeyOf(found: StoredCredential | undefined): PublicKey {
    if (found?.secret.type !== 'certificate') return this.#decoyPublicKey
    const name = found.secret.fingerprint.toString('base64')
    const known = this.#publicKeys.get(name)
    if (known !== undefined) return known
    const publicKey = publicKeyIn(found.secret.certificate)
    if (this.#publicKeys.size >= CERTIFICATES_KEPT_MAX) this.#publicKeys.clear()
    this.#publicKeys.set(name, publicKey)
    return publicKey
  }
}

/** A secret and a random mask of its length: neither alone says anything, so that memory has no secret in the clear. */
type Masked = { readonly mask: Buffer; readonly masked: Buffer }

function combined({ mask, masked }: Masked): Buffer {
  return Buffer.from(masked.map((byte, index) => byte ^ (mask[index] ?? 0)))
}

function publicKeyIn(certificate: Buffer): PublicKey {
  const { publicKey, validFromDate, validToDate } = new X509Certificate(certificate)
  return {
    key: publicKey,
    validFrom: Temporal.Instant.fromEpochMilliseconds(validFromDate.getTime()),
    validUntil: Temporal.Instant.fromEpochMilliseconds(validToDate.getTime()),
  }
}

/** A number of the usual length in place of a modulus; no private key belongs to it. */
function decoyPublicKey(): PublicKey {
  const modulus = newSecret(256)
  modulus[0] = 0xff
  modulus[255] = 0xff
  const key = createPublicKey({
    key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' },
    format: 'jwk',
  })
  const at = Temporal.Instant.fromEpochMilliseconds(0)
  return { key, validFrom: at, validUntil: at }
}
