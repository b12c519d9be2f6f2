// pure
import { formatMoney } from '../../kernel/money.ts'
import type { Clawback } from '../clawbacks/clawback.ts'
import type { Attempt } from '../model/attempt.ts'
import { applicationOf, ofAccount, ofRequest } from './payment-records.ts'
import { amountFields, type InvoiceFacts, type PaymentRecord, recordOf } from './record-fields.ts'

type Subject = {
  readonly invoice: InvoiceFacts
  /** The charge or refund that was disputed or returned. */
  readonly attempt: Attempt
  readonly clawback: Clawback
}

/** The report record of a dispute (chargeback) or of a bank's return (exception). */
export function recordOfClawback(subject: Subject): PaymentRecord {
  return subject.clawback.kind === 'dispute' ? chargebackRecord(subject) : returnRecord(subject)
}

function chargebackRecord({ invoice, attempt, clawback }: Subject): PaymentRecord {
  const { clawbackId, amount, reasonCode, eventId, occurredAt } = clawback
  return recordOf('chargeback-or-retrieval', identityOf(clawback), {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    'Application.Name': applicationOf(attempt),
    'ChargebackAndRetrieval.CaseIdentifier': clawbackId,
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

function returnRecord({ invoice, attempt, clawback }: Subject): PaymentRecord {
  const { amount, reasonCode, eventId, occurredAt } = clawback
  return recordOf('exception', identityOf(clawback), {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    ...amountFields(attempt.amount),
    'Application.Name': applicationOf(attempt),
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

function identityOf({ organizationId, attemptId, clawbackId, occurredAt: at }: Clawback) {
  return { organizationId, recordId: `${attemptId}-${clawbackId}`, at }
}

/** A processor's own code goes into a field only if it fits; a record with a longer one would be refused. */
function ifShort(text: string, lengthMax: number): string | undefined {
  return text.length <= lengthMax ? text : undefined
}
