import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { listAudit } from '../../src/organizations/audit/audit-store.ts'
import { createMerchantGroup } from '../../src/organizations/groups/change-merchant-groups.ts'
import { suspendOrganization } from '../../src/organizations/tree/change-organization.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { generateReport } from '../../src/reporting/generation/generate-report.ts'
import { ATTEMPTS_MAX } from '../../src/reporting/reports/report-jobs.ts'
import { findReport } from '../../src/reporting/reports/report-store.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { reportMaker } from '../support/data/made-reports.ts'
import { anOrganization, aTester } from '../support/data/organizations.ts'
import { aReportClient, heldReports } from '../support/http/report-client.ts'
import { quittance } from '../support/processes/command.ts'
import { eventually } from '../support/run/eventually.ts'

let service: Service
beforeAll(async () => {
  service = await startWholeService()
})

const payment = (recordId: string, city = 'Oslo', more: object = {}) => ({
  recordId,
  fields: { 'Request.RequestID': recordId, 'BillTo.City': city },
  ...more,
})
const FIELDS = { reportFields: ['Request.RequestID', 'BillTo.City'] }
/** The lines of a CSV without its two header lines. */
const rowsOf = (text: string): readonly string[] => text.trimEnd().split('\n').slice(2)
const day = 'startTime=2026-03-08T00:00:00Z&endTime=2026-03-10T00:00:00Z'

test('a report is ordered, found, read and downloaded in every way, and each download is on record', async () => {
  const shop = await aReportClient(service, 'shop', { timeZone: 'Europe/Berlin' })
  const sent = await shop.send('transaction', [payment('1'), payment('2', 'Łódź')])
  const before = systemClock.now()

  const ordered = await shop.order({ ...FIELDS, reportName: 'Every way' })
  const { reportId } = ordered.json
  const report = await shop.ended(reportId)
  const again = await shop.order({ ...FIELDS, reportName: 'Every way' })
  const other = await shop.order({ reportName: 'Every way', reportFields: ['BillTo.City'] })
  const byFrame = await shop.get(`/reports?${day}&timeQueryType=reportTimeFrame`)
  const made = `startTime=${before}&endTime=${systemClock.now().add({ hours: 1 })}`
  const byTime = await shop.get(`/reports?${made}&timeQueryType=executedTime&reportStatus=COMPLETED`)
  const href = byFrame.json.reportSearchResults[0]._link.reportDownload.href
  const downloads = await Promise.all(
    [
      href.replace('/reporting/v3', ''),
      '/report-downloads?reportName=Every%20way&reportDate=2026-03-09',
      '/report-downloads?reportName=Every+way&reportDate=20260309',
      '/report-downloads?reportName=Every+way&reportDate=20260309&reportTime=01:00:00%2B01:00',
      '/report-downloads?reportName=Every+way&reportDate=20260309&reportTime=01:00:00+01:00',
      `/reports/${reportId}?download=true`,
    ].map(shop.get),
  )
  const otherTime = await shop.get('/report-downloads?reportName=Every+way&reportDate=20260309&reportTime=02:00:00Z')
  const audit = await listAudit(
    service.stores.database.db,
    { organizationId: 'shop', action: 'report' },
    { limit: 100 },
  )

  expect(sent).toMatchObject({ accepted: 2 })
  expect([ordered, again, other, otherTime].map(({ status }) => status)).toEqual([200, 304, 400, 404])
  expect(ordered.headers.get('location')).toBe(`/reporting/v3/reports/${reportId}`)
  expect(report).toMatchObject({
    reportStatus: 'COMPLETED',
    reportDefinitionId: '210',
    reportStartTime: '2026-03-08T01:00:00+01:00',
    reportEndTime: '2026-03-09T01:00:00+01:00',
    timezone: 'Europe/Berlin',
    manifest: { rows: 2 },
  })
  for (const { json } of [byFrame, byTime]) {
    expect(json.reportSearchResults).toMatchObject([{ reportId, status: 'COMPLETED' }])
  }
  for (const { status, text, headers } of downloads) {
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(rowsOf(text)).toEqual(['"1","Oslo"', '"2","Łódź"'])
  }
  const actions = audit.map(({ action, subject }) => `${action} ${subject}`)
  expect(actions.filter((one) => one === `report.downloaded report:${reportId}`)).toHaveLength(6)
  expect(actions.at(-1)).toBe(`report.ordered report:${reportId}`)
})

test('a report without records says that it ran and found nothing', async () => {
  const shop = await aReportClient(service, 'quiet')

  const { reportId, reportStatus } = await shop.made({ reportName: 'Silence' })
  const byName = await shop.get('/report-downloads?reportName=Silence&reportDate=2026-03-09')
  const byId = await shop.get(`/reports/${reportId}?download=true`)

  expect(reportStatus).toBe('NO_DATA')
  for (const { status, text } of [byName, byId]) {
    expect(status).toBe(404)
    expect(text).toContain('no transactions were found in its period')
  }
})

