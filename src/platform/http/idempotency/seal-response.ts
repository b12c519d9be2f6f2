import type { Secrets } from '../../secrets/secrets.ts'
import type { KeyScope } from './idempotency-store.ts'
import { decodeResponse, encodeResponse, type StoredResponse } from './stored-response.ts'

/** Encrypted for its key: copied to another one it is worth nothing. */
export function sealResponse(secrets: Secrets, scope: KeyScope, answer: StoredResponse): Buffer {
  return secrets.seal(encodeResponse(answer), contextOf(scope))
}

export function openResponse(secrets: Secrets, scope: KeyScope, sealed: Buffer): StoredResponse {
  return decodeResponse(secrets.open(sealed, contextOf(scope)))
}

function contextOf({ organizationId, method, path, key }: KeyScope): string {
  return JSON.stringify(['idempotency answer', organizationId, method, path, key])
}
