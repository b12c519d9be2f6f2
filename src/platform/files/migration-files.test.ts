import { expect, test } from 'vitest'
import { type Migration, pendingMigrations, readMigrations } from './migration-files.ts'

const migration = (version: number): Migration => ({
  version,
  name: `000${version}_step`,
  sql: `select ${version}`,
  checksum: `sum${version}`,
})
const known = [migration(1), migration(2), migration(3)]

test('the migrations of PostgreSQL are numbered from 1', () => {
  const versions = readMigrations().map(({ version }) => version)

  expect(versions.length).toBeGreaterThan(0)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
})

test('what has run is not run again', () => {
  expect(pendingMigrations('PostgreSQL', known, [migration(1), migration(2)])).toEqual([migration(3)])
})

test('a store with a migration that this program does not know is refused', () => {
  expect(() => pendingMigrations('PostgreSQL', known, [...known, migration(4)])).toThrow(
    /PostgreSQL was written by a newer Quittance \(migration 0004_step, this program knows 3\)/,
  )
})

test('a migration that was changed after it ran is refused', () => {
  const changed = { ...migration(2), checksum: 'other' }

  expect(() => pendingMigrations('ClickHouse', known, [migration(1), changed])).toThrow(
    /ClickHouse ran another migration 2/,
  )
})
