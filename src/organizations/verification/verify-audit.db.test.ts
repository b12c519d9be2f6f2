import fc from 'fast-check'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAuditEntry, writeEntries } from '../../../test/support/data/audit.ts'
import { anOrganization, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { Secrets } from '../../platform/secrets/secrets.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { recordAudit } from '../index.ts'
import { verifyAudit } from './verify-audit.ts'

const log = pino({ level: 'silent' })
const database = new Database(await createTestDatabase(), log)
fileResources.defer(() => database.close())
const deps = { db: database, secrets: testSecrets, log }
const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)

const TABLES = ['audit_entries', 'audit_unsealed', 'audit_seals', 'audit_heads'] as const

// Two trails of five sealed entries and one that waits, kept aside so that every test begins with them.
for (const organizationId of ['one', 'two']) await writeEntries(database, organizationId, 5)
await sealAudit(deps)
for (const organizationId of ['one', 'two']) await writeEntries(database, organizationId, 1)
for (const table of TABLES) await run(`create table kept_${table} as table ${table}`)

async function restore(): Promise<void> {
  const statements = TABLES.map(
    (table) => `delete from ${table}; insert into ${table} overriding system value table kept_${table}`,
  )
  await run(statements.join(';'))
}

beforeEach(restore)

async function problemsOf(organizationId: string) {
  const [report] = await verifyAudit(deps, { organizationId })
  return report?.problems
}

test('an untouched trail is valid', async () => {
  const reports = await verifyAudit(deps)

  expect(reports).toMatchObject([
    { organizationId: 'one', entries: 6, sealed: 5, unsealed: 1, problemCount: 0, problems: [] },
    { organizationId: 'two', entries: 6, sealed: 5, unsealed: 1, problemCount: 0, problems: [] },
  ])
  expect(reports[0]?.head).toMatchObject({ sequence: 5n, hash: expect.stringMatching(/^\w{64}$/) })
})

test('another order of keys, chosen by the database, is not a change', async () => {
  await run(`update audit_entries set details = '{"nothing": null, "isTest": true}' || details`)

  expect(await problemsOf('one')).toEqual([])
})

/** The entry at this position in the chain of `one`. */
const at = (sequence: number): string =>
  `(select entry_id from kept_audit_seals where organization_id = 'one' and sequence = ${sequence})`
const entry = (sequence: number): string => `organization_id = 'one' and entry_id = ${at(sequence)}`
const seal = (sequence: string): string => `organization_id = 'one' and sequence ${sequence}`
const WAITING = `(select entry_id from kept_audit_unsealed where organization_id = 'one')`
const INSERT_ENTRY = `insert into audit_entries
  select organization_id, gen_random_uuid(), at, actor, action, subject, details
  from kept_audit_entries where ${entry(3)}`

