import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { readMigrations } from '../files/migration-files.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { Database } from './database.ts'
import { absentAmong, announcePresence, isNodeRunning } from './presence.ts'

const log = pino({ level: 'silent' })

async function aDatabase(): Promise<{ url: string; database: Database }> {
  const url = await createTestDatabase()
  const database = new Database(url, log)
  fileResources.defer(() => database.close())
  return { url, database }
}

test('a node is seen until it ends', async () => {
  const { url, database } = await aDatabase()
  const [first, second] = [await announcePresence(url, log), await announcePresence(url, log)]

  const before = await absentAmong(database, [first.id, second.id, 'nobody'])
  await first.end()
  const after = await waitUntil(
    async () => {
      const absent = await absentAmong(database, [first.id, second.id])
      return absent.length > 0 ? absent : undefined
    },
    { withinMs: 5_000 },
  )
  await second.end()

  expect(before).toEqual(['nobody'])
  expect(after).toEqual([first.id])
})

test('a node that lost its connection is seen again', async () => {
  const { url, database } = await aDatabase()
  const node = await announcePresence(url, log)
  const killer = new pg.Client(url)
  await killer.connect()

  const { rowCount } = await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'quittance presence %' and datname = current_database()`,
  )
  await killer.end()
  const isSeen = await waitUntil(
    async () => ((await absentAmong(database, [node.id])).length === 0 ? true : undefined),
    { withinMs: 10_000 },
  )

  expect(rowCount).toBe(1)
  expect(isSeen).toBe(true)
  await node.end()
})

test('a node of an earlier version is seen while it runs', async () => {
  const { url, database } = await aDatabase()
  const newest = readMigrations().length
  const node = await announcePresence(url, log)
  const former = new pg.Client({ connectionString: url, application_name: `quittance presence ${newest - 1}` })
  await former.connect()

  const besideFormer = await isNodeRunning(database, { beforeMigration: newest })
  await former.end()
  const afterFormer = await waitUntil(
    async () => ((await isNodeRunning(database, { beforeMigration: newest })) ? undefined : true),
    { withinMs: 5_000 },
  )
  const forNewer = await isNodeRunning(database, { beforeMigration: newest + 1 })
  await node.end()

  expect([besideFormer, afterFormer, forNewer]).toEqual([true, true, true])
})
