import { assert } from '../../kernel/assert.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { CreatedToken } from './create-token.ts'

/** A token as a response body. The processor's reference is not part of it. */
export function presentToken({ token, charge }: CreatedToken): Readonly<Record<string, unknown>> {
  const { consent } = charge.payer
  assert(consent !== undefined, 'A token has its consent.')
  const { scheme, suffix, expirationMonth, expirationYear } = charge.facts?.account ?? {}
  const { at: givenAt, wording, language, address: ipAddress } = consent
  return {
    id: token.tokenId,
    transactionId: token.paymentId,
    method: charge.method,
    account: { scheme, suffix, expirationMonth, expirationYear },
    createdAt: writtenInstant(token.createdAt),
    consent: { givenAt, wording, language, ipAddress },
  }
}