describe('tampering with a trail is found and named', () => {
  test.each<[string, string[], object[]]>([
    [
      'an entry that was changed',
      [`update audit_entries set subject = 'thing:9' where ${entry(2)}`],
      [{ kind: 'not-as-sealed', sequence: 2n }],
    ],
    [
      'an entry that was moved by a microsecond',
      [`update audit_entries set at = at + interval '1 microsecond' where ${entry(2)}`],
      [{ kind: 'not-as-sealed', sequence: 2n }],
    ],
    [
      'an entry with a time that is none',
      [`update audit_entries set at = 'infinity' where ${entry(2)}`],
      [{ kind: 'not-as-sealed', sequence: 2n }],
    ],
    [
      'an entry that is nested too deeply to be read',
      [
        `update audit_entries set details = (repeat('[', 6000) || repeat(']', 6000))::jsonb
         where ${entry(2)}`,
      ],
      [{ kind: 'not-as-sealed', sequence: 2n }],
    ],
    [
      'an entry that was removed',
      [`delete from audit_entries where ${entry(3)}`],
      [{ kind: 'entry-removed', sequence: 3n }],
    ],
    [
      'the last entry, removed with its seal',
      [`delete from audit_entries where ${entry(5)}`, `delete from audit_seals where ${seal('= 5')}`],
      [{ kind: 'seals-removed', sequence: 5n, lastSequence: 5n }],
    ],
    ['an entry that was put in', [INSERT_ENTRY], [{ kind: 'not-in-chain' }]],
    [
      'an entry that was put in between with a seal',
      [
        `update audit_seals set sequence = sequence + 1000 where ${seal('> 4')}`,
        `update audit_seals set sequence = sequence - 999 where ${seal('> 4')}`,
        INSERT_ENTRY,
        `insert into audit_seals select organization_id, 5, entry_id, sha256('x') from audit_entries
         where organization_id = 'one' and entry_id not in (select entry_id from kept_audit_entries)`,
      ],
      [
        { kind: 'not-as-sealed', sequence: 5n },
        { kind: 'not-as-sealed', sequence: 6n },
        { kind: 'head-differs', sequence: 5n },
        { kind: 'head-rolled-back', sequence: 6n, lastSequence: 6n },
      ],
    ],
    [
      'entries that changed places',
      [
        `update audit_seals set entry_id = gen_random_uuid() where ${seal('= 2')}`,
        `update audit_seals set entry_id = ${at(2)} where ${seal('= 3')}`,
        `update audit_seals set entry_id = ${at(3)} where ${seal('= 2')}`,
      ],
      [
        { kind: 'not-as-sealed', sequence: 2n },
        { kind: 'not-as-sealed', sequence: 3n },
      ],
    ],
    [
      'seals that were removed in the middle',
      [`delete from audit_seals where ${seal('in (2, 3)')}`],
      [{ kind: 'seals-removed', sequence: 2n, lastSequence: 3n }, { kind: 'not-in-chain' }, { kind: 'not-in-chain' }],
    ],
    [
      'seals that were removed at the end',
      [`delete from audit_seals where ${seal('> 4')}`],
      [{ kind: 'seals-removed', sequence: 5n, lastSequence: 5n }, { kind: 'not-in-chain' }],
    ],
    ['a head that is gone', [`delete from audit_heads where organization_id = 'one'`], [{ kind: 'head-missing' }]],
    [
      'a head that was made by somebody else',
      [`update audit_heads set code = sha256('x') where organization_id = 'one'`],
      [{ kind: 'head-forged' }],
    ],
    [
      'a chain that was shortened together with its head',
      [
        `delete from audit_entries where ${entry(5)}`,
        `delete from audit_seals where ${seal('= 5')}`,
        `update audit_heads head set sequence = 4, hash = seal.hash from audit_seals seal
         where head.organization_id = 'one' and seal.organization_id = 'one' and seal.sequence = 4`,
      ],
      [{ kind: 'head-forged' }],
    ],
    [
      'a waiting entry that was removed',
      [`delete from audit_entries where organization_id = 'one' and entry_id = ${WAITING}`],
      [{ kind: 'waiting-entry-removed' }],
    ],
    [
      'an entry that no longer waits and is not sealed',
      [`delete from audit_unsealed where organization_id = 'one'`],
      [{ kind: 'not-in-chain' }],
    ],
  ])('%s', async (_what, statements, expected) => {
    for (const statement of statements) await run(statement)

    expect(await problemsOf('one')).toMatchObject(expected)
    expect(await problemsOf('two')).toEqual([])
  })

  test('a rebuilt chain with matching hashes', async () => {
    const { rows } = await run(`select * from audit_heads where organization_id = 'one'`)
    await run(`update audit_entries set subject = 'thing:9' where ${entry(2)}`)
    await run(`insert into audit_unsealed (organization_id, entry_id) select 'one', entry_id
      from audit_seals where organization_id = 'one' order by sequence`)
    for (const table of ['audit_seals', 'audit_heads']) {
      await run(`delete from ${table} where organization_id = 'one'`)
    }
    await sealAudit({ ...deps, secrets: new Secrets(Buffer.alloc(32, 9)) })
    await run(`update audit_heads set sequence = 5, hash = $1, code = $2 where organization_id = 'one'`, [
      rows[0].hash,
      rows[0].code,
    ])

    expect(await problemsOf('one')).toMatchObject([
      { kind: 'head-differs', sequence: 5n },
      { kind: 'head-rolled-back', sequence: 6n },
    ])
  })

  test('an older head of the same chain', async () => {
    const { rows } = await run(`select hash, code from audit_heads where organization_id = 'one'`)
    await sealAudit(deps)
    await run(`update audit_heads set sequence = 5, hash = $1, code = $2 where organization_id = 'one'`, [
      rows[0].hash,
      rows[0].code,
    ])

    expect(await problemsOf('one')).toEqual([{ kind: 'head-rolled-back', sequence: 6n, lastSequence: 6n }])
  })

  test('an organization whose whole trail is gone', async () => {
    await anOrganization({ database }, 'erased')
    for (const table of TABLES) await run(`delete from ${table} where organization_id = 'erased'`)

    expect(await problemsOf('erased')).toEqual([{ kind: 'trail-missing' }])
  })
})

