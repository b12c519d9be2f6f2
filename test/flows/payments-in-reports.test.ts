import { beforeAll, describe, expect, test } from 'vitest'
import { differenceOf, formatDecimal, parseDecimal, sumOf } from '../../src/kernel/decimal.ts'
import { parseMoney } from '../../src/kernel/money.ts'
import type { Service } from '../../src/main/service.ts'
import { configuredProcessors } from '../../src/payments/configured-processors.ts'
import type { Source } from '../../src/payments/port/port.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { SandboxClock } from '../../src/platform/clock/sandbox-clock.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { CARD_TESTING } from '../support/data/card-testing.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { aBankAccount, aCard, payAs } from '../support/data/payments.ts'
import { aReportClient } from '../support/http/report-client.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import { eventually } from '../support/run/eventually.ts'

// Payments of a Tokyo merchant, made at noon of 9 March; the day ends at 15:00 UTC.
const NOON = '2027-03-09T03:00:00Z'
const DAY_END = '2027-03-09T15:00:00.000Z'
const PERIOD = { reportStartTime: '2027-03-08T15:00:00Z', reportEndTime: '2027-03-18T15:00:00Z' }
const WINDOW = 'startTime=2027-03-08T15:00:00Z&endTime=2027-03-18T15:00:00Z'

type Row = Readonly<Record<string, string>>
type Sums = Readonly<Record<string, string>>

let service: Service
let shop: Awaited<ReturnType<typeof aReportClient>>
const paid: Record<string, string> = {}

/** Charged and not declined, by name. */
const CHARGES: Readonly<Record<string, readonly [currency: string, amount: string, source: Source]>> = {
  partial: ['USD', '40.00', aCard()],
  yen: ['JPY', '990', { method: 'applePay', walletToken: 'token' }],
  dinar: ['KWD', '12.345', aCard()],
  debited: ['USD', '9.00', aBankAccount()],
  authenticated: ['EUR', '19.99', aCard('5555555555554444')],
  reviewed: ['GBP', '30.00', aCard('4000000000009235')],
  disputed: ['USD', '5000.00', aCard('4111111111111111')],
  returned: ['USD', '21.00', aBankAccount('000111111113')],
}
const REFUND = '15.00'
const PURCHASED: Sums = { EUR: '19.99', GBP: '30.00', JPY: '990', KWD: '12.345', USD: '5070.00' }

const post = async (path: string, body: object) => {
  const response = await shop.ask('POST', path, JSON.stringify(body))
  expect(response.status, response.text).toBeLessThan(300)
  return response.json
}
const moveClock = (move: object) => post('/sandbox/v1/clock', { ...move, drain: true })

async function anInvoice(currency: string, totalAmount: string): Promise<string> {
  const { id } = await post('/invoicing/v2/invoices', {
    ...anInvoiceBody({
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true, dueDate: '2027-06-01' },
      orderInformation: {
        amountDetails: { totalAmount, currency },
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: totalAmount, totalAmount }],
      },
    }),
  })
  return id
}

async function untilLoaded(): Promise<void> {
  await eventually(async () => {
    const { rows } = await service.stores.database.pool.query('select count(*)::int as count from record_outbox')
    return rows[0].count === 0
  })
}

/** Pays as payers do, and advances the clock until everything has happened. */
beforeAll(async () => {
  service = await startWholeService()
  shop = await aReportClient(service, 'shop', { timeZone: 'Asia/Tokyo', hasFraudManagement: true })
  await moveClock({ set: NOON })
  const { database, secrets } = service.stores
  const clock = await SandboxClock.open({ database })
  const deps = {
    ...{ database, secrets, clock, machineClock: systemClock, log: silentLog },
    processors: configuredProcessors({ mode: 'sandbox', database, secrets, clock, baseUrl: service.url }),
    config: { baseUrl: service.url, processorCallMsMax: 5_000, cardTesting: CARD_TESTING },
  }
  for (const [name, [currency, amount, source]] of Object.entries(CHARGES)) {
    const id = await anInvoice(currency, name === 'partial' ? '100.00' : amount)
    const how = { source, canReview: true, isAuthenticated: name === 'authenticated' }
    const { paymentId } = await payAs(deps, id, '0.00', { ...how, amount: parseMoney(amount, currency) })
    paid[name] = paymentId
  }
  const more = await anInvoice('USD', '100.00')
  await payAs(deps, more, '5.00', { source: aCard('4000000000000002') })
  await post(`/payments/v1/invoices/${more}/external-payments`, { amount: '7.00', date: '2027-03-09', method: 'cash' })
  await post(`/payments/v1/reviews/${paid['reviewed']}/accept`, { comment: 'known customer' })
  paid['refund'] = (await post(`/payments/v1/payments/${paid['partial']}/refunds`, { amount: REFUND })).id
  // An imported transaction is not a payment of an invoice.
  await shop.send('transaction', [
    {
      recordId: 'elsewhere',
      occurredAt: NOON,
      fields: { 'Request.RequestID': '9', 'OrderFields.ConnectionMethod': 'REST API' },
    },
  ])
  await moveClock({ advance: 'P1D' })
  await moveClock({ advance: 'P9D' })
  await untilLoaded()
}, 120_000)

