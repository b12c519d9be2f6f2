import { exactNumber } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Attempt, AttemptStatus } from '../model/attempt.ts'
import type { CHARGE_STATUSES } from './contract.ts'
import type { LoadedToken } from './load-token.ts'
import { tokenStatusOf } from './token-status.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A token as a response body, at this time. The processor's reference is not part of it. */
export function presentToken(loaded: LoadedToken, at: Temporal.Instant): JsonObject {
  const { token, charge, lastUse } = loaded
  const { consent } = charge.payer
  const { scheme, suffix, expirationMonth, expirationYear } = charge.facts?.account ?? {}
  return {
    id: token.tokenId,
    status: tokenStatusOf(loaded, at),
    transactionId: token.paymentId,
    method: charge.method,
    account: { scheme, suffix, expirationMonth, expirationYear },
    createdAt: writtenInstant(token.createdAt),
    revokedAt: token.revokedAt && writtenInstant(token.revokedAt),
    consent: consent && presentConsent(consent),
    lastUse: lastUse && presentUse(lastUse),
  }
}

function presentConsent({ at: givenAt, wording, language, address: ipAddress, customer }: Consent): JsonObject {
  const { email, merchantCustomerId } = customer
  return { givenAt, wording, language, ipAddress, customer: { email, merchantCustomerId } }
}

function presentUse({ attemptId, invoiceNumber, status, declineReason, createdAt }: Attempt): JsonObject {
  return {
    transactionId: attemptId,
    invoiceId: invoiceNumber,
    status: chargeStatusOf(status),
    reason: declineReason,
    submitTimeUtc: writtenInstant(createdAt),
  }
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

function chargeStatusOf(status: AttemptStatus): (typeof CHARGE_STATUSES)[number] {
  return STATUS_OF[status] ?? 'PENDING'
}

/** A charge of a token as a response body. */
export function presentCharge(attempt: Attempt): JsonObject {
  const { attemptId, tokenId, invoiceNumber, status, declineReason, method, amount, createdAt } = attempt
  return {
    id: attemptId,
    tokenId,
    invoiceId: invoiceNumber,
    status: chargeStatusOf(status),
    reason: declineReason,
    method,
    amount: exactNumber(amount),
    currency: amount.currency,
    submitTimeUtc: writtenInstant(createdAt),
  }
}
