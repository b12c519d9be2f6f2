import { findCardScheme } from '../../../catalogue/codes/card-schemes.ts'
import { KINDS } from '../../../catalogue/kinds.ts'
import { findOrganizations } from '../../../organizations/index.ts'
import type { Organization } from '../../../organizations/pure.ts'
import { WINDOW_PROPERTIES } from '../responses/contract.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import type { OnDemandDeps, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { amountIn, formatMs, rateIn, textIn, timeIn, unsignedAmountIn } from '../responses/record-value.ts'
import { column, type Item } from '../responses/report-form.ts'
import { windowJson } from '../responses/write-list.ts'

/** Amounts, rates and counts. */
const NUMBERS = /(?:Rate|Amount(?:One|Two|Three)?|Cost|Charged|PricedLevel|Unit)$|^amount$/

const FIELDS = [
  ...['Request.RequestID', 'Request.TransactionReferenceNumber', 'Request.TransactionDate'],
  ...['Request.MerchantReferenceNumber', 'Application.Name', 'PaymentMethod.AccountSuffix'],
  ...['PaymentMethod.CardType', 'PaymentData.ProcessorMID', 'PaymentData.AuthorizationCode'],
  ...['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
  'PaymentData.ExchangeRate',
  ...[
    ...['BillingType', 'ClearedInterchangeLevel', 'DiscountAmount', 'DiscountCurrency'],
    ...['DiscountRate', 'DowngradeReasonCode', 'InterchangeAmount', 'InterchangeCurrency'],
    ...['InterchangeRate', 'PerItemFeeAmount', 'PerItemFeeCurrency', 'PricedInterchangeLevel'],
    ...['SettlementAmount', 'SettlementCurrency', 'SettlementTime'],
  ].map((name) => `Fee.${name}`),
]

/** The interchange level at which payments were cleared, and its cost. */
export const INTERCHANGE_CLEARING_LEVEL_DETAILS = listReport({
  name: 'interchange-clearing-level-details',
  operationId: 'getInterchangeClearingLevelDetails',
  summary: 'Interchange clearing level details',
  description: 'Interchange level at which payments were cleared and its cost, by merchant and time.',
  /** All columns that clients of this report know; fee records fill about half of them. */
  form: {
    title: 'Interchange Clearing Level Detail Report',
    version: '1.0',
    dtdCode: 'icld',
    item: {
      listName: 'interchangeClearingLevelDetails',
      element: 'InterchangeClearingLevelDetail',
      columns: [
        ...['requestId', 'organizationId', 'accountId', 'processorMerchantId'],
        ...['transactionReferenceNumber', 'merchantReferenceNumber', 'accountSuffix'],
        ...['paymentSubType', 'paymentSubTypeDescription', 'transactionTime', 'processedTime'],
        ...['transactionType', 'amount', 'currencyCode', 'priceType', 'priceAmountOne'],
        ...['priceAmountTwo', 'reClass', 'settlementTime', 'settlementProcessor'],
        ...['merchantBatchNumber', 'clearedLevel', 'billbackReasonCode'],
        ...['billbackReasonDescription', 'merchantPricedLevel', 'discountRate', 'discountAmount'],
        ...['clearingRateAmountOne', 'clearingRateAmountTwo', 'clearingRateAmountThree'],
        ...['clearingRateCurrencyCode', 'interchangeAmount', 'billbackAmount', 'settlementAmount'],
        ...['settlementCurrencyCode', 'conversionRate', 'deltaCost', 'surchargeAmount'],
        ...['percentRateCharged', 'perTransactionCharged', 'downgradeReasonCode', 'processTime'],
        ...['authCode', 'batchTime', 'processorBatchNumber', 'cardIndicator', 'minimumUnit'],
        ...['minimumUnitCurrencyCode', 'creditDeltaIndicator', 'feeCategory', 'applicationName'],
      ].map((name) => column(name, { isNumber: NUMBERS.test(name), isCount: name === 'minimumUnit' })),
    },
  },
  items: clearings,
  head: {
    properties: {
      startDate: WINDOW_PROPERTIES.startTime,
      endDate: WINDOW_PROPERTIES.endTime,
    },
    valuesOf: (scope) => {
      const { organizationId, startTime, endTime } = windowJson(scope)
      return { organizationId, startDate: startTime, endDate: endTime }
    },
  },
})

async function* clearings(deps: OnDemandDeps, scope: OnDemandScope): AsyncGenerator<readonly Item[], void> {
  const merchants = await findOrganizations(deps.database.db, scope.merchantIds)
  yield* recordItems(deps, scope, {
    kind: 'fee',
    fields: FIELDS,
    itemOf: (record) => clearingOf(record, merchants.get(record.merchantId)),
  })
}

function clearingOf(record: ListedRecord, merchant: Organization | undefined): Item {
  const { merchantId, occurredAtMs } = record
  return {
    requestId: textIn(record, 'Request.RequestID'),
    organizationId: merchantId,
    accountId: merchant?.parentId ?? merchantId,
    processorMerchantId: textIn(record, 'PaymentData.ProcessorMID'),
    transactionReferenceNumber: textIn(record, 'Request.TransactionReferenceNumber'),
    merchantReferenceNumber: textIn(record, 'Request.MerchantReferenceNumber'),
    accountSuffix: textIn(record, 'PaymentMethod.AccountSuffix'),
    ...schemeOf(record),
    transactionTime: timeIn(record, 'Request.TransactionDate'),
    processedTime: formatMs(occurredAtMs),
    transactionType: isRefund(record) ? 'Refunds' : 'Purchases',
    ...amountsOf(record),
    settlementTime: timeIn(record, 'Fee.SettlementTime'),
    clearedLevel: textIn(record, 'Fee.ClearedInterchangeLevel'),
    merchantPricedLevel: rateIn(record, 'Fee.PricedInterchangeLevel'),
    discountRate: rateIn(record, 'Fee.DiscountRate'),
    discountAmount: costIn(record, 'Discount'),
    interchangeAmount: costIn(record, 'Interchange'),
    conversionRate: rateIn(record, 'PaymentData.ExchangeRate'),
    percentRateCharged: rateIn(record, 'Fee.InterchangeRate'),
    perTransactionCharged: costIn(record, 'PerItemFee'),
    downgradeReasonCode: textIn(record, 'Fee.DowngradeReasonCode'),
    authCode: textIn(record, 'PaymentData.AuthorizationCode'),
    feeCategory: textIn(record, 'Fee.BillingType'),
    applicationName: textIn(record, 'Application.Name'),
  }
}

/** A scheme that is unknown or has no letters is shown as it was sent. */
function schemeOf(record: ListedRecord): Item {
  const sent = textIn(record, 'PaymentMethod.CardType')
  const scheme = sent === undefined ? undefined : findCardScheme(sent)
  return {
    paymentSubType: scheme?.letters ?? sent,
    paymentSubTypeDescription: scheme?.name ?? sent,
  }
}

/** Amounts of refunds are unsigned: the transaction type identifies refunds. */
function amountsOf(record: ListedRecord): Item {
  const read = isRefund(record) ? unsignedAmountIn : amountIn
  const settledIn = textIn(record, 'Fee.SettlementCurrency')
  const settled = read(record, 'Fee.SettlementAmount', settledIn)
  const requestedIn = textIn(record, 'PaymentData.RequestedAmountCurrencyCode')
  const requested = requestedIn && read(record, 'PaymentData.RequestedAmount', requestedIn)
  return {
    // Without an amount of the payment itself, the settled amount is used.
    ...(requested === undefined
      ? { amount: settled, currencyCode: settledIn }
      : { amount: requested, currencyCode: requestedIn }),
    settlementAmount: settled,
    settlementCurrencyCode: settledIn,
  }
}

/** No column could show that a cost is in another currency than the settlement, so such a cost is left out. */
function costIn(record: ListedRecord, name: string): string | undefined {
  const currency = textIn(record, `Fee.${name}Currency`)
  const settledIn = textIn(record, 'Fee.SettlementCurrency')
  if (currency !== undefined && settledIn !== undefined && currency !== settledIn) return undefined
  return amountIn(record, `Fee.${name}Amount`, currency ?? settledIn)
}

function isRefund(record: ListedRecord): boolean {
  const application = textIn(record, 'Application.Name')
  return application !== undefined && (KINDS.fee.refund?.values ?? []).includes(application)
}
