import { describe, expect, test } from 'vitest'
import { checkRecordMigrations, migratedTables, pendingSteps } from '../scripts/record-migrations.ts'
import { KINDS } from '../src/catalogue/kinds.ts'
import { columnsOf } from '../src/catalogue/record-table.ts'
import type { Column } from '../src/kernel/stored-column.ts'
import { readRecordMigrations } from '../src/platform/engine/read-record-migrations.ts'
import type { MigrationStep, RecordMigration } from '../src/platform/engine/record-migration.ts'

const amount = { name: 'amount', type: 'nullable-amount' } as const
const at = { name: 'received_at', type: 'instant' } as const
const fees: MigrationStep = { do: 'create-table', table: 'fees', columns: [at, amount] }
const migration = (...steps: readonly MigrationStep[]): RecordMigration => ({
  version: 1,
  name: '0001_step',
  owner: 'records',
  steps,
})

test('every engine can run the existing migrations', () => {
  expect(() => checkRecordMigrations(readRecordMigrations())).not.toThrow()
})

test('the existing migrations create the tables that the catalogue needs', () => {
  const wanted = new Map(Object.values(KINDS).map((kind) => [kind.table, columnsOf(kind)]))

  expect(pendingSteps(readRecordMigrations(), wanted)).toEqual([])
})

test('the existing migrations create seventeen tables, each with the identity columns of a record', () => {
  const tables = migratedTables(readRecordMigrations())

  expect(tables.size).toBe(17)
  for (const [table, columns] of tables) {
    expect(
      columns.slice(0, 10).map(({ name }) => name),
      table,
    ).toEqual([
      ...['organization_id', 'merchant_id', 'occurred_at', 'record_id', 'version', 'is_deleted'],
      ...['content_hash', 'received_at', 'first_received_at', 'source'],
    ])
  }
})

test('a column is added after the one that it names', () => {
  const column = { name: 'first_received_at', type: 'instant' } as const

  const tables = migratedTables([
    migration(fees),
    migration({
      do: 'add-column',
      table: 'fees',
      column,
      after: 'received_at',
      valueFrom: at.name,
    }),
  ])

  expect(tables.get('fees')).toEqual([at, column, amount])
})

test.each<readonly [string, MigrationStep]>([
  ['the table fees is there already', fees],
  ['names a column twice', { do: 'create-table', table: 'costs', columns: [at, at] }],
  ['no table costs', { do: 'add-column', table: 'costs', column: at, after: 'amount' }],
  ['has a column amount already', { do: 'add-column', table: 'fees', column: amount, after: 'amount' }],
  ['has no column rate', { do: 'add-column', table: 'fees', column: { name: 'note', type: 'text' }, after: 'rate' }],
  [
    'which has another type',
    {
      do: 'add-column',
      table: 'fees',
      column: { name: 'note', type: 'text' },
      after: 'amount',
      valueFrom: 'amount',
    },
  ],
  ['has no column rate', { do: 'add-index', table: 'fees', index: 'rate_index', column: 'rate', kind: 'range' }],
  ['has no index rate_index', { do: 'fill-index', table: 'fees', index: 'rate_index' }],
])('a step is refused: %s', (problem, step) => {
  expect(() => migratedTables([migration(fees, step)])).toThrow(problem)
})

test.each([
  ['there is no step drop-table', '{"do":"drop-table","table":"fees"}'],
  ['is not a name', '{"do":"fill-index","table":"fees; drop table fees","index":"i"}'],
  ['is not a column', '{"do":"add-column","table":"fees","column":{"name":"x","type":"money"},"after":"record_id"}'],
  ['is not a column', '{"do":"create-table","table":"costs","columns":[{"name":"a b","type":"text"}]}'],
  ['no index of kind hash', '{"do":"add-index","table":"fees","index":"i","column":"record_id","kind":"hash"}'],
  ['a comment is one line', '{"do":"fill-index","table":"fees","index":"i","comment":"a\\nb"}'],
  ['there is no table costs', '{"do":"add-index","table":"costs","index":"i","column":"x","kind":"range"}'],
])('a step that no engine could run is refused: %s', (problem, step) => {
  const steps = [fees, JSON.parse(step) as MigrationStep]

  expect(() => checkRecordMigrations([migration(...steps)])).toThrow(problem)
})

const id: Column = { name: 'record_id', type: 'text' }
const rate: Column = { name: 'rate', type: 'nullable-decimal' }
const wanted = new Map([['fees', [id, amount, rate]]])
const created = (...columns: readonly Column[]): RecordMigration =>
  migration({ do: 'create-table', table: 'fees', columns })

describe('the migration that a change of the catalogue needs', () => {
  test('a new kind needs its table', () => {
    const steps = pendingSteps([], wanted)

    expect(steps).toEqual([{ do: 'create-table', table: 'fees', columns: [id, amount, rate] }])
    expect(pendingSteps([migration(...steps)], wanted)).toEqual([])
  })

  test('each added field needs a column, after that of the field before it', () => {
    const steps = pendingSteps([created(id)], wanted)

    expect(steps).toEqual([
      { do: 'add-column', table: 'fees', column: amount, after: 'record_id' },
      { do: 'add-column', table: 'fees', column: rate, after: 'amount' },
    ])
    expect(pendingSteps([created(id), migration(...steps)], wanted)).toEqual([])
  })

  test('a column that is no longer needed stays', () => {
    const former: Column = { name: 'note', type: 'text' }

    expect(pendingSteps([created(id, former, amount, rate)], wanted)).toEqual([])
  })

  test('a field cannot take another type under its column’s name', () => {
    const other = created(id, { name: 'amount', type: 'text' }, rate)

    expect(() => pendingSteps([other], wanted)).toThrow(/Give the field another column/)
  })

  test('identity columns cannot be added later', () => {
    expect(() => pendingSteps([created(amount)], wanted)).toThrow(/first column/)
  })
})
