import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { withScope } from '../../../test/support/data/organizations.ts'
import { anOrder, aSubscription } from '../../../test/support/data/report-orders.ts'
import { onDemandClient } from '../../../test/support/http/on-demand-client.ts'
import { type Answer, type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'

const SAMPLES = '/portal/v1/report-samples'
const RUNS = '/portal/v1/report-runs'
const FIELDS = ['Request.RequestID', 'PaymentData.RequestedAmount', 'BillTo.LastName', 'Request.TransactionDate']
const MARCH = { reportStartTime: '2026-03-01T00:00:00+01:00', reportEndTime: '2026-03-30T00:00:00+02:00' }

// A Monday, after the clock has gone forward in Berlin.
const clock = settableClock('2026-03-30T10:00:00Z')
const app = await startApp({ hasEngine: true, clock, with: [onDemandClient] })
const { shop, account, foreign } = app.owners
let contract: Awaited<ReturnType<typeof documentedContract>>
beforeAll(async () => {
  contract = await documentedContract(app.url)
  const payments = Array.from({ length: 60 }, (_, index) => ({
    recordId: `r${String(index).padStart(2, '0')}`,
    merchantId: 'shop',
    occurredAt: index < 55 ? '2026-03-28T10:00:00Z' : '2026-03-29T10:00:00Z',
    fields: {
      'Request.RequestID': String(7_300_000 + index),
      'Request.Source': index % 2 === 0 ? 'Invoicing' : 'SCMP API',
      'Application.Name': 'ics_bill',
      'PaymentData.RequestedAmount': `${index}.5`,
      'PaymentData.RequestedAmountCurrencyCode': index % 3 === 0 ? 'JPY' : 'EUR',
      'Request.TransactionDate': '2026-03-28T10:00:00Z',
      'BillTo.LastName': index === 1 ? '=1+1' : 'Łukasiewicz, "J"',
    },
  }))
  await app.put('transaction', payments)
})

const post = (owner: Keyed | undefined, path: string, body: object): Promise<Answer> =>
  sendAs(app.port, owner, { method: 'POST', path, body: body as Readonly<Record<string, unknown>> })
const sample = (body: object, owner: Keyed = shop) => post(owner, SAMPLES, body)
const messagesOf = ({ body }: Answer): readonly string[] =>
  body.fields.map(({ message }: { readonly message: string }) => message)
const order = (changes: object = {}) =>
  anOrder({ reportFields: FIELDS, timezone: 'Europe/Berlin', ...MARCH, ...changes })

test('a sample has the first fifty rows of the report, each value as the file has it', async () => {
  const response = await sample(order())

  expect(response.status).toBe(200)
  expect(contract.answerProblems('POST', SAMPLES, response)).toEqual([])
  expect(response.body.rows.slice(0, 2)).toEqual([
    ['7300000', '0.5', 'Łukasiewicz, "J"', '2026-03-28T11:00:00.000+01:00'],
    ['7300001', '1.50', '=1+1', '2026-03-28T11:00:00.000+01:00'],
  ])
  expect(response.body.rows).toHaveLength(50)
  expect(response.body).toMatchObject({
    ...{ hasMore: true, reportStartTime: '2026-03-01T00:00:00+01:00', reportEndTime: '2026-03-30T00:00:00+02:00' },
    columns: FIELDS.map((field) => ({ field, name: field })),
  })
})

test('a sample of a subscription is from its last full period, which a change of the clock makes shorter', async () => {
  const body = aSubscription({ reportFields: FIELDS, reportFrequency: 'DAILY', startTime: '0600' })

  const { body: made } = await sample({ ...body, reportFilters: { 'Request.Source': ['Invoicing'] } })

  expect(made).toMatchObject({
    ...{ reportStartTime: '2026-03-29T06:00:00+02:00', reportEndTime: '2026-03-30T06:00:00+02:00', hasMore: false },
  })
  expect(made.rows.map(([requestId]: readonly string[]) => requestId)).toEqual(['7300056', '7300058'])
})

test('a sample has the columns of the naming convention, and covers all merchants below an account', async () => {
  const named = await sample(order({ reportPreferences: { fieldNameConvention: 'SCMP' } }), account)
  const none = await sample(order(), foreign)

  expect(named.body.columns.map(({ name }: { readonly name: string }) => name)).toContain('bill_to_last_name')
  expect(named.body.rows).toHaveLength(50)
  expect(none.body).toMatchObject({ rows: [], hasMore: false })
})

test('a sample is refused for the reasons of the order, with a sentence for each field', async () => {
  const long = await sample(order({ reportEndTime: '2026-04-02T00:00:00Z', reportFields: ['Request.Nothing'] }))
  const unnamed = await sample(order({ reportName: '' }))
  const wrong = await sample(aSubscription({ reportFrequency: 'SOMETIMES' }))
  const empty = await post(shop, SAMPLES, {})

  expect([long.status, wrong.status, empty.status]).toEqual([400, 400, 400])
  expect(messagesOf(long)).toEqual([
    expect.stringMatching(/^reportFields\[0\] \(Request.Nothing\)/),
    'reportEndTime must be at most 31 days after reportStartTime',
  ])
  expect(messagesOf(unnamed)).toEqual([expect.stringMatching(/^reportName /)])
  expect(messagesOf(wrong)).toEqual(['reportFrequency must be one of DAILY, WEEKLY, MONTHLY, USER_DEFINED'])
})

test('a sample is in the audit trail, and only those who order may see one', async () => {
  const reader = await withScope(app, shop, 'reports:read')
  const refused = await sample(order(), reader)
  const entries = await listAudit(app.database.db, { organizationId: 'shop' }, { limit: 200 })

  expect([refused.status, (await post(undefined, SAMPLES, order())).status]).toEqual([403, 401])
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'report.read', subject: 'report-sample:TransactionRequestClass' }),
  )
})

