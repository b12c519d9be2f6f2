import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCompletedReport, aStoredReport } from '../../../test/support/data/stored-reports.ts'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { aReportStore } from '../../../test/support/stores/report-store.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { FileStore } from '../../platform/file-store/file-store.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { sweepingJobs } from '../generation/jobs.ts'
import { sweepReportFiles } from '../generation/sweep-report-files.ts'
import { manifestKeyOf } from '../reports/report-files.ts'
import { reportPruning } from './jobs.ts'
import { pruneReports } from './prune-reports.ts'
import { removeReport } from './remove-report.ts'
import { findAnyReport } from './report-removal-store.ts'

const MONTHS = 16
const NOW = '2027-07-20T12:00:00Z'
const OLD = '2026-03-19T23:59:59Z'
const YOUNG = '2026-03-20T00:00:00Z'

const { url, database } = await aDatabase()
await anOrganization({ database }, 'shop')
await anOrganization({ database }, 'other')
let reports: FileStore
beforeEach(async () => {
  reports = await aReportStore()
  await database.pool.query('delete from reports; delete from graphile_worker._private_jobs; delete from audit_entries')
})

const deps = () => ({ database, reports })
const prune = () =>
  pruneReports(
    {
      database,
      clock: settableClock(NOW),
      machineClock: systemClock,
      reportRetentionMonths: MONTHS,
    },
    { by: { kind: 'service' } },
  )
const isThere = async (reportId: string) => (await findAnyReport(database.db, reportId)) !== undefined
const auditOf = (action: string) => listAudit(database.db, { action }, { limit: 100 })
async function* piecesOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

describe('expired reports', () => {
  test('expired reports are removed, and later ones are kept', async () => {
    const old = await aCompletedReport(deps(), { completedAt: OLD, queuedAt: OLD })
    const young = await aCompletedReport(deps(), { completedAt: YOUNG, queuedAt: OLD })

    expect(await prune()).toBe(1)
    expect(await prune()).toBe(0)

    expect(await isThere(old.reportId)).toBe(false)
    expect(await isThere(young.reportId)).toBe(true)
  })

  test('expired reports are removed in every state except unfinished ones', async () => {
    const given = { completedAt: OLD, queuedAt: OLD }
    const kept = []
    for (const status of ['PENDING', 'QUEUED', 'RUNNING'] as const) {
      kept.push(await aStoredReport(deps(), status, given))
    }
    for (const status of ['NO_DATA', 'ERROR'] as const) await aStoredReport(deps(), status, given)

    expect(await prune()).toBe(2)

    for (const { reportId } of kept) expect(await isThere(reportId)).toBe(true)
  })

  test('an expired report is removed without the report that replaced it', async () => {
    const old = await aCompletedReport(deps(), {
      completedAt: OLD,
      queuedAt: OLD,
      isReplaced: true,
    })
    const young = await aCompletedReport(deps(), { completedAt: YOUNG, rerunOf: old.reportId })

    await prune()

    expect(await isThere(old.reportId)).toBe(false)
    expect(await isThere(young.reportId)).toBe(true)
  })

  test('removed reports free their names and are audited for each organization', async () => {
    const given = { completedAt: OLD, queuedAt: OLD, frequency: 'ADHOC' } as const
    await aCompletedReport(deps(), { ...given, reportName: 'once' })
    await aCompletedReport(deps(), { ...given, reportName: 'twice' })
    await aCompletedReport(deps(), { ...given, organizationId: 'other' })

    await prune()

    await aCompletedReport(deps(), { frequency: 'ADHOC', reportName: 'once' })
    const audited = (await auditOf('reports.pruned')).map(({ organizationId, details }) => [
      organizationId,
      details['reports'],
    ])
    expect(audited.sort()).toEqual([
      ['other', 1],
      ['shop', 2],
    ])
  })

  test('the daily job removes expired reports, and their files follow', async () => {
    const old = await aCompletedReport(deps(), { completedAt: OLD, queuedAt: OLD })
    const clock = settableClock(NOW)
    const pruning = reportPruning({
      database,
      clock,
      machineClock: systemClock,
      reportRetentionMonths: MONTHS,
      log: silentLog,
    })
    await pruning.schedule()
    const jobs = {
      ...pruning.handlers,
      ...sweepingJobs({ ...deps(), machineClock: systemClock, exportsFolder: temporaryFolder() }),
    }

    const node = await startQueueNode({ url, database }, jobs)
    onTestFinished(node.stop)
    await jobs['prune-reports']?.({}, new AbortController().signal)

    const isGone = async () =>
      (await reports.sizeOf(old.file.key)) === undefined &&
      (await reports.sizeOf(manifestKeyOf(old.file.key))) === undefined
        ? true
        : undefined
    expect(await waitUntil(isGone, { withinMs: 20_000 })).toBe(true)
    const { rows } = await database.pool.query(`select due_at from agenda where kind = 'prune-reports'`)
    expect(rows.map((row) => String(row.due_at))).toEqual(['2027-07-21T00:00:00Z'])
  })
})

