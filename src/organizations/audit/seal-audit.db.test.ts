import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { anAuditEntry, writeEntries } from '../../../test/support/data/audit.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { recordAudit } from '../index.ts'
import { verifyAudit } from '../verification/verify-audit.ts'
import { INSTALLATION } from './audit-entry.ts'
import { auditJobs, startAuditSealing } from './jobs.ts'
import { sealAudit } from './seal-audit.ts'

const log = pino({ level: 'silent' })
const url = await createTestDatabase()
const database = new Database(url, log)
const other = new Database(url, log)
fileResources.defer(() => database.close())
fileResources.defer(() => other.close())
const deps = { db: database, secrets: testSecrets, log }
const run = async (statement: string) => (await database.pool.query(statement)).rows

beforeEach(() => run('truncate audit_entries, audit_unsealed, audit_seals, audit_heads'))

/** The subjects of the chain's entries, in its order. */
const subjectsOf = async (organizationId: string) =>
  (
    await run(`select subject from audit_seals join audit_entries using (organization_id, entry_id)
      where organization_id = '${organizationId}' order by sequence`)
  ).map(({ subject }) => subject)

async function expectNoProblem(): Promise<void> {
  for (const report of await verifyAudit(deps)) expect(report).toMatchObject({ problems: [] })
}

test('entries are sealed once, in the order of their writing, and a second run does nothing', async () => {
  await writeEntries(database, 'a', 3)
  const first = await sealAudit(deps)
  await writeEntries(database, 'b', 2)
  const second = await sealAudit(deps)
  const third = await sealAudit(deps)

  expect([first.sealed, second.sealed, third.sealed]).toEqual([3, 2, 0])
  expect(await subjectsOf('a')).toEqual(['thing:1', 'thing:2', 'thing:3'])
  expect(await run('select from audit_unsealed')).toEqual([])
  await expectNoProblem()
})

test('an open transaction blocks neither writers nor sealers, and its entries are sealed after its commit', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const hasWritten = Promise.withResolvers<void>()
  const late = other.transaction(async (tx) => {
    await recordAudit(tx, anAuditEntry('a', { subject: 'late' }))
    hasWritten.resolve()
    await mayEnd.promise
  })
  await hasWritten.promise

  await writeEntries(database, 'a', 2)
  const meanwhile = await sealAudit(deps)
  mayEnd.resolve()
  await late
  await sealAudit(deps)

  expect(meanwhile.sealed).toBe(2)
  expect(await subjectsOf('a')).toEqual(['thing:1', 'thing:2', 'late'])
  await expectNoProblem()
})

test('a change that is rolled back leaves no entry', async () => {
  const refused = database.transaction(async (tx) => {
    await recordAudit(tx, anAuditEntry('a'))
    throw new Error('no')
  })

  await expect(refused).rejects.toThrow('no')
  expect(await sealAudit(deps)).toMatchObject({ sealed: 0 })
})

test('with many concurrent writers and two sealers, each entry is sealed once and every chain is valid', async () => {
  const organizations = ['a', 'b', 'c', INSTALLATION]
  let areWriting = true
  const sealUntilQuiet = async (db: Database): Promise<number> => {
    let count = 0
    while (areWriting) count += (await sealAudit({ ...deps, db })).sealed
    return count
  }
  const sealers = [sealUntilQuiet(database), sealUntilQuiet(other)]

  await Promise.all(
    Array.from({ length: 16 }, (_, writer) => writeEntries(database, organizations[writer % 4] ?? '', 40)),
  )
  areWriting = false
  const counts = await Promise.all(sealers)
  const rest = await sealAudit(deps)

  expect(counts.reduce((sum, count) => sum + count, rest.sealed)).toBe(640)
  expect(await verifyAudit(deps)).toMatchObject(
    organizations.toSorted().map((organizationId) => ({
      organizationId,
      entries: 160,
      sealed: 160,
      unsealed: 0,
      problems: [],
    })),
  )
})