test('three reports run concurrently, others wait in order, and a cancellation frees a place', async () => {
  const shop = await aReportClient(service, 'busy')
  await shop.send('transaction', [payment('1')])
  const release = await heldReports(service)

  const orders = []
  for (const reportName of ['one', 'two', 'three', 'four', 'five']) {
    orders.push((await shop.order({ reportName })).json)
  }
  const [one, two, three, four, five] = orders.map(({ reportId }) => reportId)
  await eventually(async () => (await shop.read(one)).reportStatus === 'RUNNING')
  const running = await shop.read(one)
  const early = await shop.get(`/reports/${one}?download=true`)
  const canceled = await shop.cancel(one)
  const freed = await Promise.all([four, five].map(shop.read))
  const canceledInQueue = await shop.cancel(five)
  await release()
  const ended = await Promise.all([one, two, three, four, five].map(shop.ended))
  const tooLate = await shop.cancel(two)
  const unknown = await shop.cancel('unknown')

  expect(orders.map(({ reportStatus }) => reportStatus)).toEqual([
    ...['PENDING', 'PENDING', 'PENDING'],
    ...['QUEUED', 'QUEUED'],
  ])
  expect(running.progress).toEqual({ phase: 'waiting for records', rowsDone: 0 })
  expect(early).toMatchObject({ status: 404, text: expect.stringContaining('not ready yet') })
  expect(canceled).toMatchObject({
    status: 200,
    json: { reportStatus: 'ERROR', reason: 'canceled' },
  })
  expect(freed[0].reportStatus).not.toBe('QUEUED')
  expect(freed[1].reportStatus).toBe('QUEUED')
  expect(canceledInQueue.status).toBe(200)
  expect(ended.map(({ reportStatus }) => reportStatus)).toEqual([
    ...['ERROR', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'ERROR'],
  ])
  expect([tooLate.status, unknown.status]).toEqual([409, 404])
})

test('a re-run after a correction keeps the old version, whose verification lists the correction', async () => {
  const shop = await aReportClient(service, 'corrected')
  await shop.send('transaction', [payment('1'), payment('2')])
  const { stores } = service
  const verify = async (reportId: string) => {
    const place = { QUITTANCE_DATA_DIR: stores.folder.path, DATABASE_URL: stores.databaseUrl() }
    return quittance(['reports', 'verify', reportId, '--json'], place)
  }

  const old = await shop.made({ ...FIELDS, reportName: 'Twice' })
  await shop.send('transaction', [payment('2', 'Bergen', { version: 2 })])
  const rerun = await shop.rerun(old.reportId)
  const renewed = await shop.ended(rerun.json.reportId)
  const replaced = await shop.read(old.reportId)
  const oldFile = await shop.get(`/reports/${old.reportId}?download=true`)
  const newFile = await shop.get('/report-downloads?reportName=Twice&reportDate=2026-03-09')
  const verified = await verify(old.reportId)
  const verifiedNew = await verify(renewed.reportId)

  expect(renewed).toMatchObject({ reportStatus: 'COMPLETED', rerunOf: old.reportId })
  expect(replaced.reportStatus).toBe('RERUN')
  expect(rowsOf(oldFile.text)).toEqual(['"1","Oslo"', '"2","Oslo"'])
  expect(rowsOf(newFile.text)).toEqual(['"1","Oslo"', '"2","Bergen"'])
  expect(JSON.parse(verified.out)).toMatchObject({
    file: 'intact',
    isReproduced: false,
    changes: [{ merchantId: 'corrected', recordId: '2', change: 'corrected' }],
  })
  expect(JSON.parse(verifiedNew.out)).toMatchObject({ isReproduced: true, changes: [] })
})

