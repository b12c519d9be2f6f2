import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock/clock.ts'
import type { Stores } from '../../src/platform/stores/stores.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { payAs, paymentDeps } from '../support/data/payments.ts'
import { putRecords } from '../support/data/stored-records.ts'
import {
  plainHttp,
  type SdkConfiguration,
  type SdkResult,
  sdkInvoicing,
  sdkOnDemand,
  sdkRefunds,
  sdkTransactions,
} from '../support/http/sdk-client.ts'

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
let shop: SdkConfiguration
let stores: Stores
beforeAll(async () => {
  const service = await startWholeService()
  stores = service.stores
  const configured = async (id: string, given: Parameters<typeof anOrganization>[2]): Promise<SdkConfiguration> => {
    const { sharedSecret } = await anOrganization(stores, id, given)
    return {
      ...plainHttp(Number(new URL(service.url).port)),
      authenticationType: 'http_signature',
      merchantID: id,
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    }
  }
  ofPartner = sdkOnDemand(await configured('partner', { type: 'partner' }))
  shop = await configured('shop', { parentId: 'partner' })
  ofShop = sdkOnDemand(shop)
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

describe('transaction search', () => {
  const pay = async (totalAmount: string) => {
    const orderInformation = { amountDetails: { totalAmount, currency: 'USD' } }
    const invoiceInformation = { sendImmediately: true, dueDate: '2027-07-11' }
    const { data } = await sdkInvoicing(shop).create(anInvoiceBody({ invoiceInformation, orderInformation }))
    const { id } = data as { id: string }
    const deps = paymentDeps({ ...stores, clock: systemClock, machineClock: systemClock })
    const patient = { ...deps, config: { ...deps.config, processorCallMsMax: 60_000 } }
    const { attemptId } = await payAs(patient, id, totalAmount, { payer: { name: 'Tanya Lee' } })
    return { id, attemptId }
  }
  // biome-ignore lint/suspicious/noExplicitAny: a model of the SDK.
  const model = ({ data }: SdkResult) => data as any

  test('the SDK finds an invoice payment by client application immediately, and reads its details', async () => {
    const sdk = sdkTransactions(shop)
    const { id, attemptId } = await pay('250.05')

    const created = await sdk.createSearch({
      ...{ save: true, name: 'invoices', timezone: 'America/Chicago', offset: 0, limit: 100 },
      query: 'clientReferenceInformation.applicationName:Invoicing AND submitTimeUtc:[NOW/DAY-7DAYS TO NOW/DAY+1DAY}',
      sort: 'id:asc,submitTimeUtc:asc',
    })

    expect(created.status).toBe(201)
    const search = model(created)
    expect(search).toMatchObject({ save: true, name: 'invoices', timezone: 'America/Chicago', count: 1, totalCount: 1 })
    const [summary] = search._embedded.transactionSummaries
    expect(summary).toMatchObject({
      ...{ id: attemptId, merchantId: 'shop', status: 'TRANSMITTED' },
      clientReferenceInformation: { code: id, applicationName: 'Invoicing' },
      applicationInformation: { reasonCode: '100', rCode: '1', rFlag: 'SOK' },
      orderInformation: { amountDetails: { totalAmount: '250.05', currency: 'USD' }, billTo: { lastName: 'Lee' } },
      paymentInformation: { paymentType: { type: 'card', method: 'Visa' }, card: { suffix: '4242' } },
      _links: { transactionDetail: { href: `/tss/v2/transactions/${attemptId}`, method: 'GET' } },
    })
    const again = model(await sdk.getSearch(search.searchId))
    expect(again._embedded.transactionSummaries.map((one: { id: string }) => one.id)).toEqual([attemptId])
    const details = model(await sdk.get(attemptId))
    expect(details).toMatchObject({
      ...{ id: attemptId, submitTimeUTC: summary.submitTimeUtc, status: 'TRANSMITTED' },
      applicationInformation: { applications: [{ name: 'ics_auth', rMessage: 'The request was successful.' }, {}] },
      processorInformation: { responseCode: '00' },
      paymentInformation: { card: { brandName: 'Visa', expirationYear: '2030' } },
    })
    expect(Temporal.Instant.from(details.submitTimeUTC).epochMilliseconds).toBeGreaterThan(0)
  })

  test('the SDK finds each of several payments right after it was made', async () => {
    const sdk = sdkTransactions(shop)

    for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00']) {
      const { id, attemptId } = await pay(amount)
      const found = model(await sdk.createSearch({ query: `clientReferenceInformation.code:${id}` }))
      expect(found._embedded.transactionSummaries).toMatchObject([{ id: attemptId }])
    }
  })

  test('the SDK refunds a payment in parts, finds the refund, and receives the reason of a refusal', async () => {
    const refunds = sdkRefunds(shop)
    const { attemptId } = await pay('20.00')
    const body = (totalAmount: string, currency = 'USD') => ({
      clientReferenceInformation: { code: 'RMA-7' },
      orderInformation: { amountDetails: { totalAmount, currency } },
    })

    const made = await refunds.payment(attemptId, body('5.00'))
    const second = await refunds.capture(attemptId, body('6.5'))
    const refused = [
      await refunds.payment(attemptId, body('5.00', 'EUR')),
      await refunds.payment(attemptId, body('8.51')),
      await refunds.payment(attemptId, {}),
      await refunds.payment('9'.repeat(22), body('1.00')),
    ]

    expect([made.status, second.status]).toEqual([201, 201])
    const { id } = model(made)
    expect(model(made)).toMatchObject({
      ...{ status: 'PENDING', submitTimeUtc: expect.stringMatching(/Z$/), reconciliationId: expect.any(String) },
      clientReferenceInformation: { code: 'RMA-7' },
      refundAmountDetails: { refundAmount: '5.00', currency: 'USD' },
      _links: { self: { href: `/tss/v2/transactions/${id}`, method: 'GET' } },
    })
    expect(model(second).refundAmountDetails).toMatchObject({ refundAmount: '6.50' })
    expect(model(await sdkTransactions(shop).get(id))).toMatchObject({
      id,
      reconciliationId: model(made).reconciliationId,
    })
    const reasons = refused.map(({ status, text }) => [status, JSON.parse(text).status, JSON.parse(text).reason])
    expect(reasons).toEqual([
      [400, 'INVALID_REQUEST', 'INVALID_DATA'],
      [400, 'INVALID_REQUEST', 'INVALID_DATA'],
      [400, 'INVALID_REQUEST', 'MISSING_FIELD'],
      [404, 'NOTFOUND', 'NOT_FOUND'],
    ])
    expect(refused.slice(0, 3).map(({ text }) => JSON.parse(text).details[0].field)).toEqual([
      'orderInformation.amountDetails.currency',
      'orderInformation.amountDetails.totalAmount',
      'orderInformation.amountDetails.totalAmount',
    ])
  })

  test('the SDK finds imported transactions too', async () => {
    const sdk = sdkTransactions(shop)

    const found = model(await sdk.createSearch({ query: 'clientReferenceInformation.code:ORD-1' }))

    expect(found._embedded.transactionSummaries).toMatchObject([{ id: '7001', submitTimeUtc: '2026-03-09T10:00:00Z' }])
    expect(model(await sdk.get('7001'))).toMatchObject({ processorInformation: { approvalCode: '888888' } })
  })
})
