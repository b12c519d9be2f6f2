import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { plainHttp, sdkOnDemand } from '../support/http/sdk-client.ts'

type Sdk = ReturnType<typeof sdkOnDemand>

const [FROM, TO] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
const REQUEST = {
  'Request.RequestID': '7001',
  'Request.TransactionDate': '2026-03-09T10:00:00Z',
  'Request.MerchantReferenceNumber': 'ORD-1',
  'Request.TransactionReferenceNumber': 'REF-1',
  'PaymentMethod.CardType': 'Visa',
  'PaymentMethod.AccountSuffix': '1111',
  'Application.Name': 'ics_bill',
}
const REQUESTED = {
  'PaymentData.RequestedAmount': '23.00',
  'PaymentData.RequestedAmountCurrencyCode': 'USD',
}
const DISPUTED = {
  'ChargebackAndRetrieval.ChargebackAmount': '23.00',
  'ChargebackAndRetrieval.ChargebackCurrency': 'USD',
  'ChargebackAndRetrieval.CaseNumber': 'C-1',
}

/** One payment and all that followed from it. */
const RECORDS = {
  conversion: {
    'Request.RequestID': '7001',
    'Request.MerchantReferenceNumber': 'ORD-1',
    'Conversion.OriginalDecision': 'REVIEW',
    'Conversion.NewDecision': 'ACCEPT',
    'Conversion.Reviewer': 'ann',
    'Conversion.ReviewerComments': 'fine',
  },
  transaction: { ...REQUEST, ...REQUESTED, 'PaymentData.AuthorizationCode': '888888' },
  'batch-item': { ...REQUEST, ...REQUESTED, 'Batch.BatchID': 'B-1' },
  settlement: {
    ...REQUEST,
    'Event.Event': 'Settled',
    'Event.Amount': '23.00',
    'Event.CurrencyCode': 'USD',
  },
  fee: { ...REQUEST, 'Fee.TotalFeeAmount': '0.6325', 'Fee.TotalFeeCurrency': 'USD' },
  funding: { ...REQUEST, 'Funding.FundingAmount': '23.00', 'Funding.FundingCurrency': 'USD' },
  'chargeback-or-retrieval': {
    ...REQUEST,
    ...DISPUTED,
    'ChargebackAndRetrieval.CaseType': 'Chargeback',
    'ChargebackAndRetrieval.FinancialImpactType': 'debit',
  },
  'processor-event': {
    ...REQUEST,
    'Request.RequestID': '7002',
    'Application.Name': 'ics_ecp_debit',
    'Event.Event': 'Correction',
    'Event.ProcessorMessage': 'C01 Incorrect account number',
  },
} as const

let ofShop: Sdk
let ofPartner: Sdk
beforeAll(async () => {
  const { stores, url } = await startWholeService()
  const configured = async (id: string, given: Parameters<typeof anOrganization>[2]) => {
    const { sharedSecret } = await anOrganization(stores, id, given)
    return sdkOnDemand({
      ...plainHttp(Number(new URL(url).port)),
      authenticationType: 'http_signature',
      merchantID: id,
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    })
  }
  ofPartner = await configured('partner', { type: 'partner' })
  ofShop = await configured('shop', { parentId: 'partner' })
  const occurredAt = '2026-03-10T00:30:00Z'
  for (const [kind, fields] of Object.entries(RECORDS)) {
    const record = { recordId: `${kind}-1`, merchantId: 'shop', occurredAt, fields }
    await putRecords(stores, kind as keyof typeof RECORDS, [record])
  }
  const retrieval = {
    ...REQUEST,
    ...DISPUTED,
    'ChargebackAndRetrieval.CaseType': 'Retrieval',
  }
  await putRecords(stores, 'chargeback-or-retrieval', [
    { recordId: 'retrieval-1', merchantId: 'shop', occurredAt, fields: retrieval },
  ])
})

test.each([
  ['conversion-details', 'conversionDetails', { requestId: '7001', newDecision: 'ACCEPT' }],
  ['purchase-refund-details', 'requestDetails', { requestId: '7001', cybersourceMerchantId: 'shop' }],
  ['purchase-refund-details', 'settlements', { amount: '23.00', transactionType: 'Purchases' }],
  ['purchase-refund-details', 'authorizations', { code: '888888' }],
  ['purchase-refund-details', 'feeAndFundingDetails', { totalFee: '0.6325', fundingAmount: '23.00' }],
  ['purchase-refund-details', 'settlementStatuses', { status: 'Settled' }],
  ['net-fundings', 'netTotal', { currency: 'USD', value: '-0.6325' }],
  ['payment-batch-summaries', 'paymentBatchSummaries', { salesAmount: '23.00', salesCount: 1 }],
  ['chargeback-details', 'chargebackDetails', { requestId: '7001', amount: '23.00' }],
  ['chargeback-summaries', 'chargebackSummaries', { count: 1, accountId: 'shop' }],
  ['retrieval-details', 'retrievalDetails', { requestId: '7001', amount: '23.00' }],
  ['retrieval-summaries', 'retrievalSummaries', { count: 1, accountId: 'shop' }],
  [
    'interchange-clearing-level-details',
    'interchangeClearingLevelDetails',
    { requestId: '7001', accountSuffix: '1111' },
  ],
  ['notification-of-changes', 'notificationOfChanges', { code: 'C01' }],
] as const)('the published SDK reads %s: %s', async (name, list, expected) => {
  const { status, data } = await ofShop[name](FROM, TO)

  expect(status).toBe(200)
  const [first] = (data as Readonly<Record<string, readonly object[]>>)[list] ?? []
  expect(first).toMatchObject(expected)
})

test('a partner names a merchant, and options reach the service', async () => {
  const all = await ofPartner['payment-batch-summaries'](FROM, TO, {
    organizationId: 'partner',
    rollUp: 'week',
    breakdown: 'all_merchant',
    startDayOfWeek: 2,
  })
  const page = await ofPartner['purchase-refund-details'](FROM, TO, {
    organizationId: 'shop',
    paymentSubtype: 'VI',
    viewBy: 'submissionDate',
    offset: 0,
    limit: 1,
  })
  const none = await ofPartner['purchase-refund-details'](FROM, TO, { paymentSubtype: 'AX' })

  expect([all.status, page.status, none.status]).toEqual([200, 200, 404])
  expect(all.data).toMatchObject({
    paymentBatchSummaries: [{ merchantId: 'shop', paymentSubTypeDescription: 'Visa' }],
  })
  expect(page.data).toMatchObject({ offset: 0, limit: 1, pageResults: 1 })
})
