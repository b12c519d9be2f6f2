import { expect, test } from 'vitest'
import { readRecordMigrations } from '../engine/read-record-migrations.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import { checksumOf } from '../files/migration-files.ts'
import { migrationStatements, migrationText } from './table-sql.ts'

const migrations = readRecordMigrations()
const textOf = (name: string): string =>
  migrations.filter((migration) => migration.name === name).map(migrationText)[0] ?? ''

test.each([
  ['0001_installation', '0015061d'],
  ['0002_records', '1d57ff24'],
  ['0003_request_indexes', 'b4995aac'],
])('the SQL of %s is the one that databases have run', (name, checksum) => {
  expect(checksumOf(textOf(name)).slice(0, 8)).toBe(checksum)
})

const LATER: RecordMigration = {
  version: 9,
  name: '0009_first_received_at',
  owner: 'records',
  steps: ['transactions', 'fees'].map((table) => ({
    do: 'add-column',
    table,
    column: { name: 'first_received_at', type: 'instant' },
    after: 'received_at',
    valueFrom: 'received_at',
  })),
}

test('a new column copies the value of another in existing rows', () => {
  expect(migrationText(LATER)).toContain(
    `\nalter table fees add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at;\n`,
  )
})

test('on a cluster a column is added first to the table that has the data', () => {
  const added = migrationStatements(LATER, { name: 'main', database: 'quittance' })

  expect(added.length).toBe(4)
  expect(added.slice(0, 2)).toEqual([
    "alter table `quittance`.`transactions_local` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
    "alter table `quittance`.`transactions` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
  ])
})
