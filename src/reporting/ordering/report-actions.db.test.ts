import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { anOrder } from '../../../test/support/data/report-orders.ts'
import { completion } from '../../../test/support/data/reports.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import type { Actor } from '../../kernel/actor.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { finishReport, lockToFinish } from '../reports/finish-report.ts'
import { type Report, requestedNames } from '../reports/report.ts'
import { completed, running, withoutData } from '../reports/report-states.ts'
import { findReport, saveReport } from '../reports/report-store.ts'
import { removeReport } from '../retention/remove-report.ts'
import { cancelReport } from './cancel-report.ts'
import { orderReport } from './order-report.ts'
import { rerunReport } from './rerun-report.ts'

const clock = settableClock('2026-03-10T10:00:00Z')
let database: Database
let organizations = 0
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
})

const deps = () => ({ db: database, clock, machineClock: systemClock })

/** A new merchant with the actions of its keys. */
async function aShop() {
  organizations += 1
  const organizationId = `shop${organizations}`
  await anOrganization({ database }, organizationId)
  const actorOf = (keyId: string): Actor => ({
    organizationId,
    by: { kind: 'key', organizationId, keyId },
  })
  const organization = { organizationId, timeZone: 'UTC' }
  const get = async (reportId: string): Promise<Report> => {
    const report = await findReport(database.db, [organizationId], reportId)
    if (report === undefined) throw new Error('There is no such report.')
    return report
  }
  return {
    organizationId,
    get,
    order: async (changes: Readonly<Record<string, unknown>> = {}, keyId = 'key1') =>
      orderReport(deps(), actorOf(keyId), { organization, body: anOrder(changes) }),
    cancel: async (reportId: string) => cancelReport(deps(), actorOf('key1'), { reportId }),
    rerun: async (reportId: string, keyId = 'key1') => rerunReport(deps(), actorOf(keyId), { reportId }),
    /** Does the worker's part. */
    run: async (reportId: string) =>
      database.transaction(async (tx) => {
        const report = await lockToFinish(tx, { organizationId, reportId })
        await saveReport(tx, running(report, { at: clock.now(), runId: 'run' }))
      }),
    finish: async (reportId: string, outcome: 'COMPLETED' | 'NO_DATA' = 'COMPLETED') =>
      database.transaction(async (tx) => {
        const before = await lockToFinish(tx, { organizationId, reportId })
        const report = running(before, { at: clock.now(), runId: 'run' })
        const { file, manifest } = completion()
        const at = clock.now()
        const ended =
          outcome === 'NO_DATA' || file === undefined || manifest === undefined
            ? withoutData(report, { at })
            : completed(report, { at, file, manifest })
        await finishReport(tx, ended)
      }),
    statuses: async (reports: readonly Report[]) =>
      Promise.all(reports.map(async ({ reportId }) => (await get(reportId)).status)),
  }
}

async function jobsOf({ reportId }: Report): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs
    where task_identifier = 'generate-report' and key like ${`%${reportId}`}`.execute(database.db)
  return rows[0]?.count ?? 0
}

async function actionsOf(organizationId: string): Promise<readonly string[]> {
  const entries = await listAudit(database.db, { organizationId, action: 'report' }, { limit: 100 })
  return entries.map(({ action, subject }) => `${action} ${subject}`)
}

async function ordersOf(shop: Awaited<ReturnType<typeof aShop>>, count: number) {
  const reports: Report[] = []
  for (let number = 1; number <= count; number += 1) {
    const { report } = await shop.order({ reportName: `report ${number}` })
    reports.push(report)
  }
  return reports
}

test('organizations take turns, however many reports and keys one of them has', async () => {
  const [busy, quiet] = [await aShop(), await aShop()]
  const ordered: Report[] = []
  for (const keyId of ['key1', 'key2']) {
    for (const number of [1, 2]) {
      ordered.push((await busy.order({ reportName: `${keyId} ${number}` }, keyId)).report)
    }
  }
  ordered.push((await quiet.order()).report)

  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
    where key like ${`%${busy.organizationId} %`} or key like ${`%${quiet.organizationId} %`}
    order by priority, id`.execute(database.db)

  const [first, second, third, fourth, fifth] = ordered.map(({ reportId }) => expect.stringContaining(reportId))
  expect(rows.map(({ key }) => key)).toEqual([first, fifth, second, third, fourth])
})

