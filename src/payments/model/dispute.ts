// pure
import type { Money } from '../../kernel/money.ts'

/** A payment whose money was taken back from the merchant: by a cardholder's chargeback, or by a bank's return. */
export type Dispute = {
  readonly organizationId: string
  readonly disputeId: string
  readonly kind: 'chargeback' | 'return'
  readonly paymentId: string
  /** The call that it is about: the payment's charge, or one of its refunds. */
  readonly attemptId: string
  readonly amount: Money
  /** The scheme's or bank's own code. */
  readonly reasonCode: string
  /** The processor's id of the event that reported it. */
  readonly eventId: string
  /** The processor's own id of the dispute; its end names it. */
  readonly reference: string
  readonly occurredAt: Temporal.Instant
  /** Won means that the money came back to the merchant. */
  readonly status: 'open' | 'won' | 'lost'
  readonly endedAt: Temporal.Instant | undefined
}
