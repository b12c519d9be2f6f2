// pure
import { formatMoney } from '../../kernel/money.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { movingApplicationOf } from './applications.ts'
import { ofAccount, ofRequest } from './payment-records.ts'
import { amountFields, type InvoiceFacts, type PaymentRecord, recordOf } from './record-fields.ts'

type Subject = {
  readonly invoice: InvoiceFacts
  /** The charge or refund that was disputed or returned. */
  readonly attempt: Attempt
  readonly dispute: Dispute
}

/** The report record of a chargeback, or of a bank's return (exception). */
export function recordOfDispute(subject: Subject): PaymentRecord {
  return subject.dispute.kind === 'chargeback' ? chargebackRecord(subject) : returnRecord(subject)
}

function chargebackRecord({ invoice, attempt, dispute }: Subject): PaymentRecord {
  const { disputeId, amount, reasonCode, eventId, occurredAt } = dispute
  return recordOf('chargeback-or-retrieval', identityOf(dispute), {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    'Application.Name': movingApplicationOf(attempt),
    'ChargebackAndRetrieval.CaseIdentifier': disputeId,
    'ChargebackAndRetrieval.CaseNumber': ifShort(eventId, 64),
    'ChargebackAndRetrieval.CaseTime': occurredAt.toString(),
    'ChargebackAndRetrieval.CaseType': 'Chargeback',
    'ChargebackAndRetrieval.ChargebackAmount': formatMoney(amount),
    'ChargebackAndRetrieval.ChargebackCurrency': amount.currency,
    'ChargebackAndRetrieval.ChargebackReasonCode': ifShort(reasonCode, 10),
    'ChargebackAndRetrieval.ChargebackReasonCodeDescription': ifShort(reasonCode, 255),
    'ChargebackAndRetrieval.ChargebackTime': occurredAt.toString(),
    'ChargebackAndRetrieval.FinancialImpact': 'Y',
    'ChargebackAndRetrieval.FinancialImpactType': 'debit',
    'ChargebackAndRetrieval.TransactionType': 'Purchase',
  })
}

function returnRecord({ invoice, attempt, dispute }: Subject): PaymentRecord {
  const { amount, reasonCode, eventId, occurredAt } = dispute
  return recordOf('exception', identityOf(dispute), {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    ...amountFields(attempt.amount),
    'Application.Name': movingApplicationOf(attempt),
    'BillTo.Email': attempt.payer.email ?? invoice.terms.customer.email,
    'BillTo.LastName': invoice.terms.customer.lastName,
    'Exception.Action': 'None',
    'Exception.ExceptionAmount': formatMoney(amount),
    'Exception.ExceptionAmountCurrency': amount.currency,
    'Exception.ExceptionCategory': 'Failed',
    'Exception.ExceptionDate': occurredAt.toString(),
    'Exception.ExceptionDescription': 'The bank returned the payment.',
    'Exception.ExceptionReasonCode': ifShort(reasonCode, 60),
    'Exception.ExceptionStatus': 'Closed',
    'Exception.ExceptionType': 'Return',
    'Exception.FinancialStatus': 'Returned',
    'Exception.LastActionDate': occurredAt.toString(),
    'Exception.OriginalTransactionSubmissionDate': attempt.createdAt.toString(),
    'Exception.ProcessorCaseID': ifShort(eventId, 64),
    'Exception.ProcessorResponseCode': ifShort(reasonCode, 60),
    'Exception.SettlementProcessor': attempt.processor,
  })
}

function identityOf({ organizationId, attemptId, disputeId, occurredAt: at }: Dispute) {
  return { organizationId, recordId: `${attemptId}-${disputeId}`, at }
}

/** A processor's own code goes into a field only if it fits; a record with a longer one would be refused. */
function ifShort(text: string, lengthMax: number): string | undefined {
  return text.length <= lengthMax ? text : undefined
}
