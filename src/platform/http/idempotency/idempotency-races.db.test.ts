import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  createThingsTable,
  essence,
  type IdempotentNode,
  type Received,
  send,
  startIdempotentNode,
  thingsIn,
} from '../../../../test/support/processes/idempotent-node.ts'
import { fileResources } from '../../../../test/support/run/file-resources.ts'
import { isLongRun, seed } from '../../../../test/support/run/test-run.ts'
import { createTestDatabase } from '../../../../test/support/stores/test-database.ts'
import { waitUntil } from '../../processes/wait-until.ts'

const RUNS = isLongRun ? 400 : 25

let nodes: readonly IdempotentNode[]
beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  await createThingsTable(databaseUrl)
  const at = async (_moment: string, pause: string) => {
    if (pause !== '') await sleep(Number(pause))
  }
  nodes = await Promise.all([1, 2].map(() => startIdempotentNode({ databaseUrl, at })))
  for (const node of nodes) fileResources.defer(node.close)
})

const aRequest = fc.record({
  node: fc.integer({ min: 0, max: 1 }),
  variant: fc.constantFrom('a', 'b', 'revised a'),
  afterMs: fc.integer({ min: 0, max: 30 }),
  pauseMs: fc.integer({ min: 0, max: 15 }),
})
/** When the nodes lose their presence, so that each takes the other for dead for a moment. */
const losses = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 3 })

test(`any interleaving under one key has one effect and one response (seed ${seed})`, async () => {
  let round = 0
  const property = fc.asyncProperty(
    fc.array(aRequest, { minLength: 1, maxLength: 8 }),
    losses,
    async (requests, losingAfterMs) => {
      round += 1
      const key = `round ${round}`
      const losing = losingAfterMs.map(loseAllPresencesAfter)
      const responses = await Promise.all(
        requests.map(async ({ node, variant, afterMs, pauseMs }) => {
          await sleep(afterMs)
          const headers = { 'x-test-pause': String(pauseMs) }
          return send(nodeAt(node), { key, name: `${variant} ${key}`, headers })
        }),
      )
      await Promise.all(losing)

      const finals = await Promise.all(requests.map(({ node, variant }) => settled(nodeAt(node), { key, variant })))

      const made = (await thingsIn(nodeAt(0))).filter((name) => name.endsWith(` ${key}`))
      expect(made).toHaveLength(1)
      expect(distinct([...responses, ...finals].filter(isSuccess))).toHaveLength(1)
      expect([...responses, ...finals].filter(isUnexpected)).toEqual([])
      const isMaker = ({ variant }: { variant: string }) => made[0] === `${variant} ${key}`
      expect(finals.map(isSuccess)).toEqual(requests.map(isMaker))
    },
  )

  await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true })
  expect(lost).toBeGreaterThan(0)
})

function nodeAt(index: number): IdempotentNode {
  const node = nodes[index]
  if (node === undefined) throw new Error(`There is no node ${index}.`)
  return node
}

const isSuccess = ({ status }: Received): boolean => status < 300
const isUnexpected = ({ status, reason }: Received): boolean =>
  status >= 300 && !['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'].includes(reason ?? '')
const distinct = (responses: readonly Received[]): readonly string[] => [
  ...new Set(responses.map((response) => JSON.stringify(essence(response)))),
]

/** How many presences were lost. */
let lost = 0

async function loseAllPresencesAfter(ms: number): Promise<void> {
  await sleep(ms)
  const { rowCount } = await nodeAt(0).database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'quittance presence %' and datname = current_database()`,
  )
  lost += rowCount ?? 0
}

/** Retries until no request is in progress any more. */
async function settled(node: IdempotentNode, { key, variant }: { key: string; variant: string }): Promise<Received> {
  const response = await waitUntil(
    async () => {
      const received = await send(node, { key, name: `${variant} ${key}` })
      return received.reason === 'IDEMPOTENCY_KEY_IN_USE' ? undefined : received
    },
    { withinMs: 20_000, everyMs: 5 },
  )
  if (response === undefined) throw new Error('It never got a response.')
  return response
}
