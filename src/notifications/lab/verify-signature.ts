import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VerificationKey } from '../webhooks/signing-key-store.ts'

/** A receiver's verdict on a signature. */
export type Verdict = { readonly isVerified: true } | { readonly isVerified: false; readonly reason: string }

type Signed = {
  /** The header `v-c-signature`. */
  readonly signature: string | undefined
  readonly body: Buffer
  /** By the machine's clock. */
  readonly at: Temporal.Instant
}

const SIGNATURE = /^t=(?<t>\d{1,16});\s*keyId=(?<keyId>[\w-]{1,64});\s*sig=(?<sig>[A-Za-z0-9+/]{43}=)$/
const AGE_MS_MAX = 5 * 60_000

/** Verifies a delivery as any receiver should, and names the problem. */
export async function verifySignature(
  { signature, body, at }: Signed,
  findKey: (keyId: string) => Promise<VerificationKey | undefined>,
): Promise<Verdict> {
  if (signature === undefined) return refused('The header v-c-signature is missing.')
  const { t = '', keyId = '', sig = '' } = SIGNATURE.exec(signature)?.groups ?? {}
  if (sig === '') return refused('The header v-c-signature does not have the form t=…;keyId=…;sig=….')
  const key = await findKey(keyId)
  if (key === undefined) return refused('The organization has no signing key with this keyId.')
  if (key.secret === undefined) return refused('Another signing key has replaced this one.')
  if (Temporal.Instant.compare(key.expiresAt, at) <= 0) return refused('The signing key has expired.')
  const expected = createHmac('sha256', key.secret).update(`${t}.`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(sig, 'base64'))) {
    return refused('The signature does not match the body and the time.')
  }
  const isOld = Math.abs(at.epochMilliseconds - Number(t)) > AGE_MS_MAX
  return isOld ? refused('The signature is more than five minutes old or in the future.') : { isVerified: true }
}

function refused(reason: string): Verdict {
  return { isVerified: false, reason }
}
