import { parse } from 'csv-parse/sync'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { PAYMENT_BATCH_SUMMARY_FORM } from './payment-batch-summaries.ts'

const NAME = 'payment-batch-summaries'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
const BY_DAY = { ...MARCH, rollUp: 'day', breakdown: 'all_merchant' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })

type ItemInput = {
  readonly merchantId?: string
  readonly at: string
  readonly amount: string
  readonly currency?: string
  readonly card?: string
  readonly isRefund?: boolean
}

let written = 0
function anItem({ merchantId = 'shop', at, amount, currency = 'USD', card, isRefund }: ItemInput) {
  written += 1
  return {
    recordId: `b${written}`,
    merchantId,
    occurredAt: at,
    fields: {
      'Application.Name': isRefund === true ? 'ics_credit' : 'ics_bill',
      'PaymentData.RequestedAmount': amount,
      'PaymentData.RequestedAmountCurrencyCode': currency,
      ...(card === undefined ? {} : { 'PaymentMethod.CardType': card }),
    },
  }
}

beforeAll(async () => {
  await app.put('batch-item', [
    anItem({ at: '2026-03-01T07:59:59.999Z', amount: '10', card: 'Visa' }),
    anItem({ at: '2026-03-01T08:00:00Z', amount: '20', card: '001' }),
    anItem({ at: '2026-03-01T09:00:00Z', amount: '-5', card: 'vi', isRefund: true }),
    anItem({ at: '2026-03-02T09:00:00Z', amount: '1500', currency: 'JPY', card: 'dc' }),
    anItem({ at: '2026-03-02T09:00:00Z', amount: '1.5', currency: 'KWD' }),
    anItem({ merchantId: 'sister', at: '2026-03-02T10:00:00Z', amount: '7', card: 'VISA' }),
    anItem({ merchantId: 'foreign', at: '2026-03-02T10:00:00Z', amount: '99', card: 'VISA' }),
  ])
})

test('the default is one bucket for the organization as a whole', async () => {
  const { status, body } = await app.ask('account', NAME, MARCH)

  const times = { startTime: '2026-03-01T00:00:00.000Z', endTime: '2026-04-01T00:00:00.000Z' }
  const account = { ...times, accountName: 'account', accountId: 'account' }
  const sales = (salesCount: number, salesAmount: string, zero = '0.00') => ({
    ...{ salesCount, salesAmount, creditCount: 0, creditAmount: zero, ...account },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...times,
    paymentBatchSummaries: [
      { currencyCode: 'JPY', paymentSubTypeDescription: 'Diners Club', ...sales(1, '1500', '0') },
      { currencyCode: 'KWD', paymentSubTypeDescription: 'Other', ...sales(1, '1.500', '0.000') },
      {
        ...{ currencyCode: 'USD', paymentSubTypeDescription: 'Visa', ...sales(3, '37.00') },
        ...{ creditCount: 1, creditAmount: '5.00' },
      },
    ],
  })
})

test('rollUp alone sums the whole organization, and account_rollup alone gives one bucket', async () => {
  const byDay = await app.ask('account', NAME, { ...MARCH, rollUp: 'day' })
  const whole = await app.ask('account', NAME, { ...MARCH, breakdown: 'account_rollup' })

  expect([byDay.status, whole.status]).toEqual([200, 200])
  expect(byDay.text).toBe(
    (await app.ask('account', NAME, { ...MARCH, rollUp: 'day', breakdown: 'account_rollup' })).text,
  )
  expect(whole.text).toBe((await app.ask('account', NAME, MARCH)).text)
  expect(byDay.text).not.toBe(whole.text)
})

test('days follow the offset of startTime, and the window clips the first and the last day', async () => {
  const { body } = await app.ask('shop', NAME, {
    startTime: '2026-02-28T23:00:00-08:00',
    endTime: '2026-03-02T02:00:00-08:00',
    rollUp: 'day',
    breakdown: 'selected_merchant',
  })

  expect(body.startTime).toBe('2026-02-28T23:00:00.000-08:00')
  expect(body.endTime).toBe('2026-03-02T02:00:00.000-08:00')
  expect(body.paymentBatchSummaries.map(essence)).toEqual([
    '2026-02-28T23:00:00.000-08:00 2026-03-01T00:00:00.000-08:00 shop USD Visa 1 10.00 0 0.00',
    '2026-03-01T00:00:00.000-08:00 2026-03-02T00:00:00.000-08:00 shop USD Visa 1 20.00 1 5.00',
    '2026-03-02T00:00:00.000-08:00 2026-03-02T02:00:00.000-08:00 shop JPY Diners Club 1 1500 0 0',
    '2026-03-02T00:00:00.000-08:00 2026-03-02T02:00:00.000-08:00 shop KWD Other 1 1.500 0 0.000',
  ])
})

function essence(row: Readonly<Record<string, unknown>>): string {
  return [
    ...['startTime', 'endTime', 'merchantId', 'currencyCode', 'paymentSubTypeDescription'],
    ...['salesCount', 'salesAmount', 'creditCount', 'creditAmount'],
  ]
    .map((name) => row[name])
    .join(' ')
}

