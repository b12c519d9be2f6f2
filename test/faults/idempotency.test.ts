import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { exitOf, readLines } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import {
  createThingsTable,
  essence,
  type Moment,
  type Received,
  send,
  thingsIn,
} from '../support/processes/idempotent-node.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

const ROUNDS = isLongRun ? 60 : 2
const KEYS_PER_ROUND = 8
/** Both nodes may be down and restarting on a busy machine. */
const SETTLE_MS_MAX = isLongRun ? 300_000 : 50_000
const program = fileURLToPath(new URL('../support/processes/idempotent-node-process.ts', import.meta.url))

let databaseUrl: string
let database: Database
beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  await createThingsTable(databaseUrl)
  database = new Database(databaseUrl, createLogger({ level: 'silent' }))
  fileResources.defer(() => database.close())
})

describe('a process that is killed', () => {
  const moments: readonly Moment[] = ['claimed', 'in transaction', 'committed']
  test.each(moments)('a process killed when its request is %s leaves one effect and one response', async (moment) => {
    const [first, second] = [await startNode(), await startNode()]
    const name = `revised, killed when ${moment}`
    const headers = { 'x-test-pause': `kill ${moment}` }

    const lost = await send(first, { key: moment, name, headers }).catch(() => 'nothing')
    await first.ended()
    const response = await settled([second], { key: moment, name })
    const again = await settled([second], { key: moment, name })
    const other = await settled([second], { key: moment, name: 'other' })

    expect(lost).toBe('nothing')
    // Once committed, the first response is final.
    expect(response.status).toBe(moment === 'committed' ? 201 : 202)
    expect(essence(again)).toEqual(essence(response))
    expect(other.reason).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await thingsIn({ database })).filter((thing) => thing === name)).toHaveLength(1)
  })
})

test(`kills at random moments leave one effect and one response per key (${ROUNDS} rounds, seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const nodes = [await startNode(), await startNode()]

  for (let round = 1; round <= ROUNDS; round += 1) {
    const keys = Array.from({ length: KEYS_PER_ROUND }, (_, i) => `round ${round} key ${i}`)
    const asking = keys.flatMap((key) => [
      askUntilSettled(nodes, { key, variant: 'a', random }),
      askUntilSettled(nodes, { key, variant: random.isHeads() ? 'a' : 'revised b', random }),
    ])
    const [responsesOf] = await Promise.all([Promise.all(asking), killOneOrBoth(nodes, random)])

    const made = await thingsIn({ database })
    for (const [i, key] of keys.entries()) {
      const responses = [...(responsesOf[2 * i] ?? []), ...(responsesOf[2 * i + 1] ?? [])]
      const successes = responses.filter(({ status }) => status < 300)
      expect([key, made.filter((name) => name.endsWith(`: ${key}`)).length]).toEqual([key, 1])
      expect(new Set(successes.map((response) => JSON.stringify(essence(response)))).size).toBe(1)
    }
  }
})

type NodeProcess = {
  url: string
  readonly child: ChildProcess
  readonly ended: () => Promise<void>
}

async function startNode(): Promise<NodeProcess> {
  const child = spawn(process.execPath, [program, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = exitOf(child)
  fileResources.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = await new Promise<string>((resolve, reject) => {
    readLines(child.stdout, resolve)
    void ended.then(() => reject(new Error('The node did not start.')))
  })
  return { url, child, ended: async () => void (await ended) }
}

/** Kills and replaces; the new process is another node at another address. */
async function killOneOrBoth(nodes: NodeProcess[], random: Random): Promise<void> {
  const victims = random.isHeads() ? [0, 1] : [random.integer(0, 1)]
  for (const victim of victims) {
    await sleep(random.integer(0, 60))
    nodes[victim]?.child.kill('SIGKILL')
  }
  for (const victim of victims) nodes[victim] = await startNode()
}

/** The responses to one client: it asks any node until it has a response, and then once more. */
async function askUntilSettled(
  nodes: readonly NodeProcess[],
  { key, variant, random }: { key: string; variant: string; random: Random },
): Promise<readonly Received[]> {
  const name = `${variant}: ${key}`
  const pauses = Array.from({ length: 3 }, () => random.integer(0, 25))
  await sleep(random.integer(0, 60))
  const first = await settled(nodes, { key, name, pauses })
  return [first, await settled(nodes, { key, name })]
}

/** The first response that is neither lost nor a request to wait. */
async function settled(
  nodes: readonly NodeProcess[],
  { key, name, pauses = [] }: { key: string; name: string; pauses?: readonly number[] },
): Promise<Received> {
  let asked = 0
  const response = await waitUntil(
    async () => {
      const node = nodes[asked % nodes.length] as NodeProcess
      const headers = { 'x-test-pause': String(pauses[asked] ?? 0) }
      asked += 1
      const received = await send(node, { key, name, headers }).catch(() => undefined)
      const isPassing = received === undefined || received.status >= 500
      return isPassing || received.reason === 'IDEMPOTENCY_KEY_IN_USE' ? undefined : received
    },
    { withinMs: SETTLE_MS_MAX, everyMs: 10 },
  )
  if (response === undefined) throw new Error('It was never answered.')
  return response
}
