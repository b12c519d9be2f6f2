import { GROUPS } from './catalogue.ts'
import type { Field } from './field.ts'

/** A kind of record. Each kind has its own table. */
export type RecordKind = {
  /** The name in `POST /ingest/v1/records/{kind}`. */
  readonly name: KindName
  readonly table: string
  readonly description: string
  /** Groups whose fields have their own columns. */
  readonly groups: readonly string[]
  /** Groups that records of the kind may have but seldom do. */
  readonly rareGroups: readonly string[]
  /** How refunds are recognized; undefined where there are none. */
  readonly refund: RefundRule | undefined
}

/** A record whose field has one of the values gives money back. */
type RefundRule = {
  readonly field: string
  readonly values: readonly string[]
  /** Wire names of the amounts that are given back; others, such as fees and balances, keep their sign. */
  readonly amounts: readonly string[]
}

export type KindName =
  | 'transaction'
  | 'batch-item'
  | 'settlement'
  | 'processor-event'
  | 'funding'
  | 'fee'
  | 'service-fee'
  | 'chargeback-or-retrieval'
  | 'deposit'
  | 'exception'
  | 'conversion'
  | 'fraud-decision-event'
  | 'payer-authentication'
  | 'token-subscription-payment'
  | 'recurring-billing-payment'
  | 'billing-summary'
  | 'external-payment'

/** Applications that refund money. */
const REFUND_APPLICATIONS = [
  'ics_credit',
  'ics_ecp_credit',
  'ics_ap_refund',
  'ics_bank_transfer_refund',
  'ics_china_refund',
  'ics_direct_debit_refund',
  'ics_gift_card_refund',
  'ics_oct',
  'ics_paypal_credit',
  'ics_paypal_refund',
  'ics_pin_debit_credit',
  'ics_service_fee_credit',
  'ics_service_fee_ecp_credit',
]
/** Amounts that a refund moves in the opposite direction. */
const REFUNDED_AMOUNTS = [
  'PaymentData.RequestedAmount',
  'PaymentData.OriginalAmount',
  'PaymentData.TargetAmount',
  'LineItems.TaxAmount',
  'Healthcare.Amount',
  'JP.Amount',
  'Event.Amount',
  'Exception.ExceptionAmount',
  'Fee.SettlementAmount',
  'Funding.FundingAmount',
  'Recipient.RecipientBillingAmount',
  'Subscriptions.TaxAmount',
]
const BY_APPLICATION = {
  field: 'Application.Name',
  values: REFUND_APPLICATIONS,
  amounts: REFUNDED_AMOUNTS,
}

/** Groups of records that belong to one payment. */
const OF_A_PAYMENT = ['Request', 'Application', 'PaymentMethod', 'PaymentData']
const OF_A_CUSTOMER = ['BillTo', 'ShipTo']
const MERCHANT_DEFINED = 'Merchant-DefinedDataFields'

