import { expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { aTester } from '../../../../test/support/data/organizations.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import type { KindName } from '../../../catalogue/kinds.ts'
import { createMerchantGroup } from '../../../organizations/groups/change-merchant-groups.ts'

const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
const VISA = { 'PaymentMethod.CardType': 'Visa' }
const USD = 'USD'

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
let written = 0

type Fields = Readonly<Record<string, string>>

/** One record in March, of shop by default. */
async function tell(
  kind: KindName,
  fields: Fields,
  { merchantId = 'shop', occurredAt = '2026-03-09T10:00:00Z' } = {},
): Promise<void> {
  written += 1
  await app.put(kind, [{ recordId: `r${written}`, merchantId, occurredAt, fields }])
}

const sent = (amount: string, more: Fields = {}): Fields => ({
  ...VISA,
  'Application.Name': 'ics_bill',
  'PaymentData.RequestedAmount': amount,
  'PaymentData.RequestedAmountCurrencyCode': USD,
  ...more,
})
const funded = (amount: string, more: Fields = {}): Fields => ({
  ...VISA,
  'Application.Name': 'ics_bill',
  'Funding.FundingAmount': amount,
  'Funding.FundingCurrency': USD,
  ...more,
})
const dispute = (amount: string, more: Fields = {}): Fields => ({
  ...VISA,
  'ChargebackAndRetrieval.ChargebackAmount': amount,
  'ChargebackAndRetrieval.ChargebackCurrency': USD,
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`ChargebackAndRetrieval.${name}`, value])),
})
const REFUND = { 'Application.Name': 'ics_credit' }

test('a month shows all money received and deducted', async () => {
  await tell('batch-item', sent('100.00'))
  await tell('batch-item', sent('50.00', { 'PaymentMethod.CardType': '001' }))
  await tell('batch-item', sent('20.00', REFUND))
  await tell('batch-item', sent('7', { 'PaymentMethod.CardType': 'mastercard' }))
  await tell('batch-item', sent('900', { 'PaymentData.RequestedAmountCurrencyCode': 'JPY' }))
  await tell('settlement', { ...VISA, 'Application.Name': 'ics_bill', 'Event.CurrencyCode': USD })
  await tell('settlement', sent('20.00', { ...REFUND, 'PaymentMethod.CardType': 'vi' }))
  await tell('funding', funded('100.00', { 'Funding.FeeAmount': '0.30', 'Funding.FeeCurrency': USD }))
  await tell('funding', funded('-20.00', REFUND))
  await tell('funding', {
    'Funding.AdjustmentAmount': '-2.50',
    'Funding.AdjustmentCurrency': USD,
    'Funding.AdjustmentType': 'reserve',
  })
  await tell('fee', { ...VISA, 'Fee.TotalFeeAmount': '1.2345', 'Fee.TotalFeeCurrency': USD })
  await tell('service-fee', { ...VISA, 'Fee.TotalFeeAmount': '99', 'Fee.TotalFeeCurrency': USD })
  await tell('billing-summary', { 'FeeSummary.TotalFeeAmount': '99' })
  await tell('chargeback-or-retrieval', {
    ...dispute('30.00', { FinancialImpactType: 'Debit', FeeAmount: '15', FeeCurrency: USD }),
  })
  await tell(
    'chargeback-or-retrieval',
    dispute('30.00', {
      FinancialImpactType: 'credit',
      AdjustmentAmount: '28.00',
      AdjustmentCurrency: USD,
    }),
  )
  await tell('chargeback-or-retrieval', dispute('30.00', { FinancialImpactType: 'none' }))

  const { status, headers, body } = await app.ask('shop', 'net-fundings', MARCH)

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const row = (type: string, paymentSubType: string, own: object) => ({
    ...{ type, paymentSubType, currencyCode: USD, conveyedCount: 0, conveyedAmount: '0.00' },
    ...{ settledCount: 0, fundedCount: 0, fundedAmount: '0.00', ...own },
  })
  expect(body).toEqual({
    startTime: '2026-03-01T00:00:00.000Z',
    endTime: '2026-04-01T00:00:00.000Z',
    netFundingSummaries: [
      row('PURCHASES', 'MC', { conveyedCount: 1, conveyedAmount: '7.00' }),
      row('PURCHASES', 'VI', {
        ...{ conveyedCount: 1, conveyedAmount: '900', currencyCode: 'JPY', fundedAmount: '0' },
      }),
      row('PURCHASES', 'VI', {
        ...{ conveyedCount: 2, conveyedAmount: '150.00', settledCount: 1 },
        ...{ fundedCount: 1, fundedAmount: '100.00' },
      }),
      row('REFUNDS', 'VI', {
        ...{ conveyedCount: 1, conveyedAmount: '20.00', settledCount: 1 },
        ...{ fundedCount: 1, fundedAmount: '20.00' },
      }),
      row('FEES', 'OTHER', { fundedCount: 1, fundedAmount: '-2.50' }),
      row('FEES', 'VI', { fundedCount: 3, fundedAmount: '16.5345' }),
      row('CHARGEBACKS', 'VI', { fundedCount: 2, fundedAmount: '2.00' }),
    ],
    totalPurchases: [
      { currency: 'JPY', value: '0' },
      { currency: USD, value: '100.00' },
    ],
    totalRefunds: [{ currency: USD, value: '20.00' }],
    totalFees: [{ currency: USD, value: '14.0345' }],
    totalChargebacks: [{ currency: USD, value: '2.00' }],
    netTotal: [
      { currency: 'JPY', value: '0' },
      { currency: USD, value: '63.9655' },
    ],
  })
})

