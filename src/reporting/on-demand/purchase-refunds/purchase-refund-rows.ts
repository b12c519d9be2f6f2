import { amountIn, formatMs, rateIn, textIn, timeIn, unsignedAmountIn } from '../responses/record-value.ts'
import type { Item } from '../responses/report-form.ts'
import { paymentMethodOf } from './payment-method.ts'
import type { RelatedRecords } from './related-records.ts'
import type { BatchedRequest, RequestRecord } from './request-records.ts'
import type { RequestRows } from './write-purchase-refunds.ts'

/** Applications of authorizations. */
const AUTHORIZATIONS: ReadonlySet<string | undefined> = new Set([
  ...['ics_auth', 'ics_auth_refresh', 'ics_ap_auth', 'ics_paypal_authorization'],
  'ics_service_fee_auth',
])

/** Events that a settlement also reports, or that do not concern settlement. */
const GOOD_EVENTS: ReadonlySet<string | undefined> = new Set([
  ...['payment', 'completed', 'settled', 'refund'],
  undefined,
])

/** The rows of a request, from its records. */
export function rowsOfRequest(
  { merchantId, requestId }: BatchedRequest,
  records: RelatedRecords,
  groupName: string | undefined,
): RequestRows {
  return {
    requestId,
    rowsOf: {
      requestDetails: () => [{ cybersourceMerchantId: merchantId, ...detailOf(records), groupName }],
      settlements: () => records['batch-item'].map(settlementOf),
      authorizations: () => authorizationsAmong(records.transaction).map(authorizationOf),
      feeAndFundingDetails: () => feesAndFundings(records),
      others: () => othersOf(records),
      settlementStatuses: () => statusesOf(records),
    },
  }
}

/** Batch items take precedence; transactions fill the gaps. */
function detailOf({ 'batch-item': items, transaction: transactions }: RelatedRecords): Item {
  const said = (wireName: string) => firstTextIn([...items, ...transactions], wireName)
  return {
    processorMerchantId: said('PaymentData.ProcessorMID'),
    transactionReferenceNumber: said('Request.TransactionReferenceNumber'),
    merchantReferenceNumber: said('Request.MerchantReferenceNumber'),
  }
}

function settlementOf(item: RequestRecord): Item {
  const cardType = textIn(item, 'PaymentMethod.CardType')
  const { method, type } = paymentMethodOf(cardType, textIn(item, 'Application.Name'))
  // Refunds are identified by transactionType; the amount is unsigned.
  const { amount, currencyCode } = requestedIn(item, item.isRefund === 1 ? unsignedAmountIn : amountIn)
  return {
    transactionType: item.isRefund === 1 ? 'Refunds' : 'Purchases',
    submissionTime: formatMs(item.occurredAtMs),
    amount,
    currencyCode,
    paymentMethod: method,
    walletType: textIn(item, 'PaymentMethod.WalletType'),
    paymentType: type,
    accountSuffix: textIn(item, 'PaymentMethod.AccountSuffix'),
    cybersourceBatchTime: timeIn(item, 'Batch.BatchDate'),
    cybersourceBatchId: textIn(item, 'Batch.BatchID'),
    cardType,
    debitNetwork: textIn(item, 'PaymentData.NetworkCode'),
  }
}

/** Some processors authorize and capture in one step: the capture then has the authorization code. */
function authorizationsAmong(transactions: readonly RequestRecord[]): readonly RequestRecord[] {
  const named = transactions.filter((one) => AUTHORIZATIONS.has(textIn(one, 'Application.Name')))
  if (named.length > 0) return named
  return transactions.filter((one) => textIn(one, 'PaymentData.AuthorizationCode') !== undefined)
}

