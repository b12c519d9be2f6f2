// pure
import type { Money } from '../../kernel/money.ts'

/** Money that was taken back from the merchant after a payment: a cardholder's dispute, or a bank's return. */
export type Clawback = {
  readonly organizationId: string
  readonly clawbackId: string
  readonly kind: 'dispute' | 'return'
  readonly paymentId: string
  /** The call that it is about: the payment's charge, or one of its refunds. */
  readonly attemptId: string
  readonly amount: Money
  /** The scheme's or bank's own code. */
  readonly reasonCode: string
  /** The processor's id of the event that reported it. */
  readonly eventId: string
  readonly occurredAt: Temporal.Instant
}
