import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDataFolder } from '../../test/support/processes/service-process.ts'
import { fileResources } from '../../test/support/run/file-resources.ts'
import { adminQuery } from '../../test/support/stores/database-url.ts'
import { createTestDatabase } from '../../test/support/stores/test-database.ts'
import { valueOrThrow } from '../kernel/reading/reading.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import { platformSettings } from '../platform/config/config.ts'
import { Database } from '../platform/postgres/database.ts'
import { signal } from '../platform/processes/child-process.ts'
import { waitUntil } from '../platform/processes/wait-until.ts'
import { migratePostgresStore, openPostgresStore } from '../platform/stores/stores.ts'
import { openClock } from './open-clock.ts'

const log = pino({ level: 'silent' })
const HOUR_MS = 3_600_000

async function aDatabase(): Promise<{ url: string; database: Database }> {
  const url = await createTestDatabase()
  const database = new Database(url, log)
  fileResources.defer(() => database.close())
  return { url, database }
}

/** A running node in sandbox mode, as the others see it. */
async function aNode({ url, database }: { url: string; database: Database }) {
  const node = await openClock({ mode: 'sandbox', database, url, log })
  onTestFinished(node.end)
  if (node.sandboxClock === undefined) throw new Error('no sandbox clock')
  return { ...node, sandboxClock: node.sandboxClock }
}

/** As a command does it: from a process that is not one of the nodes. */
async function moveByHours(database: Database, hours: number): Promise<void> {
  const clock = await SandboxClock.open({ database })
  const findNothing = async () => ({ isBusy: false, nextAt: undefined })
  await database.transaction((tx) => clock.move(tx, (now) => now.add({ hours }), findNothing))
}

async function shows(clock: SandboxClock, offsetMs: number): Promise<boolean> {
  const seen = await waitUntil(() => (clock.read().offsetMs === offsetMs ? true : undefined), {
    withinMs: 10_000,
  })
  return seen ?? false
}

test('all nodes follow a move, forward and back, and notify their listeners', async () => {
  const place = await aDatabase()
  const [first, second] = [await aNode(place), await aNode(place)]
  const told: string[] = []
  first.sandboxClock.onMove(() => told.push('first'))
  second.sandboxClock.onMove(() => told.push('second'))

  await moveByHours(place.database, 5)
  const forward = [await shows(first.sandboxClock, 5 * HOUR_MS)]
  forward.push(await shows(second.sandboxClock, 5 * HOUR_MS))
  await moveByHours(place.database, -7)
  const back = await shows(second.sandboxClock, -2 * HOUR_MS)
  await shows(first.sandboxClock, -2 * HOUR_MS)

  expect([...forward, back]).toEqual([true, true, true])
  expect(told.toSorted()).toEqual(['first', 'first', 'second', 'second'])
})

test('a node that lost its connection still follows, and listens again', async () => {
  const place = await aDatabase()
  const node = await aNode(place)
  const listening = async (): Promise<true | undefined> => {
    const { rowCount } = await place.database.pool.query(
      `select from pg_stat_activity where application_name = 'quittance clock'
         and datname = current_database()`,
    )
    return rowCount === 1 ? true : undefined
  }

  await adminQuery(
    place.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'quittance clock' and datname = current_database()`,
  )
  await moveByHours(place.database, 1)

  expect(await shows(node.sandboxClock, HOUR_MS)).toBe(true)
  expect(await waitUntil(listening, { withinMs: 10_000 })).toBe(true)
})

test('a move that was not announced is noticed a little later', async () => {
  const place = await aDatabase()
  const node = await aNode(place)

  await place.database.pool.query('update sandbox_clock set offset_ms = 5')

  expect(await shows(node.sandboxClock, 5)).toBe(true)
})

test('a late read never sets the clock back', async () => {
  const { database } = await aDatabase()
  const clock = await SandboxClock.open({ database })

  for (let hours = 1; hours <= 20; hours += 1) {
    const early = [clock.refresh(), clock.refresh()]
    await moveByHours(database, 1)
    await clock.refresh()
    expect(clock.read().offsetMs).toBe(hours * HOUR_MS)
    await Promise.all(early)
    expect(clock.read().offsetMs).toBe(hours * HOUR_MS)
  }
})

test('live mode uses the machine’s time, whatever the database says', async () => {
  const place = await aDatabase()
  await moveByHours(place.database, 5)

  const { clock, sandboxClock } = await openClock({ mode: 'live', ...place, log })

  expect(clock).toBe(systemClock)
  expect(sandboxClock).toBeUndefined()
})

test('a move survives restarts of PostgreSQL and the service, and nodes follow it', async () => {
  const folder = temporaryDataFolder()
  const config = valueOrThrow(platformSettings({ QUITTANCE_DATA_DIR: folder }, ''))
  const start = async () => {
    const store = await openPostgresStore(config, log)
    await migratePostgresStore(store, log)
    const node = await aNode({ url: store.databaseUrl(), database: store.database })
    store.onMove(({ postgres }) => postgres !== undefined && node.moveTo(postgres))
    return { store, node }
  }
  const first = await start()
  await moveByHours(first.store.database, 3)

  const [postmaster] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  signal(Number(postmaster), 'SIGKILL')
  const moved = await waitUntil(
    () =>
      moveByHours(first.store.database, 1).then(
        () => true,
        () => undefined,
      ),
    { withinMs: 30_000 },
  )
  const isFollowing = await shows(first.node.sandboxClock, 4 * HOUR_MS)
  await first.node.end()
  await first.store.close()
  const second = await start()
  const { offsetMs } = second.node.sandboxClock.read()
  await second.node.end()
  await second.store.close()

  expect([moved, isFollowing]).toEqual([true, true])
  expect(offsetMs).toBe(4 * HOUR_MS)
})
