import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/platform/clock/clock.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { schedule } from '../../src/platform/queue/agenda.ts'
import { listJobs } from '../../src/platform/queue/job-list.ts'
import { aDatabase } from '../support/processes/queue-node.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { untilQuiet } from '../support/run/until-quiet.ts'

const PROGRAM = fileURLToPath(new URL('agenda-node.ts', import.meta.url))
const ROUNDS = isLongRun ? 10 : 1
const FAULTS = isLongRun ? 20 : 5
const SUBJECTS = 12
const PERIODS = isLongRun ? 60 : 20
const WORK_MS_MAX = 60
const DONE_MS_MAX = 180_000
const QUIET_MS_MAX = 30_000
const FIRST_DUE = Temporal.Instant.from('2026-01-01T00:00:00Z')

type Place = { readonly url: string; readonly database: Database }

/** A process of `agenda-node.ts`. Our kills are recorded, so that any other exit is noticed. */
type Node = { readonly child: ChildProcess; isReady: boolean; isHarmed: boolean; said: string }

test(`all due work takes effect exactly once in ${ROUNDS} × ${FAULTS} faults (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const place = await aDatabase()
    await prepare(place.database)
    const nodes: Node[] = []
    onTestFinished(() => nodes.forEach(({ child }) => void child.kill('SIGKILL')))
    const size = random.integer(2, 4)
    while (nodes.length < size) nodes.push(startNode(place))
    await waitUntil(() => nodes.some(({ isReady }) => isReady) || undefined, { withinMs: 30_000 })

    for (let fault = 1; fault <= FAULTS; fault += 1) {
      await sleep(random.integer(0, 1_000))
      await doHarm(place, nodes, random)
      while (living(nodes).length < size) nodes.push(startNode(place))
    }

    await expectAllDoneOnce(place.database)
    await Promise.all(living(nodes).map(stop))
    expect(nodes.filter(hasCrashed).map(({ said }) => said)).toEqual([])
  }
})

async function prepare(database: Database): Promise<void> {
  await database.pool.query(`
    create table runs (subject text, due_at timestamptz, primary key (subject, due_at));
    create table effects (subject text primary key, count integer not null)`)
  await database.transaction(async (tx) => {
    for (let subject = 1; subject <= SUBJECTS; subject += 1) {
      const key = { organizationId: 'shop', kind: 'period', subject: String(subject) }
      await schedule(tx, { ...key, dueAt: FIRST_DUE })
    }
  })
  await database.pool.query(`insert into effects select subject, 0 from agenda`)
}

function startNode({ url }: Place): Node {
  const args = [PROGRAM, url, String(PERIODS), String(WORK_MS_MAX)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const node: Node = { child, isReady: false, isHarmed: false, said: '' }
  child.stdout.once('data', () => {
    node.isReady = true
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    node.said += text
  })
  return node
}

const hasEnded = ({ child }: Node): boolean => child.exitCode !== null || child.signalCode !== null
const living = (nodes: readonly Node[]): readonly Node[] => nodes.filter((node) => !node.isHarmed && !hasEnded(node))
/** A starting node may be refused; a running one must survive whatever happens to the others. */
const hasCrashed = (node: Node): boolean =>
  node.isReady && (node.isHarmed ? (node.child.exitCode ?? 0) !== 0 : hasEnded(node))

/** Kills a node, asks one to stop, or cuts all connections to PostgreSQL. */
async function doHarm(place: Place, nodes: readonly Node[], random: Random): Promise<void> {
  const candidates = living(nodes)
  const victim = candidates[random.integer(0, candidates.length - 1)]
  const harm = random.integer(1, 6)
  if (harm === 1 || victim === undefined) {
    await place.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return
  }
  victim.isHarmed = true
  victim.child.kill(harm === 2 ? 'SIGTERM' : 'SIGKILL')
}

async function stop(node: Node): Promise<void> {
  node.isHarmed = true
  const exited = once(node.child, 'exit')
  node.child.kill('SIGTERM')
  await exited
}

async function expectAllDoneOnce(database: Database): Promise<void> {
  const counts = async (): Promise<readonly number[]> =>
    (await database.pool.query('select count from effects')).rows.map(({ count }) => count)
  const isDone = async () => ((await counts()).every((count) => count >= PERIODS) ? true : undefined)
  await waitUntil(isDone, { withinMs: DONE_MS_MAX })
  const isQuiet = await untilQuiet({ database, clock: systemClock }, { withinMs: QUIET_MS_MAX })

  // Stuck jobs would show up here.
  expect((await listJobs(database)).jobs).toEqual([])
  expect(await counts()).toEqual(Array(SUBJECTS).fill(PERIODS))
  const { rows } = await database.pool.query('select count(*)::int as count from runs')
  expect(rows).toEqual([{ count: SUBJECTS * PERIODS }])
  expect(isQuiet).toBe(true)
}
