import { KINDS, type KindName } from './kinds.ts'
import { REPORT_FORMATS, type ReportDefinition, type ReportFrequency } from './report-definition.ts'

const FREQUENCIES: readonly ReportFrequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC']

type DefinitionInput = Pick<
  ReportDefinition,
  'id' | 'name' | 'title' | 'description' | 'kind' | 'defaultFields' | 'dtdCode'
> &
  Partial<ReportDefinition>

/** By default a report offers all fields of its kind and requires none. */
function definition(given: DefinitionInput): ReportDefinition {
  return {
    derivation: undefined,
    groups: groupsOf(given.kind),
    singleFields: [],
    requiredFields: [],
    formats: REPORT_FORMATS,
    frequencies: FREQUENCIES,
    version: '1.0',
    ...given,
  }
}

function groupsOf(kind: KindName): readonly string[] {
  const { groups, rareGroups } = KINDS[kind]
  return [...groups, ...rareGroups]
}

/** Fields that identify a row and the merchant's order. */
const WHICH = ['Request.RequestID', 'Request.MerchantID', 'Request.TransactionDate', 'Request.MerchantReferenceNumber']
const AMOUNT = ['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode']
const CARD = ['PaymentMethod.CardType', 'PaymentMethod.AccountSuffix']
const PAYER = ['BillTo.FirstName', 'BillTo.LastName', 'BillTo.Email']

/** Groups of data from after the gateway's response, or from other systems. */
const AFTER_THE_GATEWAY = [
  'ChargebackAndRetrieval',
  'Event',
  'Exception',
  'Fee',
  'Funding',
  'Invoice',
  'OctSummary',
  'POSTerminalExceptions',
]

