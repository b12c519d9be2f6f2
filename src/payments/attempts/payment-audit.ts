import type { AuditActor } from '../../kernel/actor.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { type Attempt, isOpen } from '../model/attempt.ts'

type PaymentAction =
  | 'payment.recorded'
  | 'payment.reversed'
  | 'payment.reversal-failed'
  | 'payment.refund-requested'
  | 'payment.refunded'
  | 'payment.refund-failed'
  | 'payment.review-accepted'
  | 'payment.review-rejected'
  | 'payment.review-expired'
  | 'payment.token-created'
  | 'payment.token-revoked'
  | 'payment.charge-requested'
  | 'payment.captured'
  | 'payment.capture-failed'
  | 'payment.disputed'
  | 'payment.dispute-won'
  | 'payment.dispute-lost'
  | 'payment.returned'
  | 'payment.alert-acknowledged'

type AuditedPayment = {
  readonly organizationId: string
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly amount: Money
}

type Audited = {
  readonly by: AuditActor
  readonly action: PaymentAction
  readonly payment: AuditedPayment
  /** Ids and words of a table only: text that a person wrote may be personal. */
  readonly details?: Readonly<Record<string, string>>
}

/** The audit entry of something that was done to a payment. */
export function paymentAudit(
  { machineClock }: { readonly machineClock: Clock },
  { by, action, payment, details = {} }: Audited,
): readonly Write[] {
  const { organizationId, paymentId, invoiceNumber, amount } = payment
  return auditWrites({
    ...{ organizationId, at: machineClock.now(), actor: by, action, subject: `payment:${paymentId}` },
    details: { invoice: invoiceNumber, amount: formatMoney(amount), currency: amount.currency, ...details },
  })
}

const DECIDED = {
  capture: { done: 'payment.captured', failed: 'payment.capture-failed' },
  reverse: { done: 'payment.reversed', failed: 'payment.reversal-failed' },
  refund: { done: 'payment.refunded', failed: 'payment.refund-failed' },
} as const

/** The audit entry of a capture, reversal or refund that the processor has decided on. */
export function followUpAudit(
  deps: { readonly machineClock: Clock },
  by: AuditActor,
  attempt: Attempt,
): readonly Write[] {
  const { kind, status, attemptId, declineReason } = attempt
  if (kind === 'charge' || isOpen(attempt)) return []
  const { done, failed } = DECIDED[kind]
  const reason: Readonly<Record<string, string>> = declineReason === undefined ? {} : { reason: declineReason }
  const details = { transactionId: attemptId, ...reason }
  return paymentAudit(deps, { by, action: status === 'approved' ? done : failed, payment: attempt, details })
}
