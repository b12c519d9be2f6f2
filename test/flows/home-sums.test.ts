import { beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { startApp } from '../support/apps/app.ts'
import { aDemoPlan, demoRecordsOf } from '../support/data/demo-records.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { type Keyed, sendAs } from '../support/http/send-request.ts'

// A year of sample payments of ten merchants. The sums of Home are compared with those of the reports on demand, of
// transaction search, and of the records that were made.

const ZONE = 'America/New_York'
const TODAY = '2025-12-20'
const plan = aDemoPlan({ transactions: 6_000, merchants: 10 })
const made = demoRecordsOf(plan)

const app = await startApp({ hasEngine: true })
let partner: Keyed
beforeAll(async () => {
  partner = await anOrganization(app, 'partner', { type: 'partner', timeZone: ZONE })
  for (const { merchantId, timeZone } of plan.merchants) {
    await anOrganization(app, merchantId, { parentId: 'partner', timeZone })
  }
  app.clock.set(`${TODAY}T18:00:00Z`)
  await loadDemo(app, { plan, organizationId: 'partner', at: app.clock.now() })
}, 120_000)

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
const get = async (path: string, by = partner): Promise<any> => {
  const { status, body, text } = await sendAs(app.port, by, { method: 'GET', path })
  expect(status, text).toBe(200)
  return body
}
const homeIn = (currency: string, by = partner) => get(`/portal/v1/home?currency=${currency}`, by)

type Day = { readonly date: string; readonly paidCount: number; readonly paidAmount: number }

/** As Home's links ask for them. */
async function listSums(type: string, currency: string, { from, to }: { readonly from: string; readonly to: string }) {
  const query = new URLSearchParams({ type, state: 'COMPLETED', currency, movedFrom: from, movedTo: to })
  const { sums } = await get(`/portal/v1/transaction-list/sums?${query}`)
  return sums[0] ?? { paymentCount: 0, paymentAmount: 0, refundCount: 0, refundAmount: 0 }
}

/** The amounts of an exact response, of which JSON.parse would make floats: in units of 1/10000. */
const units = (amount: number | string): number => Math.round(Number(amount) * 10_000)

const dayOf = (occurredAt: string): string =>
  Temporal.Instant.from(occurredAt).toZonedDateTimeISO(ZONE).toPlainDate().toString()

/** By the records themselves, day by day. */
function madeSums(applicationName: string, currency: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { fields } of made('transaction')) {
    const isMeant = fields['Application.Name'] === applicationName && fields['Application.Rcode'] === '1'
    if (!isMeant || fields['PaymentData.RequestedAmountCurrencyCode'] !== currency) continue
    const day = dayOf(instantOf(fields['Request.TransactionDate']))
    sums.set(day, (sums.get(day) ?? 0) + Number(fields['PaymentData.RequestedAmount']))
  }
  return sums
}

/** Instants of records are kept as milliseconds. */
function instantOf(value: unknown): string {
  return Temporal.Instant.fromEpochMilliseconds(Number(value)).toString()
}

test('the year has ten currencies, with and without decimals', async () => {
  const { currencies } = await get('/portal/v1/home')

  expect(currencies).toHaveLength(10)
  expect(currencies).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'KWD']))
})

