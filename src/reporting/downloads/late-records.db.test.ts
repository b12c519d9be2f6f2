import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aReportClient } from '../../../test/support/http/report-client.ts'
import { createMerchantGroup, deleteMerchantGroup } from '../../organizations/groups/change-merchant-groups.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { DuckDbEngine } from '../../platform/duckdb/duckdb-engine.ts'

let service: Awaited<ReturnType<typeof startWholeService>>
beforeAll(async () => {
  service = await startWholeService()
})

const payment = (recordId: string, more: object = {}) => ({
  recordId,
  fields: { 'Request.RequestID': recordId },
  ...more,
})
const by = (name: string) => ({ fields: { 'Request.RequestID': '1', 'BillTo.LastName': name } })

describe('late records of a report', () => {
  test('late records are counted on the report alone, and a re-run includes them', async () => {
    const shop = await aReportClient(service, 'again')
    await shop.send('transaction', [payment('1'), payment('2')])
    const before = await shop.made({ reportName: 'Again' })
    await shop.send('transaction', [payment('3'), payment('4')])
    await shop.send('transaction', [payment('3')])

    const first = await shop.read(before.reportId)
    const listed = await shop.get(
      '/reports?startTime=2026-03-08T00:00:00Z&endTime=2026-03-10T00:00:00Z&timeQueryType=reportTimeFrame',
    )
    const rerun = await shop.ended((await shop.rerun(before.reportId)).json.reportId)
    const replaced = await shop.read(before.reportId)

    expect(before).toMatchObject({ lateRecords: 0, manifest: { rows: 2 } })
    expect(first).toMatchObject({ lateRecords: 2, manifest: { rows: 2 } })
    expect(listed.json.reportSearchResults).toHaveLength(1)
    expect(listed.text).not.toContain('lateRecords')
    expect(rerun).toMatchObject({ lateRecords: 0, manifest: { rows: 4 } })
    expect(replaced.reportStatus).toBe('RERUN')
    expect(replaced).not.toHaveProperty('lateRecords')
  })

  test('late records are those of the report’s period, merchants and filters', async () => {
    const shop = await aReportClient(service, 'selected')
    const sister = await aReportClient(service, 'beside')
    const { reportId } = await shop.made({ reportFilters: { lastName: ['Doe'] } })
    await shop.send('transaction', [
      payment('before', { occurredAt: '2026-03-07T23:59:59.999Z', ...by('Doe') }),
      payment('first', { occurredAt: '2026-03-08T00:00:00Z', ...by('Doe') }),
      payment('after', { occurredAt: '2026-03-09T00:00:00Z', ...by('Doe') }),
      payment('of another', by('Roe')),
      payment('of nobody'),
    ])
    await shop.send('batch-item', [{ recordId: 'other kind', fields: {} }])
    await sister.send('transaction', [payment('foreign', by('Doe'))])

    expect((await shop.read(reportId)).lateRecords).toBe(1)
  })

  test('corrections, deletions and corrected records do not count as late', async () => {
    const shop = await aReportClient(service, 'corrected')
    await shop.send('transaction', [payment('1'), payment('2')])
    const { reportId } = await shop.made()
    await shop.send('transaction', [payment('1', { version: 2, ...by('Roe') })])
    await shop.send('transaction', [payment('2', { version: 2, deleted: true, fields: {} })])
    await shop.send('transaction', [payment('3'), payment('4'), payment('5')])
    await shop.send('transaction', [payment('4', { version: 2, ...by('Roe') })])
    await shop.send('transaction', [payment('5', { version: 2, deleted: true, fields: {} })])

    expect((await shop.read(reportId)).lateRecords).toBe(1)
  })

  test('late records are counted on a report without data', async () => {
    const shop = await aReportClient(service, 'nothing')
    const before = await shop.made()
    await shop.send('transaction', [payment('1')])

    const late = await shop.read(before.reportId)
    const rerun = await shop.ended((await shop.rerun(before.reportId)).json.reportId)

    expect(before).toMatchObject({ reportStatus: 'NO_DATA', lateRecords: 0 })
    expect(late).toMatchObject({ reportStatus: 'NO_DATA', lateRecords: 1 })
    expect(rerun).toMatchObject({ reportStatus: 'COMPLETED', lateRecords: 0 })
  })

  test('late records are counted on an aging report', async () => {
    const shop = await aReportClient(service, 'aging')
    const item = (requestId: string, occurredAt = '2026-02-01T10:00:00Z') => ({
      recordId: requestId,
      occurredAt,
      fields: { 'Request.RequestID': requestId },
    })
    await shop.send('batch-item', [item('1')])
    const { reportId } = await shop.made({
      reportDefinitionName: 'AgingDetailClass',
      reportFields: ['Request.RequestID'],
    })
    await shop.send('funding', [item('2', '2026-03-01T10:00:00Z')])
    await shop.send('batch-item', [item('2'), item('3'), item('4', '2026-03-09T00:00:00Z')])

    expect(await shop.read(reportId)).toMatchObject({ manifest: { rows: 1 }, lateRecords: 1 })
  })

  test('late records are counted on a subscription’s report', async () => {
    const shop = await aReportClient(service, 'subscribed')
    await shop.ask(
      'PUT',
      '/reporting/v3/report-subscriptions',
      JSON.stringify({
        reportDefinitionName: 'TransactionRequestClass',
        reportFields: ['Request.RequestID'],
        reportName: 'Daily',
        timezone: 'GMT',
        startTime: '0000',
      }),
    )
    await shop.ask('POST', '/sandbox/v1/clock', '{"advance":"PT24H","drain":true}')
    const day = systemClock.now().toString().slice(0, 10)
    const found = await shop.get(
      `/reports?startTime=${day}T00:00:00Z&endTime=2100-01-01T00:00:00Z&timeQueryType=executedTime`,
    )
    const [{ reportId }] = found.json.reportSearchResults
    const before = await shop.ended(reportId)
    await shop.send('transaction', [payment('1', { occurredAt: before.reportStartTime })])

    const late = await shop.read(reportId)
    const rerun = await shop.ended((await shop.rerun(reportId)).json.reportId)

    expect(before).toMatchObject({ reportFrequency: 'DAILY', lateRecords: 0 })
    expect(late.lateRecords).toBe(1)
    expect(rerun).toMatchObject({ reportStatus: 'COMPLETED', lateRecords: 0 })
  })
})

