import { createHmac } from 'node:crypto'
import type { SigningKey } from './signing-key-store.ts'

type Signed = {
  readonly key: Pick<SigningKey, 'keyId' | 'secret'>
  /** By the machine's clock: receivers compare it with theirs. */
  readonly at: Temporal.Instant
  /** The bytes as they are sent; other JSON of the same value has another signature. */
  readonly body: string
}

/** The value of `V-C-Signature`: time, key and the HMAC of time and body. */
export function signatureOf({ key, at, body }: Signed): string {
  const time = at.epochMilliseconds
  const code = createHmac('sha256', key.secret).update(`${time}.${body}`).digest('base64')
  return `t=${time};keyId=${key.keyId};sig=${code}`
}