/** The number and sum of chargebacks that one dispute adds to the report. */
test.each([
  [{}, 1, '10.00'],
  [{ CaseType: 'Chargeback' }, 1, '10.00'],
  [{ CaseType: 'second chargeback' }, 1, '10.00'],
  [{ CaseType: 'Pre-Arbitration' }, 1, '10.00'],
  [{ CaseType: 'Arbitration', ResolvedToIndicato: 'Issuer' }, 1, '10.00'],
  [{ CaseType: 'Arbitration', ResolvedToIndicato: 'Merchant' }, 1, '-10.00'],
  [{ CaseType: 'Pre-Dispute' }, 0, undefined],
  [{ CaseType: 'predispute alert', FinancialImpact: 'Y' }, 1, '10.00'],
  [{ CaseType: 'Chargeback', FinancialImpact: 'N' }, 0, undefined],
  [{ CaseType: 'Chargeback', FinancialImpact: 'N', FinancialImpactType: 'DEBIT' }, 1, '10.00'],
  [{ CaseType: 'Chargeback', FinancialImpactType: 'none' }, 0, undefined],
  [{ CaseType: 'Retrieval' }, 0, undefined],
  [{ CaseType: 'Representment' }, 0, undefined],
  [{ CaseType: 'Representment', ResolvedToIndicato: 'Issuer' }, 0, undefined],
  [{ CaseType: 'Representment', ResolvedToIndicato: 'Merchant' }, 1, '-10.00'],
  [{ CaseType: 'Reversal' }, 1, '-10.00'],
  [{ CaseType: 'Reversal', AdjustmentAmount: '4', AdjustmentCurrency: USD }, 1, '-4.00'],
  [{ CaseType: 'Adjustment' }, 0, undefined],
  [{ CaseType: 'Adjustment', FinancialImpact: 'Y' }, 1, '10.00'],
  [{ CaseType: 'Adjustment', FinancialImpact: 'Y', ResolvedToIndicato: 'merchant' }, 1, '-10.00'],
  [{ FinancialImpactType: 'credit', CaseType: 'Chargeback' }, 1, '-10.00'],
  [{ FinancialImpactType: 'debit', AdjustmentAmount: '4', AdjustmentCurrency: USD }, 1, '10.00'],
] as const)('a dispute with %j adds %i chargeback of %s', async (fields, count, amount) => {
  // Each has a minute of its own.
  written += 1
  const minute = String(written % 60).padStart(2, '0')
  const occurredAt = `2025-06-01T${String(Math.floor(written / 60)).padStart(2, '0')}:${minute}:00Z`
  const endTime = occurredAt.replace(':00Z', ':59Z')
  await tell('chargeback-or-retrieval', dispute('10', fields), { occurredAt })
  await tell('settlement', sent('1'), { occurredAt })

  const { body } = await app.ask('shop', 'net-fundings', { startTime: occurredAt, endTime })

  const rows = body.netFundingSummaries.filter((row: { type: string }) => row.type === 'CHARGEBACKS')
  expect(rows.map((row: { fundedCount: number }) => row.fundedCount)).toEqual(count === 0 ? [] : [count])
  expect(body.totalChargebacks).toEqual(amount === undefined ? [] : [{ currency: USD, value: amount }])
})

test('sums are exact beyond the precision of floats, and money without a currency is listed separately', async () => {
  const occurredAt = '2025-07-01T00:00:00Z'
  const huge = funded('99999999999999.9999', { 'Funding.FundingCurrency': 'KWD' })
  for (let index = 0; index < 3; index += 1) await tell('funding', huge, { occurredAt })
  await tell('funding', { ...VISA, 'Funding.FundingAmount': '5' }, { occurredAt })

  const { body } = await app.ask('shop', 'net-fundings', {
    startTime: occurredAt,
    endTime: '2025-07-02T00:00:00Z',
  })

  expect(body.totalPurchases).toEqual([
    { currency: '', value: '5.00' },
    { currency: 'KWD', value: '299999999999999.9997' },
  ])
  expect(body.netTotal).toEqual(body.totalPurchases)
})

