import type { Secrets } from '../../secrets/secrets.ts'
import type { KeyScope } from './idempotency-store.ts'
import { decodeAnswer, encodeAnswer, type KeptAnswer } from './kept-answer.ts'

/** Encrypted for its key: copied to another one it is worth nothing. */
export function sealAnswer(secrets: Secrets, scope: KeyScope, answer: KeptAnswer): Buffer {
  return secrets.seal(encodeAnswer(answer), contextOf(scope))
}

export function openAnswer(secrets: Secrets, scope: KeyScope, sealed: Buffer): KeptAnswer {
  return decodeAnswer(secrets.open(sealed, contextOf(scope)))
}

function contextOf({ organizationId, method, path, key }: KeyScope): string {
  return JSON.stringify(['idempotency answer', organizationId, method, path, key])
}
