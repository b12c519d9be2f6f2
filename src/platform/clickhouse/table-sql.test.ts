import { expect, test } from 'vitest'
import { readRecordMigrations } from '../engine/read-record-migrations.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import { checksumOf } from '../files/migration-files.ts'
import { migrationStatements, migrationText } from './table-sql.ts'

/** By their version. A migration that was released stays as it is: to change the tables, add another one. */
const CHECKSUMS = ['f314f2a3f42e889b']
const CLUSTER_CHECKSUMS = ['86d616748d34f209']
const CLUSTER = { name: 'main', database: 'quittance' }

test('the SQL of a released migration never changes', () => {
  const migrations = readRecordMigrations()
  const sums = migrations.map((migration) => checksumOf(migrationText(migration)).slice(0, 16))
  const clusterSums = migrations.map((migration) =>
    checksumOf(migrationStatements(migration, CLUSTER).join(';\n')).slice(0, 16),
  )

  expect(sums).toEqual(CHECKSUMS)
  expect(clusterSums).toEqual(CLUSTER_CHECKSUMS)
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
  const added = migrationStatements(LATER, CLUSTER)

  expect(added.length).toBe(4)
  expect(added.slice(0, 2)).toEqual([
    "alter table `quittance`.`transactions_local` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
    "alter table `quittance`.`transactions` on cluster 'main' add column if not exists first_received_at DateTime64(3, 'UTC') default received_at after received_at",
  ])
})
