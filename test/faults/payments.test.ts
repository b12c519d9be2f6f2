import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeSandboxDays } from '../../src/payments/processors/sandbox/days/close-days.ts'
import { type DataFolder, openDataFolder } from '../../src/platform/files/data-folder.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../../src/platform/postgres/migrate-postgres.ts'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { migrateQueue } from '../../src/platform/queue/queue.ts'
import { anInvoice } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { storeInvoices } from '../support/data/stored-invoices.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { settableClock } from '../support/run/settable-clock.ts'
import { isLongRun, seeds } from '../support/run/test-run.ts'
import { adminQuery, urlOfDatabase } from '../support/stores/database-url.ts'
import { makeTemporaryFolder } from '../support/stores/temporary-folder.ts'
import { expectBalancedBooks, leftToDo, seenSoFar } from './payment-books.ts'
import { MOMENTS, type Moment } from './payment-faults.ts'

const PROGRAM = fileURLToPath(new URL('payment-node.ts', import.meta.url))
const NODES = 5
const DEATHS = isLongRun ? 2 * MOMENTS.length : MOMENTS.length
/** Rounds between two restarts of PostgreSQL. */
const RESTART_EVERY = 4
const OPERATIONS = isLongRun ? 60 : 25
const INVOICES = isLongRun ? 300 : 60
const DIES_MS_MAX = 120_000
const SETTLE_MS_MAX = 120_000

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startOwnPostgres()
})

test.each(seeds({ usual: 1, long: 40 }))(
  `charged amounts equal recorded ones after ${DEATHS} deaths at any moment of an attempt (seed %i)`,
  async (seed) => {
    const random = seededRandom(seed)
    const { url, database } = await newDatabase(seed)
    const world: World = { url, random, seed, epoch: Date.now(), nodes: [] }
    onTestFinished(() => world.nodes.forEach(({ child }) => void child.kill('SIGKILL')))

    const alive = () => world.nodes.filter(isAlive).length
    const deathsLeft = () => DEATHS - world.nodes.flatMap(({ diedAt }) => diedAt).length
    for (let round = 1; deathsLeft() > 0; round += 1) {
      const wanted = Math.min(NODES, deathsLeft())
      while (alive() < wanted) world.nodes.push(startNode(world))
      if (round % RESTART_EVERY === 1) await restartDuringWork(world)
      await waitUntil(() => alive() < wanted || undefined, { withinMs: DIES_MS_MAX })
    }
    await Promise.all(world.nodes.filter(isAlive).map(kill))
    const quiet = startNode(world, { isQuiet: true })
    world.nodes.push(quiet)
    const isDone = async () => ((await leftToDo(database)) === 0 ? true : undefined)

    expect(await waitUntil(isDone, { withinMs: SETTLE_MS_MAX, everyMs: 200 })).toBe(true)
    await kill(quiet)
    await closeSandboxDays({ database, clock: settableClock('3000-01-01T00:00:00Z') }, { organizationId: 'shop' })
    await expectBalancedBooks(database)
    expect(world.nodes.filter(({ said }) => said.includes('complaint')).map(({ said }) => said)).toEqual([])
    expect(new Set(world.nodes.flatMap(({ diedAt }) => diedAt))).toEqual(new Set(MOMENTS))
    expect(await seenSoFar(database)).toEqual(expect.arrayContaining(SEEN_ALWAYS))
  },
)

const SEEN_ALWAYS = ['charge approved', 'charge declined', 'payment processor COMPLETED']

type OwnPostgres = {
  readonly url: string
  /** So that nodes start faster: there are many of them. */
  readonly compileCache: string
  readonly restart: (isKilled: boolean) => Promise<void>
}

/** A PostgreSQL that the test may kill; the one of the other tests stays. */
async function startOwnPostgres(): Promise<OwnPostgres> {
  const root = makeTemporaryFolder()
  const folder = openDataFolder(join(root, 'data'))
  let server = await startEmbeddedPostgres(folder, silentLog)
  const { url } = server
  fileResources.defer(async () => {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const restart = async (isKilled: boolean) => {
    if (isKilled) signal(postmasterOf(folder), 'SIGKILL')
    await server.stop()
    server = await startEmbeddedPostgres(folder, silentLog)
    // The nodes go on, and find it where it was.
    expect(server.url).toBe(url)
  }
  return { url, compileCache: join(root, 'compiled'), restart }
}

async function newDatabase(seed: number): Promise<{ readonly url: string; readonly database: Database }> {
  const name = `payments_${seed}`
  await adminQuery(postgres.url, `create database ${name}`)
  const url = urlOfDatabase(postgres.url, name)
  await withMigrationLock(url, (client) => migratePostgres(client))
  await migrateQueue(url)
  const database = new Database(url, silentLog)
  onTestFinished(() => database.close())
  await prepare(database)
  return { url, database }
}

function postmasterOf(folder: DataFolder): number {
  return Number(readFileSync(join(folder.postgres, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function prepare(database: Database): Promise<void> {
  await anOrganization({ database }, 'shop')
  const publishedAt = Temporal.Instant.fromEpochMilliseconds(Date.now())
  const invoices = Array.from({ length: INVOICES }, (_, index) =>
    anInvoice({
      position: index + 1,
      invoiceNumber: String(index + 1),
      status: 'SENT',
      publishedAt,
      terms: { canPayPartially: true },
    }),
  )
  await storeInvoices(database, invoices)
}

type Node = {
  readonly child: ChildProcess
  readonly moment: Moment
  said: string
  diedAt: readonly string[]
  isReady: boolean
}
type World = {
  readonly url: string
  readonly seed: number
  readonly random: Random
  readonly epoch: number
  readonly nodes: Node[]
}

function startNode(world: World, { isQuiet = false } = {}): Node {
  const { url, seed, random, epoch, nodes } = world
  const moment = leastTried(nodes)
  const operations = isQuiet ? 0 : random.integer(1, OPERATIONS)
  const args = [PROGRAM, url, epoch, seed + nodes.length, operations, moment].map(String)
  const env = { NODE_COMPILE_CACHE: postgres.compileCache }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env })
  const node: Node = { child, moment, said: '', diedAt: [], isReady: false }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    node.isReady = true
    node.said += text
    node.diedAt = [...node.said.matchAll(/died (.*)\n/g)].map((match) => match[1] ?? '')
  })
  return node
}

/** A node that died early because PostgreSQL did has not tried its moment. */
function leastTried(nodes: readonly Node[]): Moment {
  const tries = (moment: Moment) =>
    nodes.filter((node) => node.moment === moment && (isAlive(node) || node.diedAt.length > 0)).length
  return MOMENTS.toSorted((one, other) => tries(one) - tries(other))[0] ?? MOMENTS[0]
}

function isAlive({ child }: Node): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function kill({ child }: Node): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Restarts PostgreSQL under nodes that have begun, in order or by a kill. */
async function restartDuringWork({ nodes, random }: World): Promise<void> {
  const isBegun = () => nodes.filter(isAlive).every(({ isReady }) => isReady) || undefined
  await waitUntil(isBegun, { withinMs: DIES_MS_MAX })
  await sleep(random.integer(0, 300))
  await postgres.restart(random.isHeads())
}