export const KINDS: Readonly<Record<KindName, RecordKind>> = {
  transaction: {
    name: 'transaction',
    table: 'transactions',
    description: 'A request for a payment service, and its result.',
    groups: [...OF_A_PAYMENT, ...OF_A_CUSTOMER, 'Authorization', 'LineItems', 'TMSToken', 'Token'],
    rareGroups: everyGroupBut([
      ...['Aging', 'Batch', 'Conversion', 'Deposit', 'FeeSummary', 'VEReq', 'VERes'],
      ...[...OF_A_PAYMENT, ...OF_A_CUSTOMER, 'Authorization', 'LineItems', 'TMSToken', 'Token'],
    ]),
    refund: BY_APPLICATION,
  },
  'batch-item': {
    name: 'batch-item',
    table: 'batch_items',
    description: 'A payment or refund in a batch that was sent to the processor.',
    groups: [...OF_A_PAYMENT, 'Batch', 'BillTo'],
    rareGroups: [MERCHANT_DEFINED, 'BankInfo', 'Check', 'FundTransfer', 'Recipient', 'Sender'],
    refund: BY_APPLICATION,
  },
  settlement: {
    name: 'settlement',
    table: 'settlements',
    description: 'A payment or refund that the processor settled.',
    groups: [...OF_A_PAYMENT, 'Batch', 'Event'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'Fee', 'Funding', 'OctSummary'],
    refund: BY_APPLICATION,
  },
  'processor-event': {
    name: 'processor-event',
    table: 'processor_events',
    description: 'What the processor reported about a payment.',
    groups: ['Request', 'Application', 'PaymentMethod', 'Event'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'Check', 'PaymentData'],
    refund: { field: 'Event.Event', values: ['Refund'], amounts: REFUNDED_AMOUNTS },
  },
  funding: {
    name: 'funding',
    table: 'fundings',
    description: 'Money for a payment or refund that reached or left the merchant.',
    groups: ['Request', 'Application', 'PaymentMethod', 'Funding'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'PaymentData', 'Recipient', 'Sender'],
    refund: BY_APPLICATION,
  },
  fee: {
    name: 'fee',
    table: 'fees',
    description: 'What a payment or refund cost the merchant.',
    groups: ['Request', 'Application', 'PaymentMethod', 'Fee'],
    rareGroups: [MERCHANT_DEFINED, 'FeeSummary', 'PaymentData'],
    refund: BY_APPLICATION,
  },
  'service-fee': {
    name: 'service-fee',
    table: 'service_fees',
    description: 'A service fee that the customer paid in addition.',
    groups: ['Request', 'Application', 'PaymentMethod', 'Fee'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'PaymentData'],
    refund: BY_APPLICATION,
  },
  'chargeback-or-retrieval': {
    name: 'chargeback-or-retrieval',
    table: 'chargebacks_and_retrievals',
    description: 'A dispute of a payment, or a request for its documents.',
    groups: ['Request', 'Application', 'PaymentMethod', 'ChargebackAndRetrieval'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'PaymentData'],
    refund: undefined,
  },
  deposit: {
    name: 'deposit',
    table: 'deposits',
    description: 'A transfer to or from the merchant’s bank account.',
    groups: ['Request', 'Deposit'],
    rareGroups: [],
    refund: undefined,
  },
  exception: {
    name: 'exception',
    table: 'exceptions',
    description: 'A payment that went wrong after it had been accepted.',
    groups: [...OF_A_PAYMENT, 'Exception', 'BillTo'],
    rareGroups: [MERCHANT_DEFINED, 'Check', 'Device', 'POSTerminalExceptions', 'ShipTo'],
    refund: BY_APPLICATION,
  },
  conversion: {
    name: 'conversion',
    table: 'conversions',
    description: 'A review that changed the decision on an order.',
    groups: ['Request', 'Conversion'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'PaymentMethod'],
    refund: undefined,
  },
  'fraud-decision-event': {
    name: 'fraud-decision-event',
    table: 'fraud_decision_events',
    description: 'The fraud check of an order.',
    groups: ['Request', 'OrderFields', 'CustomerFields', 'PaymentFields', 'FraudDecisionEvents'],
    rareGroups: [
      ...['AFSFields', 'Application', 'Device', 'DeviceFingerprintFields', 'EmailRiskFields'],
      ...['MarkAsSuspectFields', MERCHANT_DEFINED, 'Travel', 'TravelFields', 'VelocityMorphing'],
      'IdentityCheckFields',
    ],
    refund: undefined,
  },
  'payer-authentication': {
    name: 'payer-authentication',
    table: 'payer_authentications',
    description: 'A check that the payer is the cardholder.',
    groups: ['Request', 'Application', 'PayerAuth', 'VEReq', 'VERes', 'PaymentMethod'],
    rareGroups: [MERCHANT_DEFINED, 'BillTo', 'PaymentData'],
    refund: undefined,
  },
  'token-subscription-payment': {
    name: 'token-subscription-payment',
    table: 'token_subscription_payments',
    description: 'A payment with stored payment data.',
    groups: ['Request', 'Subscriptions', 'TMSToken'],
    rareGroups: ['Application', MERCHANT_DEFINED, 'PaymentData', 'PaymentMethod', 'Token'],
    refund: {
      field: 'Subscriptions.Applications',
      values: REFUND_APPLICATIONS,
      amounts: REFUNDED_AMOUNTS,
    },
  },
  'recurring-billing-payment': {
    name: 'recurring-billing-payment',
    table: 'recurring_billing_payments',
    description: 'A recurring payment of a plan.',
    groups: [...OF_A_PAYMENT, 'Subscriptions', 'BillTo'],
    rareGroups: [MERCHANT_DEFINED, 'Invoice', 'TMSToken', 'Token'],
    refund: BY_APPLICATION,
  },
  'billing-summary': {
    name: 'billing-summary',
    table: 'billing_summaries',
    description: 'What the service billed, by group of services.',
    groups: ['Request', 'Invoice', 'FeeSummary'],
    rareGroups: [],
    refund: undefined,
  },
  'external-payment': {
    name: 'external-payment',
    table: 'external_payments',
    description:
      'Money that a merchant received elsewhere, such as cash. Transaction search finds it; no report counts it.',
    groups: [...OF_A_PAYMENT, 'BillTo', 'LineItems', 'TransactionDetails'],
    rareGroups: [MERCHANT_DEFINED],
    refund: undefined,
  },
}

export const ALL_KINDS: readonly RecordKind[] = Object.values(KINDS)

/** Aliases of kinds. */
const KIND_ALIASES: Readonly<Record<string, KindName>> = {
  chargeback: 'chargeback-or-retrieval',
  retrieval: 'chargeback-or-retrieval',
  'chargeback-and-retrieval': 'chargeback-or-retrieval',
}

export function findKind(name: string): RecordKind | undefined {
  const own = KIND_ALIASES[name] ?? name
  return Object.hasOwn(KINDS, own) ? KINDS[own as KindName] : undefined
}

const knownFields = new WeakMap<RecordKind, readonly Field[]>()

/** The fields that a record of the kind may have, in the catalogue's order. */
export function fieldsOfKind(kind: RecordKind): readonly Field[] {
  return knownFields.getOrInsertComputed(kind, ({ groups, rareGroups }) => {
    const names = new Set([...groups, ...rareGroups])
    return GROUPS.filter(({ name }) => names.has(name)).flatMap((group) => group.fields)
  })
}

/** Whether the field has its own column in the kind's table. */
export function hasColumn(kind: RecordKind, field: Field): boolean {
  return !field.isRare && kind.groups.includes(field.group)
}

function everyGroupBut(names: readonly string[]): readonly string[] {
  return GROUPS.map(({ name }) => name).filter((name) => !names.includes(name))
}
