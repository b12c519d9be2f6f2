import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { haveEnded, runningOn } from '../../../test/support/processes/service-process.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { makeTemporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { openDataFolder } from '../files/data-folder.ts'
import { Database } from '../postgres/database.ts'
import { leaseStores } from './lease-stores.ts'

const lease = (path: string) =>
  leaseStores({
    folder: openDataFolder(path),
    needs: ['postgres'],
    engineMemoryBytesMax: 0,
    log: pino({ level: 'silent' }),
  })

/** Of all tests: a second start need not initialize PostgreSQL. */
const folder = makeTemporaryFolder()
fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))

test('concurrent processes share one keeper, and none is left when all have ended', async () => {
  const leases = await Promise.all([lease(folder), lease(folder), lease(folder)])
  const urls = new Set(leases.map(({ urls: { postgres } }) => postgres))
  const keepers = runningOn(folder)
  await Promise.all(leases.map(({ release }) => release()))

  expect(urls.size).toBe(1)
  expect(keepers.length).toBeGreaterThan(0)
  expect(runningOn(folder)).toEqual([])
  expect(await haveEnded(keepers)).toBe(true)
})

test('commits in the embedded PostgreSQL are durable', async () => {
  const { urls, release } = await lease(folder)
  const database = new Database(urls.postgres ?? '', pino({ level: 'silent' }))
  const { isDurable } = await database.describe()
  await database.close()
  await release()

  expect(isDurable).toBe(true)
})

test.each([
  ['is silent', () => {}],
  ['answers null', (socket: Socket) => void socket.write('null\n{"type":1}\n')],
  ['resets the connection', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
])('an old address of another program, which %s, is abandoned', async (_, receive) => {
  const connections: Socket[] = []
  const stranger = createServer((socket) => {
    connections.push(socket)
    receive(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of connections) socket.destroy()
    stranger.close()
  })
  await new Promise((resolve) => stranger.once('listening', resolve))
  const { port } = stranger.address() as { port: number }
  const { run } = openDataFolder(folder)
  const old = { port, token: 'old', pid: process.pid }
  writeFileSync(join(run, 'keeper.json'), JSON.stringify(old))

  const { urls, release } = await lease(folder)

  expect(urls.postgres).toMatch(/^postgres:/)
  expect(connections.length).toBeGreaterThan(0)
  await release()
})