test.each([
  ['before it adds its seals', 'audit_seals'],
  ['before it moves the head', 'audit_heads'],
  ['before it takes what waited', 'audit_unsealed'],
])('a sealer that is killed %s leaves a valid chain that can be continued', async (_when, table) => {
  await writeEntries(database, 'a', 3)
  await sealAudit(deps)
  await writeEntries(database, 'a', 3)
  const victim = new Database(url, log)
  const { pid } = (await victim.pool.query('select pg_backend_pid() as pid')).rows[0]

  await other.transaction(async (tx) => {
    // Others can read the table; writers wait.
    await sql.raw(`lock table ${table} in exclusive mode`).execute(tx)
    const sealing = sealAudit({ ...deps, db: victim })
    const isKilled = waitUntil(
      async () => {
        const [waiting] = await run(`select pg_terminate_backend(pid) from pg_stat_activity
          where pid = ${pid} and wait_event_type = 'Lock'`)
        return waiting && true
      },
      { withinMs: 10_000 },
    )
    await expect(sealing).rejects.toThrow('was not sealed')
    expect(await isKilled).toBe(true)
  })
  await victim.close()

  expect(await verifyAudit(deps)).toMatchObject([{ sealed: 3, unsealed: 3, problems: [] }])
  await sealAudit(deps)
  expect(await verifyAudit(deps)).toMatchObject([{ sealed: 6, unsealed: 0, problems: [] }])
})

test('a chain that was tampered with is not continued, while others are', async () => {
  await writeEntries(database, 'a', 3)
  await writeEntries(database, 'b', 3)
  await sealAudit(deps)
  await run(`delete from audit_seals where organization_id = 'a' and sequence = 3`)
  await writeEntries(database, 'a', 1)
  await writeEntries(database, 'b', 1)

  const report = await sealAudit(deps)

  expect(report).toEqual({ sealed: 1, broken: ['a'] })
  expect(await verifyAudit(deps)).toMatchObject([
    { organizationId: 'a', unsealed: 1, problemCount: 2 },
    { organizationId: 'b', unsealed: 0, problemCount: 0 },
  ])
})

test('a sealed entry that is queued again is not sealed twice', async () => {
  await writeEntries(database, 'a', 2)
  await sealAudit(deps)
  await writeEntries(database, 'a', 1)
  await run(`insert into audit_unsealed (organization_id, entry_id)
    select organization_id, entry_id from audit_entries`)

  expect(await sealAudit(deps)).toEqual({ sealed: 1, broken: [] })
  expect(await run('select from audit_unsealed')).toEqual([])
  await expectNoProblem()
})

test('a removed unsealed entry blocks nothing, and verification still finds it', async () => {
  await writeEntries(database, 'a', 2)
  await run(`delete from audit_entries where subject = 'thing:1'`)

  expect(await sealAudit(deps)).toEqual({ sealed: 1, broken: [] })
  expect(await verifyAudit(deps)).toMatchObject([{ unsealed: 1, problems: [{ kind: 'waiting-entry-removed' }] }])
})

test('a trail that cannot be sealed fails the job after all others are sealed', async () => {
  await writeEntries(database, 'a', 1)
  await writeEntries(database, 'b', 1)
  // Deeper than the call stack.
  await run(`update audit_entries set details = jsonb_build_object('a',
    (repeat('[', 6000) || repeat(']', 6000))::jsonb) where organization_id = 'a'`)

  await expect(sealAudit(deps)).rejects.toThrow('The audit trail of a was not sealed.')
  expect(await subjectsOf('b')).toEqual(['thing:1'])
})

test('sealing stops soon after it is aborted', async () => {
  await writeEntries(database, 'a', 1)

  expect(await sealAudit(deps, { signal: AbortSignal.abort() })).toEqual({ sealed: 0, broken: [] })
})

test('unsealed entries give one job, however many nodes check, and it seals them', async () => {
  const jobs = () => run('select task_identifier, key from graphile_worker.jobs')
  await writeEntries(database, 'a', 1)

  const watchers = [database, other].map((node) => startAuditSealing({ database: node, log, everyMs: 5 }))
  await waitUntil(async () => ((await jobs()).length > 0 ? true : undefined), { withinMs: 5_000 })
  await Promise.all(watchers.map(({ stop }) => stop()))

  expect(await jobs()).toEqual([{ task_identifier: 'seal-audit', key: 'seal-audit' }])
  await auditJobs({ database, secrets: testSecrets, log })['seal-audit']?.({}, new AbortController().signal)
  expect(await subjectsOf('a')).toEqual(['thing:1'])
})
