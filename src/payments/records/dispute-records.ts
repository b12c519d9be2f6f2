// pure
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { movingApplicationOf } from './applications.ts'
import { ofAccount, ofRequest } from './payment-records.ts'
import { amountFields, type InvoiceFacts, type PaymentRecord, type RecordFields, recordOf } from './record-fields.ts'

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

function chargebackRecord(subject: Subject): PaymentRecord {
  const { dispute } = subject
  return recordOf('chargeback-or-retrieval', identityOf(dispute), {
    ...caseFields(subject),
    'ChargebackAndRetrieval.CaseType': 'Chargeback',
    'ChargebackAndRetrieval.FinancialImpact': 'Y',
    'ChargebackAndRetrieval.FinancialImpactType': 'debit',
  })
}

function caseFields({ invoice, attempt, dispute }: Subject): RecordFields {
  const { disputeId, amount, reasonCode, eventId, occurredAt } = dispute
  return {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    'Application.Name': movingApplicationOf(attempt),
    'ChargebackAndRetrieval.CaseIdentifier': disputeId,
    'ChargebackAndRetrieval.CaseNumber': ifShort(eventId, 64),
    'ChargebackAndRetrieval.CaseTime': occurredAt.toString(),
    'ChargebackAndRetrieval.ChargebackAmount': formatMoney(amount),
    'ChargebackAndRetrieval.ChargebackCurrency': amount.currency,
    'ChargebackAndRetrieval.ChargebackReasonCode': ifShort(reasonCode, 10),
    'ChargebackAndRetrieval.ChargebackReasonCodeDescription': ifShort(reasonCode, 255),
    'ChargebackAndRetrieval.ChargebackTime': occurredAt.toString(),
    'ChargebackAndRetrieval.TransactionType': 'Purchase',
  }
}

/** The record of the end of a dispute. A won one says that the money came back; of a lost one nothing moves any more. */
export function recordOfDisputeEnd(subject: Subject): PaymentRecord {
  return subject.dispute.kind === 'chargeback' ? chargebackEndRecord(subject) : returnEndRecord(subject)
}

function chargebackEndRecord(subject: Subject): PaymentRecord {
  const { dispute } = subject
  const { amount, status } = dispute
  const end = endIdentityOf(dispute)
  const isWon = status === 'won'
  return recordOf('chargeback-or-retrieval', end, {
    ...caseFields(subject),
    'ChargebackAndRetrieval.AdjustmentAmount': isWon ? formatMoney(amount) : undefined,
    'ChargebackAndRetrieval.AdjustmentCurrency': isWon ? amount.currency : undefined,
    'ChargebackAndRetrieval.CaseType': 'Representment',
    'ChargebackAndRetrieval.FinancialImpact': isWon ? 'Y' : 'N',
    'ChargebackAndRetrieval.FinancialImpactType': isWon ? 'credit' : 'none',
    'ChargebackAndRetrieval.ResolutionTime': end.at.toString(),
    'ChargebackAndRetrieval.ResolvedToIndicato': isWon ? 'Merchant' : 'Issuer',
  })
}

function returnRecord({ invoice, attempt, dispute }: Subject): PaymentRecord {
  const { amount, reasonCode, eventId } = dispute
  return exceptionRecord(
    { invoice, attempt, identity: identityOf(dispute) },
    {
      ...{ amount, reasonCode, type: 'Return', caseId: eventId },
      description: 'The bank returned the payment.',
      financialStatus: 'Returned',
    },
  )
}

function returnEndRecord({ invoice, attempt, dispute }: Subject): PaymentRecord {
  const { amount, reasonCode, eventId, status } = dispute
  const isWon = status === 'won'
  return exceptionRecord(
    { invoice, attempt, identity: endIdentityOf(dispute) },
    {
      ...{ amount, reasonCode, type: 'Return', caseId: eventId },
      description: isWon ? 'The return was taken back.' : 'The return is final.',
      financialStatus: isWon ? 'Paid' : 'Returned',
    },
  )
}

type Exceptional = Omit<Subject, 'dispute'> & { readonly identity: ReturnType<typeof identityOf> }

type Exception = {
  readonly amount: Money
  readonly type: 'Return' | 'Refund'
  readonly description: string
  readonly financialStatus: string
  readonly reasonCode: string
  readonly caseId: string | undefined
}

/** The record of a payment or refund that was undone later. */
export function exceptionRecord({ invoice, attempt, identity }: Exceptional, exception: Exception): PaymentRecord {
  const { amount, reasonCode, caseId, description } = exception
  const at = identity.at.toString()
  return recordOf('exception', identity, {
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
    'Exception.ExceptionDate': at,
    'Exception.ExceptionDescription': description,
    'Exception.ExceptionReasonCode': ifShort(reasonCode, 60),
    'Exception.ExceptionStatus': 'Closed',
    'Exception.ExceptionType': exception.type,
    'Exception.FinancialStatus': exception.financialStatus,
    'Exception.LastActionDate': at,
    'Exception.OriginalTransactionSubmissionDate': attempt.createdAt.toString(),
    'Exception.ProcessorCaseID': caseId === undefined ? undefined : ifShort(caseId, 64),
    'Exception.ProcessorResponseCode': ifShort(reasonCode, 60),
    'Exception.SettlementProcessor': attempt.processor,
  })
}

function identityOf({ organizationId, attemptId, disputeId, occurredAt: at }: Dispute) {
  return { organizationId, recordId: `${attemptId}-${disputeId}`, at }
}

function endIdentityOf(dispute: Dispute) {
  const { organizationId, attemptId, disputeId, endedAt, occurredAt } = dispute
  return { organizationId, recordId: `${attemptId}-${disputeId}-end`, at: endedAt ?? occurredAt }
}

/** A processor's own code goes into a field only if it fits; a record with a longer one would be refused. */
function ifShort(text: string, lengthMax: number): string | undefined {
  return text.length <= lengthMax ? text : undefined
}
