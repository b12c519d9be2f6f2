import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Credential, CredentialType } from '../credentials/credential.ts'
import type { KnownCredential, StoredCredential } from '../credentials/credential-store.ts'
import type { KeyLookup } from '../lookups/key-lookups.ts'
import type { Organization } from '../tree/organization.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import type { Scheme } from './caller.ts'
import type { KeyMaterial } from './key-material.ts'

/** The facts about a request whose signature or key is valid. */
export type Proof = {
  readonly scheme: Scheme
  readonly credential: Credential
  /** The key's own organization. */
  readonly owner: Organization
  /** The organization that the request claims to come from. */
  readonly merchantId: string
  /** The SHA-256 that the body must have; undefined if the request has none. */
  readonly digest: Buffer | undefined
  /** Identifies this request, to detect replays; undefined for a bearer key, which signs nothing. */
  readonly signed: SignedOnce | undefined
}

type SignedOnce = {
  /** Data that only the owner of the key can make, the same in every spelling of the request. */
  readonly content: string | Buffer
  readonly validUntil: Temporal.Instant
  /** Identifies a token among all of its key; undefined for other schemes and for tokens that may repeat. */
  readonly tokenId: string | undefined
}

export type VerificationDeps = {
  readonly lookup: Pick<KeyLookup, 'find'>
  readonly keys: KeyMaterial
  /** Keys and signatures use real time, not the sandbox clock. */
  readonly machineClock: Clock
  readonly clockToleranceSeconds: number
  readonly mode: Mode
}

/** The credential if it is of the type that the scheme needs. */
export function ofType(found: KnownCredential | undefined, type: CredentialType): KnownCredential | undefined {
  return found?.secret.type === type ? found : undefined
}

export function unusableKey(found: StoredCredential | undefined, keyId: string | undefined): AuthenticationRefusal {
  return new AuthenticationRefusal(found === undefined ? 'unknown-key' : 'wrong-algorithm', keyId)
}
