import { findCardScheme } from '../../../catalogue/card-schemes.ts'
import { findOrganizations, type Organization } from '../../../organizations/index.ts'
import type { OnDemandScope } from '../responses/asked-by.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import type { OnDemandDeps } from '../responses/on-demand-report.ts'
import { amountIn, unsignedAmountIn } from '../responses/record-amount.ts'
import { recordItems } from '../responses/record-items.ts'
import { formatMs, textIn, timeIn } from '../responses/record-value.ts'
import { type Column, column, type Item } from '../responses/report-form.ts'
import { type DisputeKind, isDisputeSql } from './dispute-kinds.ts'

/** What is told of every dispute. Nothing tells yet when the payment was settled. */
export const DISPUTE_COLUMNS: readonly Column[] = [
  ...['processorMerchantId', 'merchantName', 'transactionReferenceNumber'],
  ...['merchantReferenceNumber', 'natureOfDispute', 'alertType', 'amount', 'sign', 'action'],
  ...['cardType', 'originalSettlementTime', 'trackingNumber', 'currencyCode', 'requestId'],
  ...['responseDueTime', 'time', 'actionDescription', 'customerId', 'reasonCode'],
  ...['representmentCPTime', 'applications', 'eventRequestedTime'],
].map((name) => column(name, { isNumber: name === 'amount' }))

const GROUP = 'ChargebackAndRetrieval'
const FIELDS = [
  ...['Request.MerchantReferenceNumber', 'Request.RequestID', 'Request.TransactionReferenceNumber'],
  ...['Application.Name', 'PaymentMethod.CardType', 'PaymentData.ProcessorMID'],
  'BillTo.CustomerID',
  ...[
    ...['CaseNumber', 'CaseTime', 'CaseType', 'ChargebackAmount', 'ChargebackCurrency'],
    ...['ChargebackMessage', 'ChargebackReasonCode', 'ChargebackReasonCodeDescription'],
    ...['ChargebackTime', 'FinancialImpactType', 'RespondByDate'],
  ].map((name) => `${GROUP}.${name}`),
]

/** By which way the money went, as the merchant sees it. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['debit', '-'],
  ['credit', '+'],
])

/** Disputes of one kind, each with what `more` adds to it. */
export async function* loadDisputes(
  deps: OnDemandDeps,
  scope: OnDemandScope,
  kind: DisputeKind,
  more: (record: ListedRecord) => Item = () => ({}),
): AsyncGenerator<readonly Item[], void> {
  const merchants = await findOrganizations(deps.database.db, scope.merchantIds)
  yield* recordItems(deps, scope, {
    kind: 'chargeback-or-retrieval',
    fields: FIELDS,
    where: (source) => isDisputeSql(source, kind),
    itemOf: (record) => ({
      ...disputeOf(record, merchants.get(record.merchantId)),
      ...more(record),
    }),
  })
}

export function caseTypeOf(record: ListedRecord): string | undefined {
  return textIn(record, `${GROUP}.CaseType`)
}

function disputeOf(record: ListedRecord, merchant: Organization | undefined): Item {
  const said = (name: string): string | undefined => textIn(record, `${GROUP}.${name}`)
  const [cardType, currencyCode] = [textIn(record, 'PaymentMethod.CardType'), said('ChargebackCurrency')]
  const impact = said('FinancialImpactType')
  const sign = SIGNS.get(impact?.toLowerCase() ?? '')
  // Some senders write the sign before the amount too, and it is told once.
  const readAmount = sign === undefined ? amountIn : unsignedAmountIn
  const openedAt = timeIn(record, `${GROUP}.CaseTime`)
  const time = timeIn(record, `${GROUP}.ChargebackTime`) ?? openedAt ?? formatMs(record.occurredAtMs)
  const isRepresentment = caseTypeOf(record)?.toLowerCase() === 'representment'
  return {
    processorMerchantId: textIn(record, 'PaymentData.ProcessorMID'),
    merchantName: merchant?.name,
    transactionReferenceNumber: textIn(record, 'Request.TransactionReferenceNumber'),
    merchantReferenceNumber: textIn(record, 'Request.MerchantReferenceNumber'),
    natureOfDispute: said('ChargebackReasonCodeDescription'),
    alertType: caseTypeOf(record),
    amount: readAmount(record, `${GROUP}.ChargebackAmount`, currencyCode),
    sign,
    action: impact,
    cardType: cardType && (findCardScheme(cardType)?.name ?? cardType),
    trackingNumber: said('CaseNumber'),
    currencyCode,
    requestId: textIn(record, 'Request.RequestID'),
    responseDueTime: said('RespondByDate'),
    time,
    actionDescription: said('ChargebackMessage'),
    customerId: textIn(record, 'BillTo.CustomerID'),
    reasonCode: said('ChargebackReasonCode'),
    representmentCPTime: isRepresentment ? time : undefined,
    applications: textIn(record, 'Application.Name'),
    eventRequestedTime: openedAt,
  }
}
