import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { entriesInAllFormats } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { INTERCHANGE_CLEARING_LEVEL_DETAILS } from './interchange-clearing-level-details.ts'

const NAME = 'interchange-clearing-level-details'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  await app.put('fee', [
    {
      recordId: 'f1',
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00.123Z',
      fields: {
        'Request.MerchantReferenceNumber': 'ORD-1',
        'Request.RequestID': '7001',
        'Request.TransactionReferenceNumber': 'T-1',
        'Request.TransactionDate': '2026-03-08T10:00:00Z',
        'Application.Name': 'ics_bill',
        'PaymentMethod.AccountSuffix': '1111',
        'PaymentMethod.CardType': 'Visa',
        'PaymentData.ProcessorMID': 'mid-1',
        'PaymentData.AuthorizationCode': '123456',
        'PaymentData.RequestedAmount': '100',
        'PaymentData.RequestedAmountCurrencyCode': 'EUR',
        'PaymentData.ExchangeRate': '1.25',
        'Fee.BillingType': 'interchangePlus',
        'Fee.ClearedInterchangeLevel': 'Electronic commerce',
        'Fee.DiscountAmount': '0.3125',
        'Fee.DiscountCurrency': 'USD',
        'Fee.DiscountRate': '0.0025',
        'Fee.DowngradeReasonCode': 'X',
        'Fee.InterchangeAmount': '2.06',
        'Fee.InterchangeCurrency': 'USD',
        'Fee.InterchangeRate': '0.0165',
        'Fee.PerItemFeeAmount': '0.1',
        'Fee.PerItemFeeCurrency': 'USD',
        'Fee.PricedInterchangeLevel': '0.0195',
        'Fee.SettlementAmount': '125',
        'Fee.SettlementCurrency': 'USD',
        'Fee.SettlementTime': '2026-03-09T06:00:00Z',
      },
    },
    {
      recordId: 'f2',
      merchantId: 'shop',
      occurredAt: '2026-03-10T10:00:00Z',
      fields: {
        'Application.Name': 'ics_credit',
        'PaymentMethod.CardType': '062',
        'Fee.SettlementAmount': '-500',
        'Fee.SettlementCurrency': 'JPY',
        'Fee.InterchangeAmount': '1.5',
        'Fee.InterchangeCurrency': 'USD',
        'Fee.PerItemFeeAmount': '10.5',
      },
    },
    { recordId: 'f3', merchantId: 'sister', occurredAt: '2026-03-02T10:00:00Z' },
    { recordId: 'f4', merchantId: 'foreign', occurredAt: '2026-03-02T10:00:00Z' },
  ])
})

test('a clearing shows its payment, its settlement and its level', async () => {
  const { status, body } = await app.ask('shop', NAME, MARCH)

  expect(status).toBe(200)
  expect(body).toEqual({
    organizationId: 'shop',
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-04-01T00:00:00.000Z',
    interchangeClearingLevelDetails: [
      {
        requestId: '7001',
        organizationId: 'shop',
        accountId: 'account',
        processorMerchantId: 'mid-1',
        transactionReferenceNumber: 'T-1',
        merchantReferenceNumber: 'ORD-1',
        accountSuffix: '1111',
        paymentSubType: 'VI',
        paymentSubTypeDescription: 'Visa',
        transactionTime: '2026-03-08T10:00:00.000Z',
        processedTime: '2026-03-09T10:00:00.123Z',
        transactionType: 'Purchases',
        amount: '100.00',
        currencyCode: 'EUR',
        settlementTime: '2026-03-09T06:00:00.000Z',
        clearedLevel: 'Electronic commerce',
        merchantPricedLevel: '0.0195',
        discountRate: '0.0025',
        discountAmount: '0.3125',
        interchangeAmount: '2.06',
        settlementAmount: '125.00',
        settlementCurrencyCode: 'USD',
        conversionRate: '1.25',
        percentRateCharged: '0.0165',
        perTransactionCharged: '0.10',
        downgradeReasonCode: 'X',
        authCode: '123456',
        feeCategory: 'interchangePlus',
        applicationName: 'ics_bill',
      },
      {
        organizationId: 'shop',
        accountId: 'account',
        paymentSubType: '062',
        paymentSubTypeDescription: 'China UnionPay',
        transactionTime: '2026-03-10T10:00:00.000Z',
        processedTime: '2026-03-10T10:00:00.000Z',
        transactionType: 'Refunds',
        amount: '500',
        currencyCode: 'JPY',
        settlementAmount: '500',
        settlementCurrencyCode: 'JPY',
        // The interchange is left out: it is in dollars, which no column could show.
        perTransactionCharged: '10.5',
        applicationName: 'ics_credit',
      },
    ],
  })
})

test('a merchant without a parent is its own account, and a partner sees all merchants below it', async () => {
  const foreign = await app.ask('foreign', NAME, MARCH)
  const partner = await app.ask('partner', NAME, MARCH)

  const ownersIn = (response: typeof foreign): unknown =>
    response.body.interchangeClearingLevelDetails.map(
      (entry: Readonly<Record<string, string>>) => `${entry['accountId']}/${entry['organizationId']}`,
    )
  expect(ownersIn(foreign)).toEqual(['foreign/foreign'])
  expect(ownersIn(partner)).toEqual(['account/shop', 'account/shop', 'account/sister'])
})

test('all formats have the same values, and XML is valid against its DTD', async () => {
  const { json, xml, csv, dtd } = await entriesInAllFormats(
    app,
    ['partner', NAME, MARCH],
    INTERCHANGE_CLEARING_LEVEL_DETAILS.form.item,
  )

  expect(json).toHaveLength(3)
  expect(xml).toEqual(json)
  expect(csv).toEqual(json)
  expect(dtd).toBe('')
  expect(INTERCHANGE_CLEARING_LEVEL_DETAILS.form.item.columns).toHaveLength(51)
})

test('a window without records and a foreign organization are 404', async () => {
  const nothing = await app.ask('shop', NAME, {
    startTime: '2026-04-01T00:00:00Z',
    endTime: '2026-05-01T00:00:00Z',
  })
  const foreign = await app.ask('shop', NAME, { ...MARCH, organizationId: 'foreign' })
  const nobody = await app.ask(undefined, NAME, MARCH)
  const windowless = await app.ask('shop', NAME, { endTime: MARCH.endTime })

  expect([nothing.status, foreign.status]).toEqual([404, 404])
  expect([nobody.status, windowless.status]).toEqual([401, 400])
})

test('corrected records are reported in their last version, and deleted ones are left out', async () => {
  const of = (recordId: string) => ({
    recordId,
    merchantId: 'sister',
    occurredAt: '2026-06-02T10:00:00Z',
  })
  await app.put('fee', [of('g1'), of('g2')])
  await app.put('fee', [
    { ...of('g1'), version: 2, fields: { 'Fee.DiscountAmount': '0.0015' } },
    { ...of('g2'), version: 2, deleted: true },
  ])

  const { body } = await app.ask('sister', NAME, {
    startTime: '2026-06-01T00:00:00Z',
    endTime: '2026-07-01T00:00:00Z',
  })

  expect(
    body.interchangeClearingLevelDetails.map(({ discountAmount }: { discountAmount: string }) => discountAmount),
  ).toEqual(['0.0015'])
})