test('a corrected record counts once, and a deleted one does not count', async () => {
  const occurredAt = '2025-08-01T00:00:00Z'
  const record = (recordId: string, version: number, amount: string, more = {}) => ({
    ...{ recordId, version, merchantId: 'shop', occurredAt, fields: funded(amount), ...more },
  })
  await app.put('funding', [record('a', 1, '10'), record('b', 1, '20')])
  await app.put('funding', [record('a', 2, '11'), record('b', 2, '20', { deleted: true })])

  const { body } = await app.ask('shop', 'net-fundings', {
    startTime: occurredAt,
    endTime: '2025-08-02T00:00:00Z',
  })

  expect(body.totalPurchases).toEqual([{ currency: USD, value: '11.00' }])
})

test('the window includes startTime and excludes endTime', async () => {
  const [first, last] = ['2025-09-01T00:00:00Z', '2025-09-02T00:00:00Z']
  await tell('funding', funded('1'), { occurredAt: first })
  await tell('funding', funded('2'), { occurredAt: '2025-09-01T23:59:59.999Z' })
  await tell('funding', funded('4'), { occurredAt: last })

  const { body } = await app.ask('shop', 'net-fundings', { startTime: first, endTime: last })

  expect(body.totalPurchases).toEqual([{ currency: USD, value: '3.00' }])
})

test('a merchant sees its own money, an account that of all its merchants, and a group that of its members', async () => {
  const occurredAt = '2025-10-01T00:00:00Z'
  const asked = { startTime: occurredAt, endTime: '2025-10-02T00:00:00Z' }
  await tell('funding', funded('1'), { occurredAt })
  await tell('funding', funded('2'), { occurredAt, merchantId: 'sister' })
  await tell('funding', funded('4'), { occurredAt, merchantId: 'foreign' })
  const { database, clock } = app
  await createMerchantGroup(
    { db: database, clock, machineClock: clock },
    { organizationId: 'account', by: aTester },
    { name: 'north', merchantIds: ['sister'] },
  )
  const total = async (...[owner, more]: [Parameters<typeof app.ask>[0], object?]) => {
    const { status, body } = await app.ask(owner, 'net-fundings', { ...asked, ...more })
    return status === 200 ? body.totalPurchases[0].value : status
  }

  expect(await total('shop')).toBe('1.00')
  expect(await total('account')).toBe('3.00')
  expect(await total('partner')).toBe('3.00')
  expect(await total('foreign')).toBe('4.00')
  expect(await total('account', { groupName: 'north' })).toBe('2.00')
  expect(await total('account', { groupName: 'south' })).toBe(400)
  expect(await total('partner', { organizationId: 'sister' })).toBe('2.00')
  expect(await total('shop', { organizationId: 'foreign' })).toBe(404)
  expect(await total(undefined)).toBe(401)
})

test.each([
  [{ endTime: MARCH.endTime }, ['startTime']],
  [{ startTime: MARCH.startTime }, ['endTime']],
  [{ ...MARCH, startTime: '2026-03-01T00:00:00' }, ['startTime']],
  [{ startTime: MARCH.endTime, endTime: MARCH.startTime }, ['endTime']],
  [{ ...MARCH, groupName: 'nobody' }, ['groupName']],
] as const)('%j is refused for %j', async (parameters, fields) => {
  const { status, body } = await app.ask('shop', 'net-fundings', parameters)

  expect(status).toBe(400)
  expect(body.fields.map(({ path }: { path: string }) => path)).toEqual(fields)
})

test('a window without records is 404', async () => {
  const empty = { startTime: '2020-01-01T00:00:00Z', endTime: '2020-02-01T00:00:00Z' }

  expect((await app.ask('shop', 'net-fundings', empty)).status).toBe(404)
})

test.each([
  ['application/xml', 200, 'application/json'],
  ['text/csv', 200, 'application/json'],
  ['text/csv;q=0', 200, 'application/json'],
  ['application/hal+json', 200, 'application/hal+json'],
  ['text/csv, application/json;q=0.1, */*;q=0', 200, 'application/json'],
  ['application/json;q=0', 406, 'application/json'],
  ['text/csv, application/json;q=0.0', 406, 'application/json'],
  ['text/csv, */*;q=0', 406, 'application/json'],
  ['application/*;q=0, text/csv', 406, 'application/json'],
] as const)('Accept %s gets %i and %s', async (accept, status, type) => {
  const response = await app.ask('shop', 'net-fundings', MARCH, { accept })

  expect([response.status, response.headers['content-type']]).toEqual([status, `${type}; charset=utf-8`])
})
