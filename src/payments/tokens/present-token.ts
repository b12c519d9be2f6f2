import { exactNumber } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Attempt, AttemptStatus } from '../model/attempt.ts'
import type { CHARGE_STATUSES } from './contract.ts'
import type { LoadedToken } from './stored-account.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A token as a response body. The processor's reference is not part of it. */
export function presentToken({ token, charge }: LoadedToken): JsonObject {
  const { consent } = charge.payer
  const { scheme, suffix, expirationMonth, expirationYear } = charge.facts?.account ?? {}
  return {
    id: token.tokenId,
    transactionId: token.paymentId,
    method: charge.method,
    account: { scheme, suffix, expirationMonth, expirationYear },
    createdAt: writtenInstant(token.createdAt),
    revokedAt: token.revokedAt && writtenInstant(token.revokedAt),
    consent: consent && presentConsent(consent),
  }
}

function presentConsent({ at: givenAt, wording, language, address: ipAddress }: Consent): JsonObject {
  return { givenAt, wording, language, ipAddress }
}

type Consent = NonNullable<Attempt['payer']['consent']>

const STATUS_OF: Readonly<Partial<Record<AttemptStatus, (typeof CHARGE_STATUSES)[number]>>> = {
  approved: 'COMPLETED',
  review: 'REVIEW',
  declined: 'DECLINED',
  rejected: 'DECLINED',
  // Taken, but the invoice took no more: it is given back.
  excess: 'DECLINED',
}

/** A charge of a token as a response body. */
export function presentCharge(attempt: Attempt): JsonObject {
  const { attemptId, tokenId, invoiceNumber, status, declineReason, method, amount, createdAt } = attempt
  return {
    id: attemptId,
    tokenId,
    invoiceId: invoiceNumber,
    status: STATUS_OF[status] ?? 'PENDING',
    reason: declineReason,
    method,
    amount: exactNumber(amount),
    currency: amount.currency,
    submitTimeUtc: writtenInstant(createdAt),
  }
}
