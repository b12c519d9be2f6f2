import { findCardScheme } from '../../../catalogue/codes/card-schemes.ts'
import { findOrganizations } from '../../../organizations/index.ts'
import type { Organization } from '../../../organizations/pure.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import type { OnDemandDeps, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { amountIn, formatMs, textIn, timeIn, unsignedAmountIn } from '../responses/record-value.ts'
import { type Column, column, type Item } from '../responses/report-form.ts'
import { type DisputeKind, isDisputeSql } from './dispute-kinds.ts'

/** The columns of every dispute. No record contains the settlement time of the payment yet. */
const DISPUTE_COLUMNS: readonly Column[] = [
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

/** The sign by the direction of the money, from the merchant's point of view. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['debit', '-'],
  ['credit', '+'],
])

/** Loads disputes of one kind; `more` adds properties to each. */
async function* loadDisputes(
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

function caseTypeOf(record: ListedRecord): string | undefined {
  return textIn(record, `${GROUP}.CaseType`)
}

function disputeOf(record: ListedRecord, merchant: Organization | undefined): Item {
  const said = (name: string): string | undefined => textIn(record, `${GROUP}.${name}`)
  const [cardType, currencyCode] = [textIn(record, 'PaymentMethod.CardType'), said('ChargebackCurrency')]
  const impact = said('FinancialImpactType')
  const sign = SIGNS.get(impact?.toLowerCase() ?? '')
  // Some senders also put the sign before the amount; it is shown only once.
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

/** Disputes of payments, one entry per step. */
export const CHARGEBACK_DETAILS = listReport({
  name: 'chargeback-details',
  operationId: 'getChargebackDetails',
  summary: 'Chargeback details',
  description: 'Disputes of payments, by merchant and time: chargebacks, representments and later steps.',
  form: {
    title: 'Chargeback Detail Report',
    version: '1.0',
    dtdCode: 'cbd',
    item: {
      listName: 'chargebackDetails',
      element: 'Chargeback',
      columns: [...DISPUTE_COLUMNS, column('preDisputeFlag')],
    },
  },
  items: (deps, scope) => loadDisputes(deps, scope, 'chargeback', preDispute),
})

/** An announcement before the dispute; a pre-arbitration comes after it and does not count. */
const PRE_DISPUTE = /^pre[- ]?dispute/i

function preDispute(record: ListedRecord): Item {
  const caseType = caseTypeOf(record)
  return { preDisputeFlag: caseType && (PRE_DISPUTE.test(caseType) ? 'Y' : 'N') }
}

/** Requests for documents about payments. */
export const RETRIEVAL_DETAILS = listReport({
  name: 'retrieval-details',
  operationId: 'getRetrievalDetails',
  summary: 'Retrieval details',
  description: 'Issuers’ requests for documents about payments, by merchant and time.',
  form: {
    title: 'Retrieval Detail Report',
    version: '1.0',
    dtdCode: 'rtd',
    item: { listName: 'retrievalDetails', element: 'Retrieval', columns: DISPUTE_COLUMNS },
  },
  items: (deps, scope) => loadDisputes(deps, scope, 'retrieval'),
})
