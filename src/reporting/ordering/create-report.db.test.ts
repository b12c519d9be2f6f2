import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { anOrder } from '../../../test/support/data/report-orders.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { generationKey } from '../reports/report-jobs.ts'
import { UNFINISHED_MAX } from './create-report.ts'
import { orderReport } from './order-report.ts'
import { reenqueueLostReports } from './reenqueue-lost-reports.ts'

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  await anOrganization({ database }, 'shop')
})

const order = (reportName: string, keyId: string) =>
  orderReport(
    { db: database, clock: settableClock('2026-03-10T10:00:00Z'), machineClock: systemClock },
    { organizationId: 'shop', by: { kind: 'key', organizationId: 'shop', keyId } },
    { organization: { organizationId: 'shop', timeZone: 'UTC' }, body: anOrder({ reportName }) },
  )

test('the number of a user’s unfinished reports is limited', async () => {
  for (let n = 0; n < UNFINISHED_MAX; n += 1) await order(`many ${n}`, 'busy')

  await expect(order('one too many', 'busy')).rejects.toMatchObject({
    kind: 'rate-limited',
    code: 'TOO_MANY_REPORTS',
  })
  await expect(order('somebody else’s'.replace('’', '-'), 'other')).resolves.toBeDefined()
})

test('a report whose job is missing or has failed permanently gets a new job, and no other report does', async () => {
  const names = ['gone', 'dead', 'running', 'waiting']
  const reports = new Map<string, string>()
  for (const name of names) {
    const { report } = await order(name, `key of ${name}`)
    reports.set(name, generationKey(report))
  }
  const key = (name: string): string => reports.get(name) ?? ''
  const jobs = sql.table('graphile_worker._private_jobs')
  await sql`delete from ${jobs} where key = ${key('gone')}`.execute(database.db)
  await sql`update ${jobs} set attempts = max_attempts where key = ${key('dead')}`.execute(database.db)
  await sql`update ${jobs} set locked_at = now(), locked_by = 'node', attempts = max_attempts
    where key = ${key('running')}`.execute(database.db)

  expect(await reenqueueLostReports({ database })).toBe(2)

  const { rows } = await sql<{ key: string; attempts: number; locked: boolean }>`
    select key, attempts, locked_at is not null as locked from ${jobs}
    where key = any(${[...reports.values()]})`.execute(database.db)
  const jobByKey = new Map(rows.map((row) => [row.key, row]))
  expect(names.map((name) => jobByKey.get(key(name))?.attempts === 0)).toEqual([true, true, false, true])
  expect(jobByKey.get(key('running'))?.locked).toBe(true)
  expect(await reenqueueLostReports({ database })).toBe(0)
})
