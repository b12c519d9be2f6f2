import { exactNumber } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Payment } from '../attempts/payment-store.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { refundableOf } from '../model/refundable.ts'
import type { REFUND_STATUSES } from './contract.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A payment with what belongs to it. */
export type PaymentWithAttempts = {
  readonly payment: Payment
  /** Its charge and the attempts that followed; empty for an external payment. */
  readonly attempts: readonly Attempt[]
  readonly disputes: readonly Dispute[]
}

/** A payment as a response body. What has no value is left out. */
export function presentPayment({ payment, attempts, disputes }: PaymentWithAttempts): JsonObject {
  const { details, amount, refunded } = payment
  const charge = attempts.find(({ kind }) => kind === 'charge')
  return {
    id: payment.paymentId,
    invoiceId: payment.invoiceNumber,
    origin: payment.origin.toUpperCase(),
    status: payment.status,
    method: payment.method,
    amount: exactNumber(amount),
    currency: amount.currency,
    refundedAmount: exactNumber(refunded),
    refundableAmount: exactNumber(refundableOf(payment, disputes)),
    submitTimeUtc: writtenInstant(payment.receivedAt),
    account: accountOf(charge),
    payer: payerOf(charge),
    date: details.date,
    note: details.note,
    reversalReason: details.reversalReason,
    declineReason: payment.status === 'REJECTED' ? charge?.declineReason : undefined,
    decideBy: payment.status === 'REVIEW' && payment.decideBy ? writtenInstant(payment.decideBy) : undefined,
    review: details.review && { ...details.review, decision: details.review.decision.toUpperCase() },
    refunds: attempts.filter(({ kind }) => kind === 'refund').map(presentRefund),
    disputes: disputes.filter(({ kind }) => kind === 'chargeback').map(presentDispute),
    returns: disputes.filter(({ kind }) => kind === 'return').map(presentDispute),
  }
}

function accountOf(charge: Attempt | undefined): JsonObject | undefined {
  const { scheme, suffix } = charge?.facts?.account ?? {}
  return scheme === undefined && suffix === undefined ? undefined : { scheme, suffix }
}

/** The payer's details; undefined where there are none. */
function payerOf(charge: Attempt | undefined): JsonObject | undefined {
  const { name, email, phone, shipTo, customFields = [] } = charge?.payer ?? {}
  const fields = customFields.map(({ definitionId, label, value }) => ({ definitionId, label, value }))
  const payer = { name, email, phone, shipTo, customFields: fields.length === 0 ? undefined : fields }
  return Object.values(payer).every((value) => value === undefined) ? undefined : payer
}

export function presentRefund(attempt: Attempt): JsonObject {
  const { attemptId, amount, note, createdAt } = attempt
  return {
    id: attemptId,
    status: refundStatusOf(attempt),
    amount: exactNumber(amount),
    currency: amount.currency,
    reason: note,
    submitTimeUtc: writtenInstant(createdAt),
  }
}

function presentDispute(dispute: Dispute): JsonObject {
  const { disputeId, amount, reasonCode, attemptId, paymentId, occurredAt, status, endedAt } = dispute
  return {
    id: disputeId,
    amount: exactNumber(amount),
    currency: amount.currency,
    reasonCode,
    refundId: attemptId === paymentId ? undefined : attemptId,
    occurredAt: writtenInstant(occurredAt),
    status: status.toUpperCase(),
    endedAt: endedAt && writtenInstant(endedAt),
  }
}

export function refundStatusOf({ status }: Attempt): (typeof REFUND_STATUSES)[number] {
  if (status === 'approved') return 'COMPLETED'
  return status === 'declined' ? 'FAILED' : 'PENDING'
}
