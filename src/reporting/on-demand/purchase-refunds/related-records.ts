import type { KindName } from '../../../catalogue/kinds.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type BatchedRequest, listRequestRecords, type RequestRecord } from './request-records.ts'

/** The kinds of records that concern a request, and the fields that are read. */
const FIELDS = {
  'batch-item': [
    ...['Request.TransactionReferenceNumber', 'Request.MerchantReferenceNumber'],
    ...['Application.Name', 'Batch.BatchDate', 'Batch.BatchID'],
    ...['PaymentMethod.CardType', 'PaymentMethod.WalletType', 'PaymentMethod.AccountSuffix'],
    ...['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
    ...['PaymentData.NetworkCode', 'PaymentData.ProcessorMID'],
    ...['BillTo.FirstName', 'BillTo.LastName'],
    ...merchantData(),
  ],
  transaction: [
    ...['Request.TransactionReferenceNumber', 'Request.MerchantReferenceNumber'],
    ...['Request.TransactionDate', 'Application.Name', 'Application.Rcode'],
    ...['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
    ...['PaymentData.AuthorizationCode', 'PaymentData.ProcessorMID'],
    ...['BillTo.FirstName', 'BillTo.LastName'],
    ...merchantData(),
  ],
  fee: [
    ...['Fee.ClearedInterchangeLevel', 'Fee.InterchangeRate'],
    ...['Fee.InterchangeAmount', 'Fee.InterchangeCurrency'],
    ...['Fee.DiscountRate', 'Fee.DiscountAmount', 'Fee.DiscountCurrency'],
    ...['Fee.PerItemFeeAmount', 'Fee.PerItemFeeCurrency'],
    ...['Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'],
    ...['Fee.AssessmentAmount', 'Fee.AssessmentCurrency'],
  ],
  funding: ['Funding.FundingAmount', 'Funding.FundingCurrency'],
  settlement: [...['Event.Event', 'Event.EventDate', 'Event.ProcessorMessage', 'Application.ReasonCode']],
  'processor-event': [...['Event.Event', 'Event.EventDate', 'Event.ProcessorMessage', 'Application.ReasonCode']],
} as const satisfies Partial<Record<KindName, readonly string[]>>

type RelatedKind = keyof typeof FIELDS
const RELATED_KINDS = Object.keys(FIELDS) as readonly RelatedKind[]

/** The records of one request by kind, each list by time and id. */
export type RelatedRecords = Readonly<Record<RelatedKind, readonly RequestRecord[]>>

/** Loads the records of each request, in the order of the requests; all kinds are read concurrently. */
export async function findRelatedRecords(
  engine: Engine,
  requests: readonly BatchedRequest[],
): Promise<readonly RelatedRecords[]> {
  const found = await Promise.all(
    RELATED_KINDS.map(async (kind) => {
      const records = await listRequestRecords(engine, { kind, requests, fields: FIELDS[kind] })
      return [kind, Map.groupBy(records, keyOf)] as const
    }),
  )
  return requests.map((request) => {
    const key = keyOf(request)
    const own = found.map(([kind, records]) => [kind, records.get(key) ?? []])
    return Object.fromEntries(own) as RelatedRecords
  })
}

/** Neither part contains a line feed. */
function keyOf({ merchantId, requestId }: BatchedRequest): string {
  return `${merchantId}\n${requestId}`
}

function merchantData() {
  return [1, 2, 3, 4].map((n) => `Merchant-DefinedDataFields.MerchantDefinedData${n}`)
}