describe.each(['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'KWD', 'PLN', 'USD'])('in %s', (currency) => {
  test('every day has the payments and refunds of its records', async () => {
    const { received } = await homeIn(currency)

    const [paid, refunded] = [madeSums('ics_bill', currency), madeSums('ics_credit', currency)]
    for (const { date, paidAmount, refundedAmount } of received.days) {
      expect([date, units(paidAmount), units(refundedAmount)]).toEqual([
        ...[date, paid.get(date) ?? 0, refunded.get(date) ?? 0],
      ])
    }
  })

  test('the totals are the sums of the days', async () => {
    const { received } = await homeIn(currency)

    const sumOf = (days: readonly { readonly paidAmount: number }[]) =>
      days.reduce((sum, { paidAmount }) => sum + units(paidAmount), 0)
    expect(units(received.total.paidAmount)).toBe(sumOf(received.days.slice(30)))
    expect(units(received.previous.paidAmount)).toBe(sumOf(received.days.slice(0, 30)))
  })

  test('payments and refunds are those of the transactions that Home links to', async () => {
    const { received } = await homeIn(currency)
    const { from, to, previousFrom, previousTo, total, previous } = received

    const paid = await listSums('PAYMENT', currency, { from, to })
    const before = await listSums('PAYMENT', currency, { from: previousFrom, to: previousTo })
    const refunded = await listSums('REFUND', currency, { from, to })

    expect([total.paidCount, units(total.paidAmount)]).toEqual([paid.paymentCount, units(paid.paymentAmount)])
    expect([previous.paidCount, units(previous.paidAmount)]).toEqual([before.paymentCount, units(before.paymentAmount)])
    expect([total.refundedCount, units(total.refundedAmount)]).toEqual([
      ...[refunded.refundCount, units(refunded.refundAmount)],
    ])
  })

  test('the first, the last and the busiest days are the sums of the lists that they lead to', async () => {
    const { days } = (await homeIn(currency)).received
    const busiest = days.toSorted((a: Day, b: Day) => b.paidCount - a.paidCount).slice(0, 2)

    for (const day of [days[0], days.at(-1), ...busiest] as readonly Day[]) {
      const paid = await listSums('PAYMENT', currency, { from: day.date, to: day.date })

      expect([day.date, paid.paymentCount, units(paid.paymentAmount)]).toEqual([
        ...[day.date, day.paidCount, units(day.paidAmount)],
      ])
    }
  })

  test('fees and net are those of net-fundings', async () => {
    const { received } = await homeIn(currency)
    const window = `startTime=2025-11-21T00:00:00-05:00&endTime=2025-12-21T00:00:00-05:00`
    const net = await get(`/reporting/v3/net-fundings?${window.replaceAll('+', '%2B')}`)

    const valueIn = (totals: readonly { readonly currency: string; readonly value: string }[]) =>
      units(totals.find((one) => one.currency === currency)?.value ?? '0')
    const { settled } = received
    expect([received.from, received.to]).toEqual(['2025-11-21', TODAY])
    expect(units(settled.purchaseAmount)).toBe(valueIn(net.totalPurchases))
    expect(units(settled.refundAmount)).toBe(valueIn(net.totalRefunds))
    expect(units(settled.feeAmount)).toBe(valueIn(net.totalFees))
    expect(units(settled.chargebackAmount)).toBe(valueIn(net.totalChargebacks))
    expect(units(settled.netAmount)).toBe(valueIn(net.netTotal))
  })
})

test('a merchant has its own payments alone, as many as transaction search finds', async () => {
  const by = await anOrganization(app, 'own', { parentId: 'partner', timeZone: 'Asia/Kolkata' })
  const put = (recordId: string, occurredAt: string, amount: string, version?: number) =>
    putRecords(app, 'transaction', [
      {
        ...{ merchantId: 'own', recordId, occurredAt, ...(version !== undefined && { version }) },
        fields: {
          ...{ 'Request.RequestID': recordId, 'Application.Name': 'ics_bill', 'Application.Rcode': '1' },
          'PaymentData.RequestedAmount': amount,
          'PaymentData.RequestedAmountCurrencyCode': 'KWD',
        },
      },
    ])
  await put('1', '2025-12-18T18:29:59Z', '0.001')
  await put('2', '2025-12-18T18:30:00Z', '0.002')
  const before = (await homeIn('KWD', by)).received

  // One arrives days later, and one is corrected.
  await put('late', '2025-12-18T18:29:00Z', '1000000.500')
  await put('2', '2025-12-18T18:30:00Z', '0.003', 2)
  const after = (await homeIn('KWD', by)).received
  const query = 'submitTimeUtc:[2025-10-01T00:00:00Z TO *] AND orderInformation.amountDetails.currency:KWD'
  const found = await sendAs(app.port, by, {
    method: 'POST',
    path: '/tss/v2/searches',
    body: { query, limit: 100, save: false },
  })

  const daysOf = ({ days }: typeof before) =>
    days
      .filter(({ paidCount }: { paidCount: number }) => paidCount > 0)
      .map(({ date, paidAmount }: never) => [date, paidAmount])
  expect(daysOf(before)).toEqual([
    ['2025-12-18', 0.001],
    ['2025-12-19', 0.002],
  ])
  expect(daysOf(after)).toEqual([
    ['2025-12-18', 1_000_000.501],
    ['2025-12-19', 0.003],
  ])
  expect(found.body.totalCount).toBe(after.total.paidCount)
})