test('a partner’s report covers all merchants below it or a group of them, and no others', async () => {
  const partner = await aReportClient(service, 'partner', { type: 'partner' })
  const account = { type: 'account', parentId: 'partner' } as const
  await anOrganization(service.stores, 'account', account)
  const shops = [
    await aReportClient(service, 'north', { parentId: 'partner' }),
    await aReportClient(service, 'south', { parentId: 'account' }),
    await aReportClient(service, 'stranger'),
  ]
  for (const { send, organizationId } of shops) await send('transaction', [payment(organizationId)])
  await createMerchantGroup(
    { db: service.stores.database, clock: systemClock, machineClock: systemClock },
    { organizationId: 'partner', by: aTester },
    { name: 'Southern', merchantIds: ['south'] },
  )

  const all = await partner.made({ ...FIELDS, reportName: 'All' })
  const grouped = await partner.made({ ...FIELDS, reportName: 'Some', groupName: 'Southern' })
  const forOne = await partner.made({ ...FIELDS, reportName: 'One', organizationId: 'north' })
  const rows = await Promise.all(
    [all, grouped, forOne].map(async ({ reportId }) =>
      rowsOf((await partner.get(`/reports/${reportId}?download=true`)).text),
    ),
  )
  const [north, , stranger] = shops
  const foreign = await Promise.all([
    stranger?.get(`/reports/${all.reportId}`),
    stranger?.get(`/reports/${all.reportId}?download=true`),
    stranger?.cancel(all.reportId),
    stranger?.rerun(all.reportId),
    stranger?.get('/report-downloads?reportName=All&reportDate=2026-03-09'),
    north?.get(`/reports/${all.reportId}`),
  ])
  const own = await north?.get(`/reports/${forOne.reportId}`)

  expect(rows).toEqual([['"north","Oslo"', '"south","Oslo"'], ['"south","Oslo"'], ['"north","Oslo"']])
  expect(foreign.map((response) => response?.status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(own?.json).toMatchObject({ organizationId: 'north', reportStatus: 'COMPLETED' })
})

test('a suspended organization orders nothing, and may still read what it has', async () => {
  const shop = await aReportClient(service, 'suspended')
  await shop.send('transaction', [payment('1')])
  const { reportId } = await shop.made({ reportName: 'Before' })
  const deps = { db: service.stores.database, clock: systemClock, machineClock: systemClock }
  const actor = { organizationId: 'suspended', by: aTester }
  await suspendOrganization(deps, actor, { reason: undefined })

  const responses = await Promise.all([
    shop.order({ reportName: 'After' }),
    shop.rerun(reportId),
    shop.cancel(reportId),
    shop.get(`/reports/${reportId}?download=true`),
  ])

  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 200])
})

test('recipients of a report are mailed a link, never the file', async () => {
  const shop = await aReportClient(service, 'mailing')
  await shop.send('transaction', [payment('1', 'Tromsø')])

  const deliverTo = ['books@example.com', 'audit@example.com']
  const { reportId } = await shop.made({ ...FIELDS, reportName: 'Mailed', deliverTo })

  const { rows } = await service.stores.database.pool.query<{ address: string; payload: object }>(
    `select recipient_address as address, payload from mail_outbox where subject = $1
      order by recipient_address`,
    [`report:${reportId}`],
  )
  expect(rows.map(({ address }) => address)).toEqual([...deliverTo].sort())
  for (const { payload } of rows) {
    expect(payload).toMatchObject({ href: `/reporting/v3/reports/${reportId}?download=true` })
    expect(JSON.stringify(payload)).not.toContain('Tromsø')
  }
})

test('an aging report shows how many days payments have waited for their money', async () => {
  const shop = await aReportClient(service, 'aging')
  const fields = (requestId: string) => ({ fields: { 'Request.RequestID': requestId } })
  await shop.send('batch-item', [
    { recordId: 'paid', occurredAt: '2026-03-06T10:00:00Z', ...fields('1') },
    { recordId: 'waiting', occurredAt: '2026-03-05T10:00:00Z', ...fields('2') },
    { recordId: 'waiting longer', occurredAt: '2026-03-04T10:00:00Z', ...fields('3') },
  ])
  await shop.send('funding', [{ recordId: 'money', occurredAt: '2026-03-07T10:00:00Z', ...fields('1') }])

  const { reportId } = await shop.made({
    reportDefinitionName: 'AgingDetailClass',
    reportName: 'Aging',
    reportFields: ['Request.RequestID', 'Aging.Days'],
  })

  const { text } = await shop.get(`/reports/${reportId}?download=true`)
  expect(rowsOf(text)).toEqual(['"3",4', '"2",3'])
})

test('an unwritable report store costs attempts, and the report says why in words', async () => {
  const shop = await aReportClient(service, 'unlucky')
  await shop.send('transaction', [payment('1')])
  const maker = reportMaker(service)
  const report = await maker.order({ organizationId: 'unlucky' })
  const obstacle = join(maker.folder, 'unlucky')
  const run = () => generateReport(maker.deps, report, new AbortController().signal)
  const { database } = service.stores

  writeFileSync(obstacle, 'a file where a folder should be')
  await expect(run()).rejects.toThrow()
  const first = await shop.read(report.reportId)
  for (let attempt = 2; attempt < ATTEMPTS_MAX; attempt += 1) await expect(run()).rejects.toThrow()
  const counted = await findReport(database.db, ['unlucky'], report.reportId)
  await run()
  rmSync(obstacle)
  const last = await shop.read(report.reportId)
  const download = await shop.get(`/reports/${report.reportId}?download=true`)
  const { rows } = await database.pool.query<{ event_type: string; reason: string }>(
    `select event_type, payload ->> 'reason' as reason from events where subject = $1`,
    [`report:${report.reportId}`],
  )

  const reason = 'The report could not be stored: a file is in its way.'
  expect(first).toMatchObject({ reportStatus: 'PENDING', reason })
  expect(counted?.failures).toBe(ATTEMPTS_MAX - 1)
  expect(last).toMatchObject({ reportStatus: 'ERROR', reason })
  expect(download).toMatchObject({ status: 404, text: expect.stringContaining(reason) })
  expect(rows).toEqual([{ event_type: 'reporting.report.failed', reason }])
})