test('a chain that was restarted is consistent, but does not contain a kept head', async () => {
  const [before] = await verifyAudit(deps, { organizationId: 'one' })
  const check = { organizationId: 'one', keptHead: before?.head }
  await sealAudit(deps)
  const [grown] = await verifyAudit(deps, check)
  await run(`update audit_entries set subject = 'thing:9' where ${entry(2)}`)
  await run(`insert into audit_unsealed (organization_id, entry_id)
    select 'one', entry_id from audit_seals where organization_id = 'one' order by sequence`)
  await run(`delete from audit_seals where organization_id = 'one'`)
  await run(`delete from audit_heads where organization_id = 'one'`)
  await sealAudit(deps)

  expect(grown).toMatchObject({ sealed: 6, problems: [] })
  expect(await problemsOf('one')).toEqual([])
  expect(await verifyAudit(deps, check)).toMatchObject([{ problems: [{ kind: 'kept-head-differs', sequence: 5n }] }])
})

/** Possible changes of every column that a trail depends on; the text is chosen at random. */
const CHANGES: Readonly<Record<(typeof TABLES)[number], readonly string[]>> = {
  audit_entries: [
    `organization_id = 'other'`,
    `entry_id = gen_random_uuid()`,
    `at = at + interval '1 microsecond'`,
    `actor = actor || jsonb_build_object('name', $1::text)`,
    `action = action || $1::text`,
    `subject = $1::text || subject`,
    `details = details || jsonb_build_object($1::text, 1)`,
    `details = details - 'nothing'`,
  ],
  audit_unsealed: [`organization_id = 'other'`, `entry_id = gen_random_uuid()`],
  audit_seals: [
    `organization_id = 'other'`,
    `sequence = sequence + 100`,
    `entry_id = gen_random_uuid()`,
    `hash = hash || convert_to($1::text, 'UTF8')`,
  ],
  audit_heads: [
    `organization_id = 'other'`,
    `sequence = sequence - 1`,
    `hash = hash || convert_to($1::text, 'UTF8')`,
    `code = code || convert_to($1::text, 'UTF8')`,
  ],
}
const places = fc.record({
  row: fc.nat(),
  text: fc.string({ minLength: 1 }).map((text) => text.replaceAll('\0', '0')),
})
const EVERY_CHANGE = TABLES.flatMap((table) => ['delete', ...CHANGES[table]].map((change) => ({ table, change })))

test.each(EVERY_CHANGE)('$table: $change of any row is found', async ({ table, change }) => {
  await fc.assert(
    fc.asyncProperty(places, async ({ row, text }) => {
      const chosen = `where ctid = (select ctid from ${table} order by organization_id, ctid
        limit 1 offset ${row} % (select count(*) from ${table}))`
      const isWithText = change.includes('$1')
      const { rowCount } = await run(
        change === 'delete' ? `delete from ${table} ${chosen}` : `update ${table} set ${change} ${chosen}`,
        isWithText ? [text] : [],
      )

      const reports = await verifyAudit(deps)

      expect(rowCount).toBe(1)
      expect(reports.some(({ problemCount }) => problemCount > 0)).toBe(true)
      await restore()
    }),
    { seed, numRuns: isLongRun ? 30 : 3 },
  )
})

test('a badly damaged trail is counted in full and reported in part', async () => {
  await run(`insert into audit_entries select 'ruin', gen_random_uuid(), now(), '{}', 'a', 'b', '{}'
    from generate_series(1, 2500)`)

  const [report] = await verifyAudit(deps, { organizationId: 'ruin' })

  expect(report).toMatchObject({ entries: 2500, problemCount: 2500 })
  expect(report?.problems).toHaveLength(1000)
})

test('a chain of several pages is checked to its end', async () => {
  await database.transaction(async (tx) => {
    for (let n = 0; n < 2_100; n += 1) await recordAudit(tx, anAuditEntry('long'))
  })
  await sealAudit(deps)

  expect(await verifyAudit(deps, { organizationId: 'long' })).toMatchObject([
    { entries: 2100, sealed: 2100, unsealed: 0, problemCount: 0 },
  ])
})

test('an unknown organization is refused', async () => {
  await expect(verifyAudit(deps, { organizationId: 'nobody' })).rejects.toMatchObject({
    kind: 'not-found',
  })
})