describe('an order', () => {
  test('an order creates a report with a job, a date and an audit entry', async () => {
    const shop = await aShop()

    const { outcome, report } = await shop.order({ timezone: 'Asia/Tokyo' })

    expect(outcome).toBe('ordered')
    expect(report).toMatchObject({ status: 'PENDING', frequency: 'ADHOC', rerunOf: undefined })
    expect(report.reportOn.toString()).toBe('2026-03-09')
    expect(report.queuedAt).toEqual(clock.now())
    expect(await shop.get(report.reportId)).toEqual(report)
    expect(await jobsOf(report)).toBe(1)
    expect(await actionsOf(shop.organizationId)).toEqual([`report.ordered report:${report.reportId}`])
  })

  test('a repeated order changes nothing, and another order with the same name is refused', async () => {
    const shop = await aShop()
    const reportFilters = { 'Application.Name': ['ics_auth'], 'BillTo.Email': ['c@d.example'] }
    const first = await shop.order({ reportFilters, deliverTo: ['a@b.example'] })

    const again = await shop.order({
      reportFilters: { 'billto.email': ['c@d.example'], 'Application.Name': ['ics_auth'] },
      deliverTo: ['a@b.example'],
      reportFrequency: 'adhoc',
    })

    expect(again).toEqual({ outcome: 'unchanged', report: first.report, warnings: [] })
    for (const changes of [
      { reportFields: ['Request.RequestID', 'Request.MerchantID'] },
      { reportEndTime: '2026-03-09T00:00:01Z' },
      { timezone: 'GMT' },
      { deliverTo: ['c@b.example'] },
    ]) {
      await expect(shop.order({ reportFilters, deliverTo: ['a@b.example'], ...changes })).rejects.toThrow(
        `reportName is already used by report ${first.report.reportId}`,
      )
    }
    expect(await actionsOf(shop.organizationId)).toHaveLength(1)
  })

  test('an order can reuse the name of a failed report', async () => {
    const shop = await aShop()
    const { report } = await shop.order()
    await shop.cancel(report.reportId)

    const again = await shop.order({ timezone: 'GMT' })

    expect(again.outcome).toBe('ordered')
  })

  test('concurrent orders of several keys create one report', async () => {
    const shop = await aShop()

    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, number) => shop.order({}, `key${number}`)))

    expect(outcomes.filter(({ outcome }) => outcome === 'ordered')).toHaveLength(1)
    expect(new Set(outcomes.map(({ report }) => report.reportId)).size).toBe(1)
  })

  test('an order with an unknown group is refused, and one with a known group is accepted', async () => {
    const shop = await aShop()
    await sql`insert into merchant_groups (organization_id, group_id, name, created_at)
      values (${shop.organizationId}, 'g1', 'north', now())`.execute(database.db)

    const { report } = await shop.order({ groupName: 'north' })

    expect(report.terms.groupName).toBe('north')
    await expect(shop.order({ reportName: 'other', groupName: 'south' })).rejects.toThrow(
      'groupName is not a merchant group of the organization',
    )
  })
})

describe('the reports of a user', () => {
  test('three reports of a user run concurrently, and the others wait in order of arrival', async () => {
    const shop = await aShop()
    const reports = await ordersOf(shop, 5)
    const [first, second, , fourth, fifth] = reports
    expect(reports.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'QUEUED', 'QUEUED'])
    expect(await Promise.all(reports.map(jobsOf))).toEqual([1, 1, 1, 0, 0])

    await shop.finish(second?.reportId ?? '')
    expect((await shop.statuses(reports)).slice(3)).toEqual(['PENDING', 'QUEUED'])
    await shop.finish(first?.reportId ?? '', 'NO_DATA')
    expect((await shop.statuses(reports)).slice(3)).toEqual(['PENDING', 'PENDING'])

    expect([await jobsOf(fourth as Report), await jobsOf(fifth as Report)]).toEqual([1, 1])
  })

  test('concurrent orders of a user never start more than three reports', async () => {
    const shop = await aShop()

    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, number) => shop.order({ reportName: `report ${number}` })),
    )

    const statuses = outcomes.map(({ report }) => report.status).sort()
    expect(statuses).toEqual([...Array(3).fill('PENDING'), ...Array(6).fill('QUEUED')])
  })

  test('the reports of another user do not count', async () => {
    const shop = await aShop()
    await ordersOf(shop, 4)

    const { report } = await shop.order({ reportName: 'of another' }, 'key2')

    expect(report.status).toBe('PENDING')
  })
})