describe('a sweep', () => {
  test('a sweep keeps the files that the report refers to and removes all others', async () => {
    const report = await aCompletedReport(deps(), { content: 'the file' })
    const neighbour = await aCompletedReport(deps(), { reportName: 'neighbour' })
    const stray = `shop/${report.reportId}/lost-run.csv`
    await reports.write(stray, piecesOf('half'))

    await sweepReportFiles(deps(), report)
    await sweepReportFiles(deps(), report)

    expect(await reports.sizeOf(stray)).toBeUndefined()
    expect(await text(await reports.read(report.file.key))).toBe('the file')
    expect(await reports.sizeOf(manifestKeyOf(report.file.key))).toBeGreaterThan(0)
    expect(await reports.sizeOf(neighbour.file.key)).toBeGreaterThan(0)
  })

  test('a sweep keeps the file of a replaced version', async () => {
    const report = await aCompletedReport(deps(), { isReplaced: true })

    await sweepReportFiles(deps(), report)

    expect(await reports.sizeOf(report.file.key)).toBe(report.file.bytes)
  })

  test.each(['PENDING', 'QUEUED', 'RUNNING'] as const)('a sweep ignores a report that is %s', async (status) => {
    const report = await aStoredReport(deps(), status)
    const key = `shop/${report.reportId}/a-run.csv`
    await reports.write(key, piecesOf('being made'))

    await sweepReportFiles(deps(), report)

    expect(await reports.sizeOf(key)).toBe(10)
  })

  test.each(['NO_DATA', 'ERROR'] as const)('a sweep removes all files of a report that is %s', async (status) => {
    const report = await aStoredReport(deps(), status)
    const key = `shop/${report.reportId}/a-run.csv`
    await reports.write(key, piecesOf('half'))

    await sweepReportFiles(deps(), report)

    expect(await reports.sizeOf(key)).toBeUndefined()
  })

  test('a sweep removes all files of a removed report', async () => {
    await reports.write('shop/gone/a-run.csv', piecesOf('left'))

    await sweepReportFiles(deps(), { organizationId: 'shop', reportId: 'gone' })

    expect(await reports.sizeOf('shop/gone/a-run.csv')).toBeUndefined()
  })
})

describe('removing a report', () => {
  const remove = (reportId: string) => removeReport({ db: database, machineClock: systemClock }, aTester, reportId)

  test('removing a report deletes its row, enqueues a job for its files and is audited', async () => {
    const report = await aCompletedReport(deps())

    await remove(report.reportId)

    expect(await isThere(report.reportId)).toBe(false)
    const { rows } = await database.pool.query('select task_identifier from graphile_worker.jobs')
    expect(rows).toEqual([{ task_identifier: 'sweep-report-files' }])
    expect(await auditOf('report.removed')).toMatchObject([
      {
        organizationId: 'shop',
        actor: aTester,
        subject: `report:${report.reportId}`,
        details: { reportName: 'Daily', reportDate: '2026-03-09' },
      },
    ])
  })

  test('removing an unfinished or unknown report is refused', async () => {
    const { reportId } = await aStoredReport(deps(), 'RUNNING')

    await expect(remove(reportId)).rejects.toThrow('RUNNING')
    await expect(remove('unknown')).rejects.toThrow('Report not found.')
    await expect(remove('a\0b')).rejects.toThrow('Report not found.')
    expect(await isThere(reportId)).toBe(true)
  })
})