const settled = () => [...Object.keys(CHARGES), 'refund'].map((name) => paid[name]).sort()

/** Sums of a column by currency; refunds count negative. */
function sumsOf(rows: readonly Row[], amount: string, currency: string): Sums {
  const sums = new Map<string, ReturnType<typeof parseDecimal>>()
  for (const row of rows) {
    const value = parseDecimal(row[amount] ?? '') ?? { units: 0n, scale: 0 }
    const sum = sums.get(row[currency] ?? '')
    sums.set(row[currency] ?? '', sum === undefined ? value : sumOf(sum, value))
  }
  return Object.fromEntries([...sums].map(([code, sum]) => [code, sum === undefined ? '' : formatDecimal(sum)]))
}

/** Without trailing zeros, so that two ways of writing an amount compare. */
function plain(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).map(([code, text]) => [code, shortest(text)]))
}

function shortest(text: string): string {
  const value = parseDecimal(text)
  return value === undefined ? text : formatDecimal(value)
}

/** Each currency's first less the second. */
function less(a: Sums, b: Sums): Sums {
  return Object.fromEntries(
    Object.entries(a).map(([code, text]) => {
      const [one, two] = [text, b[code] ?? '0'].map(parseDecimal)
      return [code, one && two ? formatDecimal(differenceOf(one, two)) : '']
    }),
  )
}

const NET_OF_REFUND = less(PURCHASED, { USD: REFUND })

/** Orders a generated report and returns its rows by column. */
async function report(name: string, fields: readonly string[], more: object = {}): Promise<readonly Row[]> {
  const ordered = await shop.order({
    ...{ ...PERIOD, reportDefinitionName: name, reportFields: fields, reportName: name },
    ...{ reportPreferences: { signedAmounts: true }, ...more },
  })
  expect(ordered.status, ordered.text).toBe(200)
  const { reportStatus, reportId } = await shop.ended(ordered.json.reportId)
  if (reportStatus === 'NO_DATA') return []
  const { text } = await shop.get(`/reports/${reportId}?download=true`)
  const [, header = '', ...lines] = text.trimEnd().split('\n')
  const columns = header.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [columns[index] ?? '', value.replaceAll('"', '')])),
  )
}

const onDemand = async (name: string, more = '') => {
  const { status, json, text } = await shop.get(`/${name}?${WINDOW}${more}`)
  return { status, json, text }
}

const REQUEST = 'Request.RequestID'
const requestsIn = (rows: readonly Row[]) => rows.map((row) => row[REQUEST]).sort()
// biome-ignore lint/suspicious/noExplicitAny: a part of a response.
const totals = (some: any): Sums =>
  // biome-ignore lint/suspicious/noExplicitAny: a part of a response.
  plain(Object.fromEntries(some.map(({ currency, value }: any) => [currency, value])))