export const REPORT_DEFINITIONS: readonly ReportDefinition[] = [
  definition({
    id: 210,
    name: 'TransactionRequestClass',
    title: 'Transaction Request Report',
    description: 'Every request for a payment service and its result, with all available fields.',
    kind: 'transaction',
    defaultFields: [
      ...WHICH,
      ...['Application.Name', 'Application.ReasonCode', 'Application.Rmsg'],
      ...[...AMOUNT, ...CARD, ...PAYER],
    ],
    dtdCode: 'trr',
  }),
  definition({
    id: 211,
    name: 'PaymentBatchDetailClass',
    title: 'Payment Batch Detail Report',
    description: 'The payments and refunds of each batch that was sent to a processor.',
    kind: 'batch-item',
    defaultFields: [
      ...['Batch.BatchID', 'Batch.BatchDate', 'Batch.Status', ...WHICH],
      ...['Request.TransactionReferenceNumber', 'Application.Name', ...AMOUNT, ...CARD],
    ],
    dtdCode: 'pbdr',
    version: '1.1',
  }),
  definition({
    id: 212,
    name: 'ExceptionDetailClass',
    title: 'Transaction Exception Detail Report',
    description: 'Payments that went wrong after they had been accepted: what happened and what is next.',
    kind: 'exception',
    defaultFields: [
      ...WHICH,
      ...['Exception.ExceptionDate', 'Exception.ExceptionType', 'Exception.ExceptionCategory'],
      ...['Exception.ExceptionMessage', 'Exception.Action', 'Exception.ExceptionAmount'],
      ...['Exception.ExceptionAmountCurrency', 'Exception.RetryCount', ...CARD],
    ],
    dtdCode: 'tedr',
    version: '1.1',
  }),
  definition({
    id: 213,
    name: 'ProcessorSettlementDetailClass',
    title: 'Processor Settlement Detail Report',
    description: 'Payments and refunds as the processors settled them.',
    kind: 'settlement',
    defaultFields: [
      ...[...WHICH, 'Application.Name', 'Batch.BatchID', 'Event.Event', 'Event.EventDate'],
      ...['Event.Amount', 'Event.CurrencyCode', ...CARD],
    ],
    dtdCode: 'psdr',
  }),
  definition({
    id: 214,
    name: 'ProcessorEventsDetailClass',
    title: 'Processor Events Detail Report',
    description: 'What processors reported about payments: settled, declined, returned, corrected.',
    kind: 'processor-event',
    defaultFields: [
      ...[...WHICH, 'Event.Event', 'Event.EventDate', 'Event.Amount', 'Event.CurrencyCode'],
      ...['Event.ProcessorMessage', ...CARD],
    ],
    dtdCode: 'pedr',
  }),
  definition({
    id: 215,
    name: 'FundingDetailClass',
    title: 'Funding Detail Report',
    description: 'Which payments and refunds were paid out to the merchant or taken back, when and how.',
    kind: 'funding',
    defaultFields: [
      ...[...WHICH, 'Funding.FundingDate', 'Funding.FundingAmount', 'Funding.FundingCurrency'],
      ...['Funding.Status', 'Funding.FundingIdentificationNumber', 'Funding.FundingAccountSuffix'],
      ...CARD,
    ],
    dtdCode: 'fdr',
  }),
  definition({
    id: 216,
    name: 'AgingDetailClass',
    title: 'Aging Detail Report',
    description:
      'Batched payments that were not funded by the end of the period, and how many days they have been waiting.',
    kind: 'batch-item',
    derivation: 'aging',
    groups: ['Request', 'Batch', 'PaymentMethod', 'Aging'],
    singleFields: AMOUNT,
    defaultFields: [...WHICH, 'Batch.BatchID', 'Batch.BatchDate', 'Aging.Days', ...AMOUNT, ...CARD],
    dtdCode: 'adr',
  }),
  definition({
    id: 217,
    name: 'ChargebackAndRetrievalDetailClass',
    title: 'Chargeback And Retrieval Detail Report',
    description: 'Disputed payments and requests for documents: case, reason, amount and deadline.',
    kind: 'chargeback-or-retrieval',
    defaultFields: [
      ...[...WHICH, 'ChargebackAndRetrieval.CaseNumber', 'ChargebackAndRetrieval.CaseType'],
      ...['ChargebackAndRetrieval.CaseTime', 'ChargebackAndRetrieval.ChargebackAmount'],
      'ChargebackAndRetrieval.ChargebackCurrency',
      ...['ChargebackAndRetrieval.ChargebackReasonCode', 'ChargebackAndRetrieval.RespondByDate'],
      ...CARD,
    ],
    dtdCode: 'crdr',
  }),
  definition({
    id: 218,
    name: 'DepositDetailClass',
    title: 'Deposit Detail Report',
    description: 'Transfers to and from the merchant’s bank account.',
    kind: 'deposit',
    defaultFields: [
      ...['Request.MerchantID', 'Deposit.Identifier', 'Deposit.Time', 'Deposit.Type'],
      ...['Deposit.Amount', 'Deposit.Currency', 'Deposit.Status', 'Deposit.MerchantBankAcctLast4'],
    ],
    dtdCode: 'ddr',
  }),
  definition({
    id: 219,
    name: 'FeeDetailClass',
    title: 'Fee Detail Report',
    description: 'What each payment and refund cost the merchant: interchange, assessments, discounts.',
    kind: 'fee',
    defaultFields: [
      ...[...WHICH, 'Fee.SettlementAmount', 'Fee.SettlementCurrency', 'Fee.BillingType'],
      ...['Fee.InterchangeAmount', 'Fee.AssessmentAmount', 'Fee.DiscountAmount'],
      ...['Fee.PerItemFeeAmount', 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency', ...CARD],
    ],
    dtdCode: 'fedr',
  }),
  definition({
    id: 220,
    name: 'InvoiceSummaryClass',
    title: 'Invoice Summary Report',
    description: 'How many transactions of each billing group were processed, and how many were not.',
    kind: 'billing-summary',
    defaultFields: [
      ...['Invoice.OrganizationID', 'Invoice.BillingGroupDescription', 'Invoice.PerformedServices'],
      ...['Invoice.Total', 'Invoice.Processed', 'Invoice.NotProcessed'],
    ],
    dtdCode: 'isr',
  }),
  definition({
    id: 221,
    name: 'PayerAuthDetailClass',
    title: 'Payer Authentication Detail Report',
    description: 'Checks that the payer is the cardholder, and the card issuer’s responses.',
    kind: 'payer-authentication',
    defaultFields: [
      ...[...WHICH, 'PayerAuth.TransactionType', 'PayerAuth.RequestID', 'VEReq.Pan'],
      ...['VERes.Enrolled', ...CARD],
    ],
    dtdCode: 'padr',
  }),
  definition({
    id: 222,
    name: 'ConversionDetailClass',
    title: 'Conversion Detail Report',
    description: 'Reviews that changed the decision on an order: by whom, from what, to what.',
    kind: 'conversion',
    defaultFields: [
      ...[...WHICH, 'Conversion.ConversionDate', 'Conversion.OriginalDecision'],
      ...['Conversion.NewDecision', 'Conversion.Reviewer', 'Conversion.ReviewerComments'],
      ...['Conversion.Queue', 'Conversion.Profile'],
    ],
    dtdCode: 'cdr',
    version: '1.1',
  }),
  definition({
    id: 620,
    name: 'SubscriptionDetailClass',
    title: 'Subscription Detail Report',
    description: 'Payments made with stored payment data.',
    kind: 'token-subscription-payment',
    defaultFields: [
      ...[...WHICH, 'Subscriptions.SubscriptionID', 'Subscriptions.Applications'],
      ...['Subscriptions.ReasonCode', 'Subscriptions.RMsg', 'Subscriptions.CurrencyCode'],
      ...['Subscriptions.CardType', 'Subscriptions.CustomerCCAccountSuffix'],
      ...['Subscriptions.BillToFirstName', 'Subscriptions.BillToLastName'],
    ],
    dtdCode: 'sdr',
  }),
  definition({
    id: 271,
    name: 'ServiceFeeDetailClass',
    title: 'Service Fee Detail Report',
    description: 'Service fees that customers paid in addition to their payments.',
    kind: 'service-fee',
    defaultFields: [
      ...[...WHICH, 'Fee.ServiceFeeAmount', 'Fee.ServiceFeeAmountCcy', 'Fee.ServiceFeeRate'],
      ...['Fee.ServiceFeeFixedAmount', 'Fee.ServiceFeeFixedAmountCcy', ...CARD],
    ],
    dtdCode: 'sfdr',
  }),
  definition({
    id: 310,
    name: 'GatewayTransactionRequestClass',
    title: 'Gateway Transaction Request Report',
    description: 'Requests and responses of the gateway, without settlement, funding and disputes.',
    kind: 'transaction',
    groups: groupsOf('transaction').filter((name) => !AFTER_THE_GATEWAY.includes(name)),
    defaultFields: [
      ...[...WHICH, 'Application.Name', 'Application.ReasonCode', 'Application.Rflag'],
      ...['PaymentData.ProcessorResponseCode', 'PaymentData.AuthorizationCode', ...AMOUNT, ...CARD],
    ],
    dtdCode: 'gtrr',
  }),
  definition({
    id: 400,
    name: 'FraudDecisionEventDetailClass',
    title: 'Fraud Decision Event Detail Report',
    description: 'What the fraud check found out about orders, and by which rules.',
    kind: 'fraud-decision-event',
    defaultFields: [
      ...[...WHICH, 'FraudDecisionEvents.TypeofEvent', 'FraudDecisionEvents.EventPolicy'],
      ...['OrderFields.ReplyFlag', 'OrderFields.ReplyMessage', 'PaymentFields.CardType'],
      ...['CustomerFields.BillingEmail', 'CustomerFields.BillingCountry'],
    ],
    dtdCode: 'fdedr',
  }),
  definition({
    id: 640,
    name: 'RecurringBillingDetailClass',
    title: 'Recurring Billing Details Report',
    description: 'Payments that recur by a plan, and how each of them went.',
    kind: 'recurring-billing-payment',
    defaultFields: [
      ...[...WHICH, 'Subscriptions.SubscriptionID', 'Application.Name', 'Application.ReasonCode'],
      ...[...AMOUNT, ...CARD, ...PAYER],
    ],
    dtdCode: 'rbdr',
  }),
]

/** Names of definitions in the existing service. */
const DEFINITION_ALIASES: Readonly<Record<string, string>> = {
  DecisionManagerEventDetailClass: 'FraudDecisionEventDetailClass',
}

const BY_NAME: ReadonlyMap<string, ReportDefinition> = new Map([
  ...REPORT_DEFINITIONS.map((known) => [known.name.toLowerCase(), known] as const),
  ...REPORT_DEFINITIONS.flatMap((known) =>
    aliasesOfDefinition(known).map((alias) => [alias.toLowerCase(), known] as const),
  ),
])

/** Finds a definition by its name or an alias, in any letter case. */
export function findReportDefinition(name: string): ReportDefinition | undefined {
  return BY_NAME.get(name.toLowerCase())
}

export function aliasesOfDefinition({ name }: ReportDefinition): readonly string[] {
  return Object.keys(DEFINITION_ALIASES).filter((alias) => DEFINITION_ALIASES[alias] === name)
}
