// pure
import { hasExpired } from '../port/account-expiry.ts'
import type { ProcessorFacts } from '../port/port.ts'

export const TOKEN_STATUSES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type TokenStatus = (typeof TOKEN_STATUSES)[number]

type StoredToken = {
  readonly token: { readonly revokedAt: Temporal.Instant | undefined }
  readonly charge: { readonly facts: Pick<ProcessorFacts, 'account'> | undefined }
}

/** Whether a token can be charged. An expired card is left to its processor, which may know a newer one. */
export function tokenStatusOf({ token, charge }: StoredToken, at: Temporal.Instant): TokenStatus {
  if (token.revokedAt !== undefined) return 'REVOKED'
  return hasExpired(charge.facts?.account ?? {}, at) ? 'EXPIRED' : 'ACTIVE'
}