describe('some days after payments of invoices', () => {
  test('reports on each transaction list them, filtered by connection method', async () => {
    const filters = { reportFilters: { 'OrderFields.ConnectionMethod': ['Invoicing'] } }
    const fields = [REQUEST, 'Application.Name', 'Application.ReasonCode', 'PaymentData.RequestedAmount']
    const rows = await report('TransactionRequestClass', fields, filters)
    const gateway = await report('GatewayTransactionRequestClass', fields, filters)

    const approved = rows.filter((row) => row['Application.ReasonCode'] === '100')
    const moved = approved.filter((row) => /_(bill|debit|credit)$/.test(row['Application.Name'] ?? ''))
    expect(requestsIn(moved)).toEqual(settled())
    expect(rows.filter((row) => row['Application.ReasonCode'] === '203')).toHaveLength(1)
    expect(new Set(requestsIn(rows)).size).toBe(settled().length + 1)
    expect(gateway).toHaveLength(rows.length)
  })

  test.each([
    ['PaymentBatchDetailClass', 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
    ['ProcessorSettlementDetailClass', 'Event.Amount', 'Event.CurrencyCode'],
  ])('%s lists them with the same cents', async (name, amount, currency) => {
    const rows = await report(name, [REQUEST, amount, currency, 'Request.Source'])

    expect(requestsIn(rows)).toEqual(settled())
    expect(sumsOf(rows, amount, currency)).toEqual(plain(NET_OF_REFUND))
    expect(new Set(rows.map((row) => row['Request.Source']))).toEqual(new Set(['Invoicing']))
  })

  test('reports on events and fundings list them, and a return takes its money back', async () => {
    const events = await report('ProcessorEventsDetailClass', [REQUEST, 'Event.Event', 'Event.EventDate'])
    const columns = ['Funding.FundingAmount', 'Funding.FundingCurrency'] as const
    const fundings = await report('FundingDetailClass', [REQUEST, ...columns])

    expect(requestsIn(events)).toEqual([...settled(), paid['returned']].sort())
    expect(events.filter((row) => row['Event.Event'] === 'Return')).toHaveLength(1)
    expect(requestsIn(fundings)).toEqual([...settled(), paid['returned']].sort())
    expect(sumsOf(fundings, ...columns)).toEqual(plain(less(NET_OF_REFUND, { USD: '21.00' })))
  })

  test('fee, net funding and deposit reports agree to the cent', async () => {
    const fees = await report('FeeDetailClass', [REQUEST, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'])
    const deposits = await report('DepositDetailClass', [
      ...['Deposit.Identifier', 'Deposit.Amount', 'Deposit.Currency', 'Deposit.Type'],
    ])
    const { json: net } = await onDemand('net-fundings')

    expect(requestsIn(fees)).toEqual(settled())
    expect(totals(net.totalPurchases)).toEqual(plain(PURCHASED))
    expect(totals(net.totalRefunds)).toEqual({ USD: '36' })
    expect(totals(net.totalChargebacks)).toEqual({ USD: '5000' })
    expect(totals(net.totalFees)).toEqual(sumsOf(fees, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'))
    const signed = deposits.map((row) => ({
      ...row,
      'Deposit.Amount': `${row['Deposit.Type'] === 'Debit' ? '-' : ''}${row['Deposit.Amount']}`,
    }))
    expect(totals(net.netTotal)).toEqual(sumsOf(signed, 'Deposit.Amount', 'Deposit.Currency'))
  })

  test('batch summaries and details of purchases and refunds list them', async () => {
    const { json: summaries } = await onDemand('payment-batch-summaries')
    const { json: details } = await onDemand('purchase-refund-details')

    const rows: readonly Row[] = summaries.paymentBatchSummaries
    expect(sumsOf(rows, 'salesAmount', 'currencyCode')).toEqual(plain(PURCHASED))
    expect(sumsOf(rows, 'creditAmount', 'currencyCode')).toMatchObject({ USD: '15', JPY: '0' })
    expect(details.settlements.map(({ requestId }: Row) => requestId).sort()).toEqual(settled())
    const purchases = details.settlements.filter((row: Row) => row['transactionType'] === 'Purchases')
    expect(sumsOf(purchases, 'amount', 'currencyCode')).toEqual(plain(PURCHASED))
    expect(details.settlements.map((row: Row) => row['submissionTime'])).toEqual(settled().map(() => DAY_END))
  })

  test('interchange details have the settled amounts', async () => {
    const { json } = await onDemand('interchange-clearing-level-details')

    const rows: readonly Row[] = json.interchangeClearingLevelDetails
    expect(rows.map((row) => row['requestId']).sort()).toEqual(settled())
    const purchases = rows.filter((row) => row['transactionType'] === 'Purchases')
    expect(sumsOf(purchases, 'settlementAmount', 'settlementCurrencyCode')).toEqual(plain(PURCHASED))
  })

  test('chargeback reports list a chargeback once and not above the payment', async () => {
    const { json: details } = await onDemand('chargeback-details')
    const { json: summaries } = await onDemand('chargeback-summaries')
    const rows = await report('ChargebackAndRetrievalDetailClass', [
      ...[REQUEST, 'ChargebackAndRetrieval.ChargebackAmount', 'ChargebackAndRetrieval.CaseTime'],
    ])

    expect(details.chargebackDetails).toMatchObject([
      { requestId: paid['disputed'], amount: '5000.00', currencyCode: 'USD', sign: '-', reasonCode: '10.4' },
    ])
    expect(summaries.chargebackSummaries).toMatchObject([{ count: 1, accountId: 'shop' }])
    expect(rows).toMatchObject([
      {
        ...{ [REQUEST]: paid['disputed'], 'ChargebackAndRetrieval.ChargebackAmount': '5000.00' },
        'ChargebackAndRetrieval.CaseTime': expect.stringContaining('2027-03-16'),
      },
    ])
  })

  test('exception, conversion, fraud and payer authentication reports list the payments they concern', async () => {
    const exceptions = await report('ExceptionDetailClass', [REQUEST, 'Exception.ExceptionAmount'])
    const conversions = await report('ConversionDetailClass', [REQUEST, 'Conversion.NewDecision'])
    const frauds = await report('FraudDecisionEventDetailClass', [REQUEST, 'OrderFields.ReplyFlag'])
    const checks = await report('PayerAuthDetailClass', [REQUEST, 'VERes.Enrolled'])
    const { json } = await onDemand('conversion-details')

    expect(exceptions).toEqual([{ [REQUEST]: paid['returned'], 'Exception.ExceptionAmount': '21.00' }])
    expect(conversions).toEqual([{ [REQUEST]: paid['reviewed'], 'Conversion.NewDecision': 'ACCEPT' }])
    expect(requestsIn(frauds)).toEqual([paid['reviewed']])
    expect(requestsIn(checks)).toEqual([paid['authenticated']])
    expect(json.conversionDetails).toMatchObject([{ requestId: paid['reviewed'], reviewerComments: 'known customer' }])
  })

  test('unrelated reports are empty', async () => {
    const aging = await report('AgingDetailClass', [REQUEST, 'Aging.Days'])
    const asked = await Promise.all(
      ['retrieval-details', 'retrieval-summaries', 'notification-of-changes'].map((name) => onDemand(name)),
    )

    expect(aging).toEqual([])
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
