import { findCardScheme } from '../../../catalogue/card-schemes.ts'
import { KINDS } from '../../../catalogue/kinds.ts'
import { findOrganizations, type Organization } from '../../../organizations/index.ts'
import { WINDOW_PROPERTIES } from '../responses/contract.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import type { OnDemandDeps, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { amountIn, formatMs, rateIn, textIn, timeIn, unsignedAmountIn } from '../responses/record-value.ts'
import { column, type Item, type ReportForm } from '../responses/report-form.ts'
import { windowJson } from '../responses/write-list.ts'

/** Amounts, rates and counts. */
const NUMBERS = /(?:Rate|Amount(?:One|Two|Three)?|Cost|Charged|PricedLevel|Unit)$|^amount$/

/** All that readers of this report know; fees tell of about half of it. */
export const INTERCHANGE_FORM: ReportForm = {
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
}

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

/** What interchange payments were cleared at, and what that cost. */
export const INTERCHANGE_CLEARING_LEVEL_DETAILS = listReport({
  name: 'interchange-clearing-level-details',
  operationId: 'getInterchangeClearingLevelDetails',
  summary: 'Interchange clearing level details',
  description: 'Interchange level at which payments were cleared and its cost, by merchant and time.',
  form: INTERCHANGE_FORM,
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

/** A scheme without letters, or one that is not known, is told as it was sent. */
function schemeOf(record: ListedRecord): Item {
  const sent = textIn(record, 'PaymentMethod.CardType')
  const scheme = sent === undefined ? undefined : findCardScheme(sent)
  return {
    paymentSubType: scheme?.letters ?? sent,
    paymentSubTypeDescription: scheme?.name ?? sent,
  }
}

/** Without a sign for what was given back: the type of the transaction says it. */
function amountsOf(record: ListedRecord): Item {
  const read = isRefund(record) ? unsignedAmountIn : amountIn
  const settledIn = textIn(record, 'Fee.SettlementCurrency')
  const settled = read(record, 'Fee.SettlementAmount', settledIn)
  const askedIn = textIn(record, 'PaymentData.RequestedAmountCurrencyCode')
  const asked = askedIn && read(record, 'PaymentData.RequestedAmount', askedIn)
  return {
    // Where nothing is said of the payment itself, it was settled as it was made.
    ...(asked === undefined ? { amount: settled, currencyCode: settledIn } : { amount: asked, currencyCode: askedIn }),
    settlementAmount: settled,
    settlementCurrencyCode: settledIn,
  }
}

/** Nothing could say that a cost is in another currency than the settlement: such a one is not told. */
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
