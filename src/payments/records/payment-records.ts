// pure
import type { Attempt } from '../model/attempt.ts'
import { applicationsOf, movingApplicationOf, walletTypeOf } from './applications.ts'
import {
  amountFields,
  CLIENT_APPLICATION,
  type InvoiceFacts,
  merchantDefinedFields,
  type PaymentRecord,
  payerNames,
  personFields,
  type RecordFields,
  recordOf,
  shippingFields,
} from './record-fields.ts'
import { APPROVED, IN_REVIEW, type Verdict, verdictFields, verdictOfDecline } from './verdict.ts'

type Moment = { readonly at: Temporal.Instant }
type Subject = Moment & { readonly invoice: InvoiceFacts; readonly attempt: Attempt }
type Service = {
  readonly application: string
  readonly verdict: Verdict
  /** Which record of the request it is, if the application has more than one. */
  readonly of?: string
}

/** The records of a charge, when its outcome is recorded. */
export function recordsOfCharge(subject: Subject): readonly PaymentRecord[] {
  return [...transactionsOfCharge(subject), ...authenticationsOf(subject), ...fraudCheckOf(subject)]
}

function transactionsOfCharge({ attempt, ...context }: Subject): readonly PaymentRecord[] {
  const { status, method, declineReason } = attempt
  const subject = { attempt, ...context }
  const { review, attempt: first, charge } = applicationsOf(method)
  switch (status) {
    case 'approved':
      return charge.map((application) => transaction(subject, { application, verdict: APPROVED }))
    case 'excess':
      return [transaction(subject, { application: first, verdict: APPROVED })]
    case 'review':
      return [transaction(subject, { application: review, verdict: IN_REVIEW })]
    case 'declined':
      return [transaction(subject, { application: first, verdict: verdictOfDecline(declineReason) })]
    case 'started':
    case 'waiting':
    case 'lapsed':
    case 'unknown':
    case 'pending':
    case 'rejected':
      return []
  }
}

/** The records of a decided capture, reversal or refund. `charge` is the charge that it follows. */
export function recordsOfFollowUp(subject: Subject & { readonly charge: Attempt }): readonly PaymentRecord[] {
  const { attempt, charge } = subject
  const verdict = attempt.status === 'approved' ? APPROVED : verdictOfDecline(attempt.declineReason)
  const account = { ...attempt, facts: attempt.facts ?? charge.facts, payer: charge.payer }
  const { capture, reversal } = applicationsOf(attempt.method)
  switch (attempt.kind) {
    case 'refund':
      return [transaction({ ...subject, attempt: account }, { application: movingApplicationOf(attempt), verdict })]
    case 'capture':
      return [transaction({ ...subject, attempt: ofCharge(account) }, { application: capture, verdict })]
    case 'reverse':
    case 'charge':
      return [transaction({ ...subject, attempt: ofCharge(account) }, { application: reversal, verdict })]
  }
}

/** The record of a refund that failed after it had been approved. */
export function recordOfFailure(subject: Subject): PaymentRecord {
  const application = movingApplicationOf(subject.attempt)
  const verdict = verdictOfDecline(subject.attempt.declineReason)
  return transaction(subject, { application, verdict, of: `${application}-failed` })
}

/** The record of an authorization that ended before anything was captured. */
export function expiryRecord(subject: Subject): PaymentRecord {
  return transaction(subject, { application: applicationsOf(subject.attempt.method).reversal, verdict: APPROVED })
}

/** A capture or reversal carries the request id of its payment. */
function ofCharge(attempt: Attempt): Attempt {
  return { ...attempt, attemptId: attempt.paymentId }
}

function transaction(
  { invoice, attempt, at }: Subject,
  { application, verdict, of = application }: Service,
): PaymentRecord {
  const { facts, payer, method } = attempt
  return record(
    'transaction',
    { attempt, at, of },
    {
      ...ofRequest({ invoice, attempt }),
      'OrderFields.ConnectionMethod': CLIENT_APPLICATION,
      'Application.Name': application,
      ...verdictFields(verdict),
      ...personFields(invoice, payer),
      ...ofAccount(attempt),
      'PaymentMethod.ExpirationMonth': textOf(facts?.account.expirationMonth),
      'PaymentMethod.ExpirationYear': textOf(facts?.account.expirationYear),
      'PaymentMethod.WalletType': walletTypeOf(method),
      'PaymentData.BinNumber': facts?.account.bin,
      'PaymentData.AVSResult': facts?.addressCheck,
      'PaymentData.CVResult': facts?.securityCodeCheck,
      'PaymentData.AuthorizationCode': application === 'ics_credit' ? undefined : facts?.authorizationCode,
      'PaymentData.ProcessorResponseCode': facts?.responseCode ?? verdict.responseCode,
      'PaymentData.ProcessorTransactionID': facts?.reference,
      ...amountFields(attempt.amount),
      'LineItems.InvoiceNumber': invoice.invoiceNumber,
      'ShipTo.CompanyName': payer.shipTo?.companyName,
      ...shippingFields(payer),
      ...merchantDefinedFields(payer),
    },
  )
}

