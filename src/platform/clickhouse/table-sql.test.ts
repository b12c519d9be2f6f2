import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRecordMigrations } from '../engine/read-record-migrations.ts'
import { checksumOf } from '../files/migration-files.ts'
import { migrationStatements, migrationText } from './table-sql.ts'

const FORMER = new URL('../../../test/fixtures/clickhouse-migrations/', import.meta.url)
const migrations = readRecordMigrations()
const textOf = (name: string): string =>
  migrations.filter((migration) => migration.name === name).map(migrationText)[0] ?? ''

test.each([
  ['0001_installation', '0015061d'],
  ['0002_records', '1d57ff24'],
  ['0003_request_indexes', 'b4995aac'],
])('the SQL of %s is the one that databases have run', (name, checksum) => {
  expect(textOf(name)).toBe(readFileSync(new URL(`${name}.sql`, FORMER), 'utf8'))
  expect(checksumOf(textOf(name)).slice(0, 8)).toBe(checksum)
})

test('a new column copies the value of another in existing rows', () => {
  expect(textOf('0004_first_received_at')).toContain(
    `\nalter table fees add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at;\n`,
  )
})

test('on a cluster a column is added first to the table that has the data', () => {
  const cluster = { name: 'main', database: 'quittance' }
  const added = migrations.flatMap((migration) =>
    migration.version === 4 ? migrationStatements(migration, cluster) : [],
  )

  expect(added.length).toBe(32)
  expect(added.slice(0, 2)).toEqual([
    "alter table `quittance`.`transactions_local` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
    "alter table `quittance`.`transactions` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
  ])
})
