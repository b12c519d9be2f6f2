// pure
import type { Money } from '../../kernel/money.ts'
import type { Attempt } from '../model/attempt.ts'
import { applicationsOf, movingApplicationOf } from './applications.ts'

/** A record that was written because of a call to a processor, or of money that was received elsewhere. */
export type ExpectedRecord = {
  readonly kind: 'transaction' | 'external-payment'
  readonly organizationId: string
  readonly recordId: string
  /** The request that the record names. */
  readonly requestId: string
  readonly application: string
  readonly amount: Money
  /** It did not occur before. */
  readonly since: Temporal.Instant
}

type Decided = Pick<
  Attempt,
  'organizationId' | 'attemptId' | 'paymentId' | 'kind' | 'status' | 'method' | 'amount' | 'createdAt'
> & {
  /** Whether the merchant decides, or has decided, on the charge. */
  readonly wasReviewed: boolean
}

/** The records of the kind `transaction` that a decided attempt must have. */
export function recordsOfAttempt(attempt: Decided): readonly ExpectedRecord[] {
  const { organizationId, attemptId, paymentId, kind, amount, createdAt: since } = attempt
  // A capture or reversal carries the request of its payment.
  const requestId = kind === 'refund' ? attemptId : paymentId
  return applicationsExpected(attempt).map((application) => ({
    ...{ kind: 'transaction', organizationId, requestId, application, amount, since },
    recordId: `${requestId}-${application}`,
  }))
}

function applicationsExpected({ kind, status, method, wasReviewed }: Decided): readonly string[] {
  const { attempt: first, charge, review, capture, reversal } = applicationsOf(method)
  const isApproved = status === 'approved'
  switch (kind) {
    // Every outcome of a refund is recorded; of these two only a success, unless a late charge was not given back.
    case 'refund':
      return [movingApplicationOf({ kind, method })]
    case 'capture':
      return isApproved ? [capture] : []
    case 'reverse':
      return isApproved ? [reversal] : []
    case 'charge':
      // A review that ended by itself gave the authorization back.
      if (wasReviewed) return status === 'declined' ? [review, reversal] : [review]
      return isApproved ? charge : [first]
  }
}

type External = {
  readonly organizationId: string
  readonly paymentId: string
  readonly isReversed: boolean
  readonly amount: Money
  readonly receivedAt: Temporal.Instant
}

/** The records of a payment that was received elsewhere. */
export function recordsOfExternal(payment: External): readonly ExpectedRecord[] {
  const { organizationId, paymentId, isReversed, amount, receivedAt: since } = payment
  const applications = isReversed ? ['external_payment', 'external_payment_reversal'] : ['external_payment']
  return applications.map((application) => ({
    ...{ kind: 'external-payment', organizationId, requestId: paymentId, application, amount, since },
    recordId: `${paymentId}-${application}`,
  }))
}
