import type { Money } from '../../kernel/money.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findPayment, findPaymentsOfInvoice, type Payment } from '../attempts/payment-store.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { refundableOf } from '../model/refundable.ts'
import type { REFUND_STATUSES } from './contract.ts'
import { type PaymentWithAttempts, refundStatusOf } from './present-payment.ts'
import { withAttempts } from './with-attempts.ts'

type Happened = { readonly at: Temporal.Instant; readonly transactionId: string; readonly amount: Money }

/** Everything that happened to the money of an invoice. */
type PaymentActivity = {
  readonly payments: readonly (Happened &
    Pick<Payment, 'origin' | 'method' | 'status' | 'refunded'> & { readonly refundable: Money })[]
  readonly refunds: readonly (Happened & {
    readonly paymentId: string
    readonly status: (typeof REFUND_STATUSES)[number]
    readonly reason: string | undefined
  })[]
  readonly reviews: readonly (Happened & {
    /** Undefined while the review is open. */
    readonly decision: 'ACCEPT' | 'REJECT' | 'EXPIRED' | undefined
    readonly decideBy: Temporal.Instant | undefined
  })[]
  readonly disputes: readonly (Happened & Pick<Dispute, 'paymentId' | 'kind' | 'status'>)[]
}

/** Loads the payments of an invoice with everything that followed. */
async function find(db: Db, place: Pick<Payment, 'organizationId' | 'invoiceNumber'>): Promise<PaymentActivity> {
  const found = await withAttempts(db, await findPaymentsOfInvoice(db, place))
  return {
    payments: found.map(({ payment, disputes }) => ({
      ...{ at: payment.receivedAt, transactionId: payment.paymentId, amount: payment.amount },
      ...{ origin: payment.origin, method: payment.method, status: payment.status, refunded: payment.refunded },
      refundable: refundableOf(payment, disputes),
    })),
    refunds: found.flatMap(({ attempts }) => attempts.filter(({ kind }) => kind === 'refund').map(refundOf)),
    reviews: found.flatMap(reviewsOf),
    disputes: found.flatMap(({ disputes }) => disputes.map(disputeOf)),
  }
}

/** Why nothing of these payments can be refunded; undefined if something can. */
function refundRefusal({ payments }: Pick<PaymentActivity, 'payments'>): string | undefined {
  if (payments.some(({ refundable }) => refundable.minor > 0n)) return undefined
  const completed = payments.filter(({ status }) => status === 'COMPLETED')
  if (completed.length === 0) return 'The invoice has no completed payment.'
  return completed.every(({ origin }) => origin === 'external')
    ? 'A payment that was received elsewhere is reversed, not refunded.'
    : 'Nothing of the payments can be refunded any more.'
}

function refundOf(attempt: Attempt): PaymentActivity['refunds'][number] {
  const { createdAt: at, attemptId: transactionId, amount, paymentId, note: reason } = attempt
  return { at, transactionId, amount, paymentId, status: refundStatusOf(attempt), reason }
}

function disputeOf({ occurredAt: at, disputeId: transactionId, amount, paymentId, kind, status }: Dispute) {
  return { at, transactionId, amount, paymentId, kind, status }
}

/** A review that is open, was decided on, or ended with its authorization; none for any other payment. */
function reviewsOf({ payment, attempts }: PaymentWithAttempts): PaymentActivity['reviews'] {
  const { paymentId: transactionId, amount, status, receivedAt, decideBy, details } = payment
  const about = { transactionId, amount, decideBy }
  const charge = attempts.find(({ kind }) => kind === 'charge')
  const decidedAt = attempts.findLast(({ kind }) => kind === 'capture' || kind === 'reverse')?.createdAt
  if (details.review !== undefined) {
    const decision = details.review.decision === 'accept' ? 'ACCEPT' : 'REJECT'
    return [{ ...about, at: decidedAt ?? receivedAt, decision }]
  }
  if (status === 'REVIEW') return [{ ...about, at: receivedAt, decision: undefined }]
  return status === 'REJECTED' ? [{ ...about, at: charge?.changedAt ?? receivedAt, decision: 'EXPIRED' }] : []
}

/** Whether a payment waits for the merchant's decision. */
async function isUnderReview(db: Db, place: Pick<Payment, 'organizationId' | 'paymentId'>): Promise<boolean> {
  return (await findPayment(db, place))?.status === 'REVIEW'
}

export const paymentActivity = { find, refundRefusal, isUnderReview }
