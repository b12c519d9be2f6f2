import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from '../../../test/support/data/made-reports.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { compareNewestSums } from '../commands/verify-newest.ts'

const keptSince = Temporal.Instant.from('2026-01-01T00:00:00Z')
const AMOUNT = 'PaymentData.RequestedAmount'
const organizationId = 'shop'

let service: Awaited<ReturnType<typeof startWholeService>>
let maker: ReportMaker
let reportId: string
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  await anOrganization(service.stores, organizationId)
  await put('a', '10.00', 'USD', '2026-03-02T10:00:00Z')
  await put('b', '20.00', 'USD', '2026-03-03T10:00:00Z')
  await put('c', '5.00', 'EUR', '2026-03-04T10:00:00Z')
  maker = reportMaker(service, { clock: settableClock('2026-06-01T00:00:00Z') })
  const fields = ['Request.RequestID', AMOUNT, 'PaymentData.RequestedAmountCurrencyCode']
  const { report } = await maker.make({ organizationId, fields })
  reportId = report.reportId
})

async function put(recordId: string, amount: string, currency: string, occurredAt: string, more = {}): Promise<void> {
  const { receivedAt = '2026-04-01T00:00:00Z', version = 1 } = more as { receivedAt?: string; version?: number }
  const fields = {
    'Request.RequestID': recordId,
    [AMOUNT]: amount,
    'PaymentData.RequestedAmountCurrencyCode': currency,
  }
  const record = { recordId, merchantId: organizationId, version, occurredAt, fields }
  await putRecords(service.stores, 'transaction', [record], { receivedAt })
}

const compare = (since = keptSince) => compareNewestSums(maker.deps, { count: 10, keptSince: since })

async function compareWith(recordId: string, column: string, damaged: string, whole: string) {
  const change = (value: string) =>
    service.stores.engine.change({
      ...{ table: 'transactions', set: `${column} = ${value}`, where: `record_id = '${recordId}'` },
    })
  await change(damaged)
  const { differences } = await compare()
  await change(whole)
  return differences
}

test('a report has the sums of its records', async () => {
  expect(await compare()).toEqual({ reports: 1, differences: [] })
})

test('a record that is gone is missing in the rows and in the sum of its currency', async () => {
  const of = { organizationId, reportId }

  expect(await compareWith('b', 'is_deleted', '1', '0')).toEqual([
    { ...of, field: undefined, currency: '', reported: '3', recorded: '2' },
    { ...of, field: AMOUNT, currency: 'USD', reported: '30.00', recorded: '10.00' },
  ])
  expect(await compareWith('c', 'is_deleted', '1', '0')).toEqual([
    { ...of, field: undefined, currency: '', reported: '3', recorded: '2' },
    { ...of, field: AMOUNT, currency: 'EUR', reported: '5.00', recorded: '0' },
  ])
})

test('an amount that was changed without a new version is named with both sums', async () => {
  expect(await compareWith('a', 'payment_data_requested_amount', '10.01', '10.00')).toEqual([
    { organizationId, reportId, field: AMOUNT, currency: 'USD', reported: '30.00', recorded: '30.01' },
  ])
})

test('a report of which records may have been removed because of their age is left out', async () => {
  expect(await compare(Temporal.Instant.from('2026-03-01T00:00:00.001Z'))).toEqual({ reports: 0, differences: [] })
})

test('a report of a merchant group that no longer exists is left out', async () => {
  const { pool } = service.stores.database
  await pool.query(`update reports set terms = jsonb_set(terms, '{groupName}', '"gone"')`)
  const compared = await compare()
  await pool.query(`update reports set terms = terms - 'groupName'`)

  expect(compared).toEqual({ reports: 0, differences: [] })
})

test('a correction since the report was made explains another sum', async () => {
  await put('a', '11.00', 'USD', '2026-03-02T10:00:00Z', { version: 2, receivedAt: '2026-06-02T00:00:00Z' })

  expect(await compare()).toEqual({ reports: 1, differences: [] })
})
