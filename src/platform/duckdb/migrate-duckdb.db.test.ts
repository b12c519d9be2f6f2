import { afterEach, describe, expect, test } from 'vitest'
import { aRow, RECORD_COLUMNS, recordTableMigration, rowsOf } from '../../../test/support/data/duckdb-records.ts'
import { aTemporaryDuckDb } from '../../../test/support/stores/temporary-duckdb.ts'
import { rowsOfLines } from '../engine/engine.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import type { DuckDbEngine } from './duckdb-engine.ts'

const toRemove: { remove: () => Promise<void> }[] = []

afterEach(async () => {
  for (const temporary of toRemove.splice(0)) await temporary.remove()
})

async function anEngine(): Promise<DuckDbEngine> {
  const temporary = await aTemporaryDuckDb()
  toRemove.push(temporary)
  return temporary.engine
}

const INSTALLATION: RecordMigration = {
  version: 1,
  name: '0001_installation',
  owner: 'platform',
  steps: [{ do: 'create-installation' }],
}
const RECORDS = recordTableMigration('payments', 2)
const LATER: RecordMigration = {
  version: 3,
  name: '0003_later',
  owner: 'records',
  steps: [
    { do: 'add-index', table: 'payments', index: 'by_note', column: 'note', kind: 'equality' },
    { do: 'fill-index', table: 'payments', index: 'by_note' },
    {
      do: 'add-column',
      table: 'payments',
      column: { name: 'first_seen_at', type: 'instant' },
      after: 'occurred_at',
      valueFrom: 'occurred_at',
    },
    {
      do: 'add-column',
      table: 'payments',
      column: { name: 'kind', type: 'repetitive-text' },
      after: 'note',
    },
    {
      do: 'add-column',
      table: 'payments',
      column: { name: 'fee', type: 'nullable-amount' },
      after: 'note',
    },
    {
      do: 'add-column',
      table: 'payments',
      column: { name: 'more', type: 'text-map' },
      after: 'note',
    },
  ],
}

describe('migrations', () => {
  test('migrations run once, in order, and are counted beforehand', async () => {
    const engine = await anEngine()
    const migrations = [INSTALLATION, RECORDS]

    expect(await engine.pendingMigrations(migrations)).toBe(2)
    const first = await engine.migrate(migrations)
    const second = await engine.migrate(migrations)

    expect(first).toEqual({ applied: ['0001_installation', '0002_payments'], version: 2 })
    expect(second).toEqual({ applied: [], version: 2 })
    expect(await engine.pendingMigrations([...migrations, LATER])).toBe(1)
  })

  test('a migration fills new columns of existing rows', async () => {
    const engine = await anEngine()
    await engine.migrate([INSTALLATION, RECORDS])
    await engine.insert('payments', rowsOf(aRow({ note: '0071' })))

    await engine.migrate([INSTALLATION, RECORDS, LATER])
    const lines = [aRow({ record_id: 'r2', note: 'none', first_seen_at: '2026-04-01 00:00:00.000' })]
    const firstSeen = { name: 'first_seen_at', type: 'instant' } as const
    await engine.insert('payments', rowsOfLines([...RECORD_COLUMNS, firstSeen], lines))

    const rows = await engine.rows(
      `select cast(first_seen_at as varchar) as first_seen_at, kind, fee, more, cast(note_number as varchar) as number
        from payments order by record_id`,
    )
    expect(rows).toEqual([
      { first_seen_at: '2026-03-09 10:00:00', kind: '', fee: null, more: {}, number: '71' },
      { first_seen_at: '2026-04-01 00:00:00', kind: '', fee: null, more: {}, number: null },
    ])
  })

  test('a failed migration changes nothing', async () => {
    const engine = await anEngine()
    const [created] = RECORDS.steps
    const broken = { ...RECORDS, steps: created === undefined ? [] : [created, created] }

    await expect(engine.migrate([INSTALLATION, broken])).rejects.toThrow(/refused migration 0002_payments/)

    expect(await engine.migrate([INSTALLATION, RECORDS])).toMatchObject({
      applied: ['0002_payments'],
    })
  })

  test('migrations of a newer or another program are refused', async () => {
    const engine = await anEngine()
    await engine.migrate([INSTALLATION, RECORDS])

    await expect(engine.migrate([INSTALLATION])).rejects.toThrow(/newer Quittance/)
    const other = { ...RECORDS, steps: LATER.steps }
    await expect(engine.pendingMigrations([INSTALLATION, other])).rejects.toThrow(/different Quittance/)
  })

  test('a migration is the same whatever the order of the keys in its steps', async () => {
    const engine = await anEngine()
    await engine.migrate([INSTALLATION, RECORDS])
    const columns = RECORD_COLUMNS.map(({ name, type }) => ({ type, name }))
    const steps = [{ columns, table: 'payments', do: 'create-table' } as const]

    expect(await engine.pendingMigrations([INSTALLATION, { ...RECORDS, steps }])).toBe(0)
  })
})

test('a store belongs to one installation', async () => {
  const engine = await anEngine()
  await engine.migrate([INSTALLATION])

  await engine.claim('one')
  await engine.claim('one')

  await expect(engine.claim('another')).rejects.toThrow(/belongs to another Quittance installation/)
})

test('the engine describes itself', async () => {
  const engine = await anEngine()

  expect(await engine.describe()).toEqual({
    name: 'DuckDB',
    version: expect.stringMatching(/^v1\./) as string,
    place: undefined,
  })
})
