import { expect, test } from 'vitest'
import { migratedTables } from './migrated-tables.ts'
import { readRecordMigrations } from './read-record-migrations.ts'
import type { MigrationStep, RecordMigration } from './record-migration.ts'

const amount = { name: 'amount', type: 'nullable-amount' } as const
const at = { name: 'received_at', type: 'instant' } as const
const fees: MigrationStep = { do: 'create-table', table: 'fees', columns: [at, amount] }
const migration = (...steps: readonly MigrationStep[]): RecordMigration => ({
  version: 1,
  name: '0001_step',
  owner: 'records',
  steps,
})

test('the migrations that are there make sixteen tables, each with what tells records apart', () => {
  const tables = migratedTables(readRecordMigrations())

  expect(tables.size).toBe(16)
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

test('a column is added behind the one that it names', () => {
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