test('the runs of a schedule that is not saved are those that it has once it is saved', async () => {
  const body = aSubscription({ reportFrequency: 'MONTHLY', startDay: 31, startTime: '0230', reportName: 'Saved later' })

  const before = await post(shop, RUNS, body)
  await sendAs(app.port, shop, { method: 'PUT', path: '/reporting/v3/report-subscriptions', body })
  const saved = await sendAs(app.port, shop, {
    method: 'GET',
    path: '/reporting/v3/report-subscriptions/Saved%20later/schedule',
  })

  expect(contract.answerProblems('POST', RUNS, before)).toEqual([])
  expect(before.body.nextRunTimes).toHaveLength(10)
  expect(before.body.nextRunTimes).toEqual(saved.body.nextRunTimes)
  expect(before.body.nextRunTimes[1]).toMatchObject({
    ...{ localRunTime: '2026-04-30T02:30:00+02:00', movedBy: ['MONTH_END'] },
    reportStartTime: '2026-03-31T02:30:00+02:00',
  })
})

test('the runs of an edited subscription continue where its periods have ended', async () => {
  const body = aSubscription({ reportName: 'Edited later', startTime: '0600' })
  await sendAs(app.port, shop, { method: 'PUT', path: '/reporting/v3/report-subscriptions', body })
  const edit = { ...body, reportFrequency: 'WEEKLY', startDay: 6 }
  clock.set('2026-04-01T10:00:00Z')

  const before = await post(shop, RUNS, edit)
  await sendAs(app.port, shop, { method: 'PUT', path: '/reporting/v3/report-subscriptions', body: edit })
  const saved = await sendAs(app.port, shop, {
    method: 'GET',
    path: '/reporting/v3/report-subscriptions/Edited%20later/schedule',
  })
  clock.set('2026-03-30T10:00:00Z')

  expect(before.body.nextRunTimes).toEqual(saved.body.nextRunTimes)
  expect(before.body.nextRunTimes[0]).toMatchObject({
    reportStartTime: '2026-04-01T06:00:00+02:00',
    reportEndTime: '2026-04-03T06:00:00+02:00',
  })
})

test('a schedule is refused for the reasons of the subscription', async () => {
  const wrong = await post(shop, RUNS, { timezone: 'Europe/Berlinn', startTime: '2500', startDay: 99 })
  const unknown = await post(shop, RUNS, aSubscription({ reportName: 'a\0b' }))

  expect(messagesOf(wrong)).toEqual([
    'startDay must be a whole number from 1 to 31',
    'startTime must be a time of day (HHMM) from 0000 to 2359',
    'timezone is not a supported report time zone; did you mean Europe/Berlin?',
  ])
  expect([unknown.status, unknown.body.nextRunTimes.length]).toEqual([200, 10])
})

test('a report on demand of a page is that of the API, and an empty object without data', async () => {
  const window = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
  const query = new URLSearchParams(window).toString()
  await app.put('batch-item', [
    {
      ...{ recordId: 'b1', merchantId: 'shop', occurredAt: '2026-03-09T10:00:00Z' },
      fields: {
        ...{ 'Request.RequestID': '1', 'Application.Name': 'ics_bill', 'PaymentMethod.CardType': 'Visa' },
        ...{ 'PaymentData.RequestedAmount': '12.34', 'PaymentData.RequestedAmountCurrencyCode': 'EUR' },
      },
    },
  ])
  const get = (owner: Keyed, path: string) => sendAs(app.port, owner, { method: 'GET', path: `${path}${query}` })
  const [own, same, none, csv, unknown, wrong] = await Promise.all([
    get(shop, '/portal/v1/on-demand-reports/payment-batch-summaries?'),
    get(shop, '/reporting/v3/payment-batch-summaries?'),
    get(foreign, '/portal/v1/on-demand-reports/payment-batch-summaries?'),
    get(shop, '/portal/v1/on-demand-reports/payment-batch-summaries?format=csv&'),
    get(shop, '/portal/v1/on-demand-reports/everything?'),
    get(shop, '/portal/v1/on-demand-reports/net-fundings?format=csv&'),
  ])

  expect([own.body, none.body]).toEqual([same.body, {}])
  expect([csv.headers['content-type'], csv.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="payment-batch-summaries.csv"',
  ])
  expect(csv.text).toContain('12.34')
  expect([unknown.status, wrong.status]).toEqual([404, 406])
})
