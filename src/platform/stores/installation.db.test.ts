import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { withMigrationLock } from '../postgres/migrate-postgres.ts'
import { Secrets } from '../secrets/secrets.ts'
import { claimRecordsHome, claimSecretKey, moveRecordsHere, type RecordsHome } from './installation.ts'

const folder = (place: string): RecordsHome => ({ kind: 'embedded', folderId: randomUUID(), place })
const external: RecordsHome = { kind: 'external' }
const claim = (url: string, home: RecordsHome) => withMigrationLock(url, (client) => claimRecordsHome(client, home))

test('nodes on one data folder share one installation', async () => {
  const url = await createTestDatabase()
  const home = folder('/srv/a')

  const [first, second] = [await claim(url, home), await claim(url, home)]

  expect(first).toBe(second)
})

test('a node with another data folder is refused and learns where the records are', async () => {
  const url = await createTestDatabase()
  await claim(url, folder('/srv/a'))

  await expect(claim(url, folder('/srv/b'))).rejects.toThrow(/another data folder \(\/srv\/a\): set CLICKHOUSE_URL/)
})

test('records that moved to a server do not come back to an embedded engine', async () => {
  const url = await createTestDatabase()
  const home = folder('/srv/a')
  const before = await claim(url, home)

  const after = await claim(url, external)

  expect(after).toBe(before)
  await expect(claim(url, home)).rejects.toThrow(/set CLICKHOUSE_URL as on the other nodes/)
})

test('the records of a restored installation are in its folder, wherever they were before', async () => {
  const url = await createTestDatabase()
  const home = { folderId: randomUUID(), place: '/srv/restored' }
  const before = await claim(url, external)

  await withMigrationLock(url, (client) => moveRecordsHere(client, home))

  expect(await claim(url, { kind: 'embedded', ...home })).toBe(before)
})

test('a node with another secret key is refused and learns what to set', async () => {
  const url = await createTestDatabase()
  await claim(url, external)
  const claimKey = (byte: number) =>
    withMigrationLock(url, (client) => claimSecretKey(client, new Secrets(Buffer.alloc(32, byte))))

  await claimKey(1)
  await claimKey(1)

  await expect(claimKey(2)).rejects.toThrow(/another key: set QUITTANCE_SECRET_KEY/)
})
