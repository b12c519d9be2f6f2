import { expect, test } from 'vitest'
import { type Migration, pendingMigrations, readMigrations } from './migration-files.ts'

const migration = (version: number): Migration => ({
  version,
  name: `000${version}_step`,
  sql: `select ${version}`,
  checksum: `sum${version}`,
})
const STORE = { name: 'PostgreSQL', remedy: 'use an empty database' }
const known = [migration(1), migration(2), migration(3)]

test('the migrations of PostgreSQL are numbered from 1', () => {
  const versions = readMigrations().map(({ version }) => version)

  expect(versions.length).toBeGreaterThan(0)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
})

test('a migration that has run is not run again', () => {
  expect(pendingMigrations(STORE, known, [migration(1), migration(2)])).toEqual([migration(3)])
})

test('a store with a migration that this program does not know is refused', () => {
  expect(() => pendingMigrations(STORE, known, [...known, migration(4)])).toThrow(
    /PostgreSQL was written by a newer Quittance \(migration 0004_step, this program knows 3\)/,
  )
})

test('a migration that was changed after it ran is refused', () => {
  const changed = { ...migration(2), checksum: 'other' }

  expect(() => pendingMigrations(STORE, known, [migration(1), changed])).toThrow(
    /^PostgreSQL ran another migration 2 \(0002_step\) .*: it was written by a different Quittance, .*; start that one, or use an empty database\.$/,
  )
})

test('a store of a build from before 0.1.0 is not taken for one of a newer version', () => {
  const former = [1, 2, 3, 4, 5].map((version) => ({ ...migration(version), checksum: `former ${version}` }))

  expect(() => pendingMigrations(STORE, known, former)).toThrow(/such as a build from before 0\.1\.0; start that one/)
})