function authorizationOf(transaction: RequestRecord): Item {
  return {
    transactionReferenceNumber: textIn(transaction, 'Request.TransactionReferenceNumber'),
    time: timeIn(transaction, 'Request.TransactionDate') ?? formatMs(transaction.occurredAtMs),
    authorizationRequestId: transaction.requestId,
    ...requestedIn(transaction),
    code: textIn(transaction, 'PaymentData.AuthorizationCode'),
    rcode: textIn(transaction, 'Application.Rcode'),
  }
}

/** Pairs the first fee with the first funding, and so on; the rest have rows of their own. */
function feesAndFundings({ fee: fees, funding: fundings }: RelatedRecords): readonly Item[] {
  return Array.from({ length: Math.max(fees.length, fundings.length) }, (_, index) => ({
    ...feeOf(fees[index]),
    ...fundingOf(fundings[index]),
  }))
}

function feeOf(fee: RequestRecord | undefined): Item {
  if (fee === undefined) return {}
  const amount = (name: string): string | undefined =>
    amountIn(fee, `Fee.${name}Amount`, textIn(fee, `Fee.${name}Currency`))
  return {
    interchangeDescription: textIn(fee, 'Fee.ClearedInterchangeLevel'),
    interchangePercentage: rateIn(fee, 'Fee.InterchangeRate'),
    interchangePercentageAmount: amount('Interchange'),
    discountPercentage: rateIn(fee, 'Fee.DiscountRate'),
    discountAmount: amount('Discount'),
    discountPerItemFee: amount('PerItemFee'),
    totalFee: amount('TotalFee'),
    feeCurrency: textIn(fee, 'Fee.TotalFeeCurrency'),
    duesAssessments: amount('Assessment'),
  }
}

function fundingOf(funding: RequestRecord | undefined): Item {
  if (funding === undefined) return {}
  const fundingCurrency = textIn(funding, 'Funding.FundingCurrency')
  return {
    fundingAmount: amountIn(funding, 'Funding.FundingAmount', fundingCurrency),
    fundingCurrency,
  }
}

function othersOf({ 'batch-item': items, transaction: transactions }: RelatedRecords): readonly Item[] {
  const said = (wireName: string) => firstTextIn([...transactions, ...items], wireName)
  const merchantData = [1, 2, 3, 4].map((n) => [
    `merchantData${n}`,
    said(`Merchant-DefinedDataFields.MerchantDefinedData${n}`),
  ])
  const row: Item = {
    ...Object.fromEntries(merchantData),
    firstName: said('BillTo.FirstName'),
    lastName: said('BillTo.LastName'),
  }
  return Object.values(row).some((value) => value !== undefined) ? [row] : []
}

function statusesOf({ settlement: settlements, 'processor-event': events }: RelatedRecords): readonly Item[] {
  const bad = events.filter((event) => !GOOD_EVENTS.has(textIn(event, 'Event.Event')?.toLowerCase()))
  return [...settlements, ...bad].sort(byTimeAndId).map((record) => ({
    status: textIn(record, 'Event.Event') ?? 'Settled',
    settlementTime: timeIn(record, 'Event.EventDate') ?? formatMs(record.occurredAtMs),
    reasonCode: textIn(record, 'Application.ReasonCode'),
    errorText: textIn(record, 'Event.ProcessorMessage'),
  }))
}

function byTimeAndId(a: RequestRecord, b: RequestRecord): number {
  if (a.occurredAtMs !== b.occurredAtMs) return a.occurredAtMs - b.occurredAtMs
  return Buffer.compare(Buffer.from(a.recordId), Buffer.from(b.recordId))
}

function firstTextIn(records: readonly RequestRecord[], wireName: string): string | undefined {
  for (const record of records) {
    const text = textIn(record, wireName)
    if (text !== undefined) return text
  }
  return undefined
}

function requestedIn(record: RequestRecord, read = amountIn) {
  const currencyCode = textIn(record, 'PaymentData.RequestedAmountCurrencyCode')
  return { amount: read(record, 'PaymentData.RequestedAmount', currencyCode), currencyCode }
}