/** Fields of every record about one request. */
export function ofRequest({ invoice, attempt }: Pick<Subject, 'invoice' | 'attempt'>): RecordFields {
  return {
    'Request.RequestID': attempt.attemptId,
    'Request.Source': CLIENT_APPLICATION,
    'Request.MerchantReferenceNumber': invoice.invoiceNumber,
    'Request.TransactionDate': attempt.createdAt.toString(),
    'Request.TransactionReferenceNumber': invoice.terms.transactionReferenceNumber ?? attempt.facts?.reference,
  }
}

export function ofAccount({ facts }: Attempt): RecordFields {
  return { 'PaymentMethod.AccountSuffix': facts?.account.suffix, 'PaymentMethod.CardType': facts?.account.scheme }
}

const ENROLLED = { frictionless: 'Y', challenged: 'Y', failed: 'Y', unavailable: 'U' } as const

/** The result of payer authentication, for the Payer Authentication report. */
function authenticationsOf(subject: Subject): readonly PaymentRecord[] {
  const { attempt, at } = subject
  const authentication = attempt.facts?.authentication
  if (authentication === undefined) return []
  const { result } = authentication
  const passed = result === 'failed' ? '0' : '1'
  const made = (application: string, type: string, digit: string) =>
    record(
      'payer-authentication',
      { attempt, at, of: application },
      {
        ...ofRequest(subject),
        ...ofAccount(attempt),
        'Application.Name': application,
        'Application.Rcode': digit,
        'PayerAuth.RequestID': attempt.attemptId,
        'PayerAuth.TransactionType': type,
        'VERes.Enrolled': ENROLLED[result],
      },
    )
  const enrollment = made('ics_pa_enroll', 'Check Enrollment', '1')
  const isValidated = result === 'challenged' || result === 'failed'
  return isValidated ? [enrollment, made('ics_pa_validate', 'Validate Authentication', passed)] : [enrollment]
}

/** A payment that is held for review was looked at by the fraud check. */
function fraudCheckOf({ invoice, attempt, at }: Subject): readonly PaymentRecord[] {
  if (attempt.status !== 'review') return []
  const { first, last } = payerNames(invoice, attempt.payer)
  return [
    record(
      'fraud-decision-event',
      { attempt, at, of: 'review' },
      {
        ...ofRequest({ invoice, attempt }),
        'OrderFields.ConnectionMethod': CLIENT_APPLICATION,
        'OrderFields.MerchantID': attempt.organizationId,
        'OrderFields.MerchantReferenceNumber': invoice.invoiceNumber,
        'OrderFields.ReasonCode': IN_REVIEW.reasonCode,
        'OrderFields.ReplyCode': IN_REVIEW.digit,
        'OrderFields.ReplyFlag': IN_REVIEW.flag,
        'OrderFields.ReplyMessage': IN_REVIEW.message,
        'OrderFields.RequestID': attempt.attemptId,
        'OrderFields.TransactionDate': attempt.createdAt.toString(),
        'CustomerFields.BillingFirstName': first,
        'CustomerFields.BillingLastName': last,
        'CustomerFields.BillingEmail': attempt.payer.email ?? invoice.terms.customer.email,
        'CustomerFields.BillingPhone': attempt.payer.phone,
        ...shippingFields(attempt.payer),
        ...merchantDefinedFields(attempt.payer),
        'PaymentFields.AccountSuffix': attempt.facts?.account.suffix,
        'PaymentFields.CardBIN': attempt.facts?.account.bin,
        'PaymentFields.CardType': attempt.facts?.account.scheme,
        'FraudDecisionEvents.EventPolicy': 'Default',
        'FraudDecisionEvents.TypeofEvent': 'Payment',
      },
    ),
  ]
}

type Decision = {
  readonly decision: 'ACCEPT' | 'REJECT'
  readonly reviewer: string
  readonly comment: string | undefined
}

/** The merchant's decision on a payment under review. */
export function conversionRecord(subject: Subject, { decision, reviewer, comment }: Decision): PaymentRecord {
  const { attempt, at } = subject
  return record(
    'conversion',
    { attempt, at, of: 'review' },
    {
      ...ofRequest(subject),
      'Conversion.ConversionDate': at.toString(),
      'Conversion.NewDecision': decision,
      'Conversion.OriginalDecision': 'REVIEW',
      'Conversion.Profile': 'Default',
      'Conversion.Queue': CLIENT_APPLICATION,
      'Conversion.Reviewer': reviewer,
      'Conversion.ReviewerComments': comment,
    },
  )
}

type Origin = Moment & { readonly attempt: Attempt; readonly of: string }

function record(kind: PaymentRecord['kind'], { attempt, at, of }: Origin, fields: RecordFields): PaymentRecord {
  const { organizationId, attemptId } = attempt
  return recordOf(kind, { organizationId, recordId: `${attemptId}-${of}`, at }, fields)
}

function textOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number).padStart(2, '0')
}
