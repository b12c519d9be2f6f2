// pure
import { AppError } from '../../kernel/errors.ts'
import type { Attempt, ConsentingCustomer } from '../model/attempt.ts'
import { isSameCustomer } from './same-customer.ts'

/** The transaction that a token is requested for. */
type Subject = {
  /** Undefined for a payment received elsewhere. */
  readonly charge: Pick<Attempt, 'kind' | 'payer' | 'facts'> | undefined
  /** Undefined for an attempt that led to no payment. */
  readonly paymentStatus: string | undefined
  /** Whether the token that the payment had is revoked. */
  readonly isRevoked: boolean
  /** Whether the processor that took the charge stores accounts. */
  readonly isStored: boolean
}

/** Why no token can be made of a transaction; undefined if one can. */
export function tokenRefusal({ charge, paymentStatus, isRevoked, isStored }: Subject): AppError | undefined {
  if (charge === undefined) {
    return refused('ACCOUNT_NOT_STORABLE', 'A payment received elsewhere has no account that could be charged again.')
  }
  if (charge.kind !== 'charge') {
    return refused('ACCOUNT_NOT_STORABLE', 'Only of a payment a token can be made, not of a refund or reversal.')
  }
  if (paymentStatus !== 'COMPLETED') {
    return refused('PAYMENT_NOT_COMPLETED', 'Only of a completed payment a token can be made.')
  }
  if (charge.payer.consent === undefined) {
    return refused('CONSENT_MISSING', 'The payer has not agreed to have the account stored.')
  }
  if (isRevoked) return tokenRevoked()
  if (!isStored || charge.facts?.storedCredential === undefined) {
    return refused('ACCOUNT_NOT_STORABLE', 'The processor cannot store the account that was charged.')
  }
  return undefined
}

export function tokenRevoked(): AppError {
  return refused('TOKEN_REVOKED', 'The token was revoked. The payer has to agree again with a new payment.')
}

export function consentMissing(): AppError {
  return refused('CONSENT_MISSING', 'The payer was erased, and the consent with them.')
}

/** Why the payer's consent does not cover an invoice to this customer; undefined if it does. */
export function chargeRefusal(
  consent: Attempt['payer']['consent'],
  customer: ConsentingCustomer,
): AppError | undefined {
  if (consent === undefined) return consentMissing()
  if (isSameCustomer(consent.customer, customer)) return undefined
  const { email, merchantCustomerId } = customer
  const message =
    email === undefined && merchantCustomerId === undefined
      ? 'The invoice has neither a merchantCustomerId nor an email, so that nobody can tell whether its customer consented.'
      : 'The invoice is to another customer than the one who consented: merchantCustomerId and email are compared.'
  return new AppError('invalid', 'CUSTOMER_DIFFERS', message, [{ field: 'invoiceId', reason: 'INVALID_DATA' }])
}

function refused(code: string, message: string): AppError {
  return new AppError('invalid', code, message)
}