describe('late records that cannot be counted', () => {
  test('a report whose group is deleted is shown without late records', async () => {
    const chain = await aReportClient(service, 'chain', { type: 'partner' })
    await anOrganization(service.stores, 'branch', { parentId: 'chain' })
    const clocks = { clock: systemClock, machineClock: systemClock }
    const deps = { db: service.stores.database, ...clocks }
    const actor = { organizationId: 'chain', by: aTester }
    const group = { name: 'North', merchantIds: ['branch'] }
    await createMerchantGroup(deps, actor, group)
    const before = await chain.made({ groupName: 'North' })
    await deleteMerchantGroup(deps, actor, group)

    const { status, json } = await chain.get(`/reports/${before.reportId}`)

    expect(before.lateRecords).toBe(0)
    expect(status).toBe(200)
    expect(json).toMatchObject({ reportStatus: 'NO_DATA', groupName: 'North' })
    expect(json).not.toHaveProperty('lateRecords')
  })

  test('a report is shown without late records while the record store is unavailable', async () => {
    const shop = await aReportClient(service, 'shop')
    await shop.send('transaction', [payment('1')])
    const before = await shop.made()
    const { engine, folder } = service.stores
    const { user, password, host, port } = JSON.parse(readFileSync(join(folder.run, 'records.json'), 'utf8'))
    const moveTo = (url: string) => (engine as DuckDbEngine).moveTo(url)
    onTestFinished(() => moveTo(`http://${user}:${password}@${host}:${port}`))
    moveTo('http://127.0.0.1:1')

    const { status, json } = await shop.get(`/reports/${before.reportId}`)

    expect(before.lateRecords).toBe(0)
    expect(status).toBe(200)
    expect(json).toMatchObject({ reportStatus: 'COMPLETED', manifest: { rows: 1 } })
    expect(json).not.toHaveProperty('lateRecords')
  })
})