test('merchants are listed with their account, for every caller above them', async () => {
  const ownersFor = async (...[owner, more]: [Parameters<typeof app.ask>[0], object]) => {
    const { body } = await app.ask(owner, NAME, { ...MARCH, rollUp: 'month', ...more })
    const owners = (body.paymentBatchSummaries as Record<string, string>[]).map(
      ({ accountId, accountName, merchantId, merchantName }) =>
        [accountId, accountName, merchantId, merchantName].join(' '),
    )
    return [...new Set(owners)]
  }

  const all = { breakdown: 'all_merchant' }
  const both = ['account account shop shop', 'account account sister sister']
  expect(await ownersFor('partner', all)).toEqual(both)
  expect(await ownersFor('account', all)).toEqual(both)
  expect(await ownersFor('partner', { ...all, organizationId: 'account' })).toEqual(both)
  const one = { breakdown: 'selected_merchant' }
  const sister = { ...one, organizationId: 'sister' }
  expect(await ownersFor('partner', sister)).toEqual(['sister sister sister sister'])
  expect(await ownersFor('shop', one)).toEqual(['shop shop shop shop'])
  expect(await ownersFor('shop', all)).toEqual(['shop shop shop shop'])
  const rollUp = { breakdown: 'account_rollup' }
  expect(await ownersFor('partner', rollUp)).toEqual(['partner partner  '])
})

test.each([
  [{ ...MARCH, breakdown: 'all_merchant' }, 'rollUp', 'MISSING_FIELD'],
  [{ ...MARCH, breakdown: 'selected_merchant' }, 'rollUp', 'MISSING_FIELD'],
  [{ ...BY_DAY, rollUp: 'year' }, 'rollUp', 'INVALID_DATA'],
  [{ ...BY_DAY, breakdown: 'everything' }, 'breakdown', 'INVALID_DATA'],
  [{ ...BY_DAY, startDayOfWeek: 0 }, 'startDayOfWeek', 'INVALID_DATA'],
  [{ ...BY_DAY, startDayOfWeek: 8 }, 'startDayOfWeek', 'INVALID_DATA'],
  [{ ...MARCH, startDayOfWeek: 'Monday' }, 'startDayOfWeek', 'INVALID_DATA'],
  [{ ...BY_DAY, startTime: '2026-03-01' }, 'startTime', 'INVALID_DATA'],
  [{ ...BY_DAY, endTime: BY_DAY.startTime }, 'endTime', 'INVALID_DATA'],
  [{ ...BY_DAY, breakdown: 'selected_merchant' }, 'organizationId', 'INVALID_DATA'],
] as const)('%j is refused for %s', async (parameters, field, reason) => {
  const { status, body } = await app.ask('account', NAME, parameters)

  expect(status).toBe(400)
  expect(body.fields).toMatchObject([{ path: field }])
  expect(JSON.stringify(body)).toContain(reason)
})

test('parameter values are case-insensitive, and startDayOfWeek has no effect without weeks', async () => {
  const plain = await app.ask('account', NAME, BY_DAY)

  const odd = { ...BY_DAY, rollUp: 'DAY', breakdown: 'All_Merchant', startDayOfWeek: 4 }
  const same = await app.ask('account', NAME, odd)

  expect(same.status).toBe(200)
  expect(same.text).toBe(plain.text)
})

test('JSON, XML and CSV have the same values', async () => {
  const json = await app.ask('partner', NAME, BY_DAY)
  const xml = await app.ask('partner', NAME, BY_DAY, { accept: 'application/xml' })
  const csv = await app.ask('partner', NAME, BY_DAY, { accept: 'text/csv' })

  const { columns } = PAYMENT_BATCH_SUMMARY_FORM.item
  const cells = (json.body.paymentBatchSummaries as Record<string, unknown>[]).map((row) =>
    columns.map(({ name }) => String(row[name] ?? '')),
  )
  expect(cells).toHaveLength(4)
  expect(parse(csv.text, { from_line: 3 })).toEqual(cells)
  expect(csv.text.split('\n').slice(0, 2)).toEqual([
    'Payment Batch Summary Report,Version 1.0,2026-03-01T00:00:00+00:00 to 2026-04-01T00:00:00+00:00,partner,,,,,,,,',
    columns.map(({ name }) => name).join(','),
  ])
  expect(xmlCells(xml.text)).toEqual(cells)
  expect(xml.text.split('\n')[2]).toContain('<Report Name="Payment Batch Summary Report" Version="1.0"')
})

function xmlCells(text: string): readonly (readonly string[])[] {
  using document = XmlDocument.fromString(text)
  return elementsOf(document.root).map((row) => {
    expect(row.name).toBe('PaymentBatchSummary')
    const values = new Map(elementsOf(row).map(({ name, content }) => [name, content]))
    return PAYMENT_BATCH_SUMMARY_FORM.item.columns.map(({ xmlName }) => values.get(xmlName) ?? '')
  })
}

function elementsOf(parent: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
  }
  return elements
}

test('a window without data, a foreign organization and an unknown caller are refused', async () => {
  const empty = { ...BY_DAY, startTime: '0001-01-01T00:00:00Z', endTime: '2020-01-01T00:00:00Z' }

  expect((await app.ask('account', NAME, empty)).status).toBe(404)
  expect((await app.ask('shop', NAME, { ...MARCH, organizationId: 'foreign' })).status).toBe(404)
  expect((await app.ask(undefined, NAME, MARCH)).status).toBe(401)
})
