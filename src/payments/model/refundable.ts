// pure
import { type Money, minus, plus, zero } from '../../kernel/money.ts'
import type { Dispute } from './dispute.ts'

/** The parts of a payment that decide what can be refunded. */
type RefundedPayment = {
  readonly paymentId: string
  readonly origin: 'processor' | 'external'
  readonly status: string
  readonly amount: Money
  readonly refunded: Money
}

/** The disputes by which a payment's money left the merchant; a refund that came back or a won dispute is not among them. */
export function clawbacksOf(
  { paymentId }: Pick<RefundedPayment, 'paymentId'>,
  disputes: readonly Dispute[],
): readonly Dispute[] {
  return disputes.filter(({ attemptId, status }) => attemptId === paymentId && status !== 'won')
}

/** The part of a payment that a refund may still give back: not refunded, and not taken back by a cardholder or bank. */
export function refundableOf(payment: RefundedPayment, disputes: readonly Dispute[]): Money {
  const { origin, status, amount, refunded } = payment
  const none = zero(amount.currency)
  if (origin === 'external' || status !== 'COMPLETED') return none
  const takenBack = clawbacksOf(payment, disputes).reduce((sum, dispute) => plus(sum, dispute.amount), none)
  const left = minus(minus(amount, refunded), takenBack)
  // A chargeback may be for all of a payment that was refunded in part.
  return left.minor < 0n ? none : left
}
