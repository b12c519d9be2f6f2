import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { claimRecordsHome, type RecordsHome } from './installation.ts'
import { withMigrationLock } from './postgres/migrate-postgres.ts'

const folder = (place: string): RecordsHome => ({ kind: 'embedded', folderId: randomUUID(), place })
const external: RecordsHome = { kind: 'external' }
const claim = (url: string, home: RecordsHome) =>
  withMigrationLock(url, (client) => claimRecordsHome(client, home))

test('nodes on one data folder share one installation', async () => {
  const url = await createTestDatabase()
  const home = folder('/srv/a')

  const [first, second] = [await claim(url, home), await claim(url, home)]

  expect(first).toBe(second)
})

test('a node with another data folder is refused and told where the records are', async () => {
  const url = await createTestDatabase()
  await claim(url, folder('/srv/a'))

  await expect(claim(url, folder('/srv/b'))).rejects.toThrow(
    /another data folder \(\/srv\/a\): set CLICKHOUSE_URL/,
  )
})

test('records that moved to a server do not come back to an embedded engine', async () => {
  const url = await createTestDatabase()
  const home = folder('/srv/a')
  const before = await claim(url, home)

  const after = await claim(url, external)

  expect(after).toBe(before)
  await expect(claim(url, home)).rejects.toThrow(/set CLICKHOUSE_URL as on the other nodes/)
})
