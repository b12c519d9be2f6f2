// pure
import type { Attempt } from '../model/attempt.ts'
import { exceptionRecord } from './dispute-records.ts'
import { recordOfFailure } from './payment-records.ts'
import type { InvoiceFacts, PaymentRecord } from './record-fields.ts'

type FailedRefund = {
  readonly invoice: InvoiceFacts
  readonly attempt: Attempt
  readonly charge: Attempt
  readonly at: Temporal.Instant
}

/** The records of a refund that failed after it had been approved: its result, and an exception. */
export function recordsOfFailedRefund(subject: FailedRefund): readonly PaymentRecord[] {
  const { invoice, attempt, charge, at } = subject
  const { amount, attemptId, organizationId, declineReason } = attempt
  const account = { ...attempt, facts: attempt.facts ?? charge.facts, payer: charge.payer }
  return [
    recordOfFailure({ invoice, attempt: account, at }),
    exceptionRecord(
      { invoice, attempt: account, identity: { organizationId, recordId: `${attemptId}-refund-failed`, at } },
      {
        amount,
        description: 'The refund failed after it had been accepted.',
        type: 'Refund',
        financialStatus: 'Returned',
        reasonCode: declineReason ?? '',
        caseId: attempt.facts?.reference,
      },
    ),
  ]
}