describe('a cancellation', () => {
  test('a cancellation ends an unfinished report in any state and frees its place', async () => {
    const shop = await aShop()
    const reports = await ordersOf(shop, 5)
    const [pending, started, , queued] = reports.map(({ reportId }) => reportId)
    await shop.run(started ?? '')

    const canceled = await shop.cancel(queued ?? '')
    await shop.cancel(pending ?? '')
    expect(await shop.statuses(reports)).toEqual(['ERROR', 'RUNNING', 'PENDING', 'ERROR', 'PENDING'])
    await shop.cancel(started ?? '')

    expect(canceled).toMatchObject({
      status: 'ERROR',
      reason: 'canceled',
      completedAt: clock.now(),
    })
    expect(await actionsOf(shop.organizationId)).toContain(`report.canceled report:${queued}`)
  })

  test('canceling a finished report is refused', async () => {
    const shop = await aShop()
    const { report } = await shop.order()
    await shop.finish(report.reportId)

    await expect(shop.cancel(report.reportId)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'The report is COMPLETED: only an unfinished report can be canceled.',
    })
  })

  test.each(['nothing', 'a\0b', ''])('canceling the unknown report %j is refused', async (reportId) => {
    const shop = await aShop()

    await expect(shop.cancel(reportId)).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe('a re-run', () => {
  test('a re-run has the same terms and replaces the previous version once it succeeds', async () => {
    const shop = await aShop()
    const reportFields = ['Request.RequestID', 'ChargebackAndRetrieval.ARN']
    const { report: first } = await shop.order({ deliverTo: ['a@b.example'], reportFields })
    await shop.finish(first.reportId)

    const second = await shop.rerun(first.reportId)
    expect(requestedNames((await shop.get(second.reportId)).terms)).toEqual(reportFields)
    expect(second).toMatchObject({
      status: 'PENDING',
      rerunOf: first.reportId,
      terms: first.terms,
      period: first.period,
    })
    expect(await shop.statuses([first, second])).toEqual(['COMPLETED', 'PENDING'])
    await shop.finish(second.reportId)

    expect(await shop.statuses([first, second])).toEqual(['RERUN', 'COMPLETED'])
    expect((await shop.get(first.reportId)).file).toBeDefined()
    expect(await actionsOf(shop.organizationId)).toContain(`report.rerun report:${second.reportId}`)
  })

  test('only the current version can be run again; for another version the refusal names the current one', async () => {
    const shop = await aShop()
    const { report: first } = await shop.order()
    await expect(shop.rerun(first.reportId)).rejects.toThrow(
      'The report is PENDING: only a finished report can be run again.',
    )
    await shop.finish(first.reportId)
    const second = await shop.rerun(first.reportId)
    await expect(shop.rerun(first.reportId)).rejects.toThrow(
      `The report is already being run again, as ${second.reportId}.`,
    )
    await shop.finish(second.reportId)

    await expect(shop.rerun(first.reportId)).rejects.toThrow(
      `The report has been replaced by ${second.reportId}: run that one again.`,
    )
    const third = await shop.rerun(second.reportId)
    expect(third.rerunOf).toBe(second.reportId)
  })

  test('a failed re-run keeps the previous version, which can be run again by either id', async () => {
    const shop = await aShop()
    const { report: first } = await shop.order()
    await shop.finish(first.reportId)
    const second = await shop.rerun(first.reportId)
    await shop.cancel(second.reportId)
    expect(await shop.statuses([first, second])).toEqual(['COMPLETED', 'ERROR'])

    const third = await shop.rerun(second.reportId)
    expect(third.rerunOf).toBe(first.reportId)
    await shop.finish(third.reportId)

    expect(await shop.statuses([first, second, third])).toEqual(['RERUN', 'ERROR', 'COMPLETED'])
  })

  test('a replaced version can be run again once its replacement is removed', async () => {
    const shop = await aShop()
    const { report: first } = await shop.order()
    await shop.finish(first.reportId)
    const second = await shop.rerun(first.reportId)
    await shop.finish(second.reportId)
    await removeReport(deps(), { kind: 'service' }, second.reportId)

    const third = await shop.rerun(first.reportId)
    await expect(shop.rerun(first.reportId)).rejects.toThrow(
      `The report is already being run again, as ${third.reportId}.`,
    )
    await shop.finish(third.reportId)

    expect(await shop.statuses([first, third])).toEqual(['RERUN', 'COMPLETED'])
  })

  test('only one of several concurrent re-runs is accepted', async () => {
    const shop = await aShop()
    const { report } = await shop.order()
    await shop.finish(report.reportId)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => shop.rerun(report.reportId, `key${number}`)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a re-run counts towards the three reports of its user', async () => {
    const shop = await aShop()
    const { report } = await shop.order()
    await shop.finish(report.reportId)
    await ordersOf(shop, 3)

    const again = await shop.rerun(report.reportId)

    expect(again.status).toBe('QUEUED')
  })

  test('a re-run of a failed report takes its name back, unless another report has it', async () => {
    const shop = await aShop()
    const { report: failed } = await shop.order()
    await shop.cancel(failed.reportId)
    const again = await shop.rerun(failed.reportId)
    expect(await shop.order()).toMatchObject({ outcome: 'unchanged', report: again })
    await shop.cancel(again.reportId)
    const { report: other } = await shop.order({ timezone: 'GMT' })

    await expect(shop.rerun(failed.reportId)).rejects.toMatchObject({
      kind: 'conflict',
      message: `The name of the report is now used by report ${other.reportId}.`,
    })
  })

  test('a re-run of a failed report can succeed', async () => {
    const shop = await aShop()
    const { report: failed } = await shop.order()
    await shop.cancel(failed.reportId)
    const again = await shop.rerun(failed.reportId)

    await shop.finish(again.reportId)

    expect(await shop.statuses([failed, again])).toEqual(['RERUN', 'COMPLETED'])
  })
})
