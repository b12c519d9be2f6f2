import { Readable } from 'node:stream'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import {
  createGates,
  createThingsTable,
  essence,
  type IdempotentNode,
  send,
  startIdempotentNode,
  thingsIn,
} from '../../../../test/support/processes/idempotent-node.ts'
import { fileResources } from '../../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../../test/support/stores/test-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { waitUntil } from '../../processes/wait-until.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { RESPONSE_BYTES_MAX } from './stored-response.ts'

const HOUR = 3600 * 1000

let databaseUrl: string
let node: IdempotentNode
let calls = 0
const gates = createGates()

/** Routes that respond by themselves; each call counts. */
const plainRoutes: RoutePlugin = async (app) => {
  app.addHook('preHandler', async () => {
    calls += 1
  })
  for (const method of ['POST', 'PUT', 'GET', 'DELETE'] as const) {
    app.route({ method, url: '/plain/*', handler: async () => ({ calls }) })
  }
  app.post('/empty', async (_request, reply) => reply.code(204).send())
  app.post('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from([`${calls}`])))
  app.post('/large', async () => 'x'.repeat(RESPONSE_BYTES_MAX + 1))
  app.post('/unauthenticated', async () => {
    throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'No.')
  })
  app.post('/too-many', async () => {
    throw new AppError('rate-limited', 'TOO_MANY_REQUESTS', 'No.')
  })
  const withoutCard = { idempotencyFingerprint: ({ body }: { body: unknown }) => nameIn(body) }
  app.post('/keyed', { config: { requiresIdempotencyKey: true } }, async () => ({ calls }))
  app.post('/card', { config: withoutCard }, async () => ({ calls }))
}

const nameIn = (body: unknown): string => (body as { name: string }).name.replace(/\d{16}/, '')

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  await createThingsTable(databaseUrl)
  node = await startIdempotentNode({ databaseUrl, at: gates.at, routes: () => plainRoutes })
  fileResources.defer(node.close)
})

describe('a key', () => {
  test('an equal request gets the first response, byte for byte, and has no second effect', async () => {
    const first = await send(node, { key: 'equal', name: 'equal' })
    const second = await send(node, { key: 'equal', name: 'equal' })

    expect(first.status).toBe(201)
    expect(essence(second)).toEqual(essence(first))
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('v-c-correlation-id')).not.toBe(first.headers.get('v-c-correlation-id'))
    expect(await thingsNamed('equal')).toBe(1)
  })

  test.each([
    ['body', { name: 'other' }],
    ['query', { name: 'one', path: '/things?a=b' }],
  ])('a key is refused with another %s', async (what, other) => {
    const key = `reused ${what}`
    await send(node, { key, name: 'one' })

    const refused = await send(node, { key, ...other })

    expect([refused.status, refused.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(refused.headers.has('retry-after')).toBe(false)
  })

  test('a key applies to its organization, method and path only', async () => {
    const requests = [
      { method: 'POST', path: '/plain/1' },
      { method: 'PUT', path: '/plain/1' },
      { method: 'POST', path: '/plain/2' },
      { method: 'POST', path: '/plain/1', headers: { 'x-test-organization': 'shop2' } },
    ].map((request) => ({ ...request, key: 'scope', name: 'same' }))

    const firsts = []
    for (const request of requests) firsts.push(await send(node, request))
    const seconds = []
    for (const request of requests) seconds.push(await send(node, request))

    expect(new Set(firsts.map(({ text }) => text)).size).toBe(requests.length)
    expect(seconds.map(essence)).toEqual(firsts.map(essence))
  })

  test.each(['', 'x'.repeat(256), 'a\tb', 'schlüssel'])('the key %j is refused by name', async (key) => {
    const refused = await send(node, { key, name: 'bad key' })

    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text)).toMatchObject({
      reason: 'INVALID_IDEMPOTENCY_KEY',
      details: [{ field: 'Idempotency-Key', reason: 'INVALID_DATA' }],
    })
  })

  test('a route can require a key: a request without one is refused, and the header is named', async () => {
    const response = await fetch(`${node.url}/keyed`, { method: 'POST' })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      reason: 'IDEMPOTENCY_KEY_MISSING',
      details: [{ field: 'Idempotency-Key', reason: 'MISSING_FIELD' }],
    })
    expect((await send(node, { path: '/keyed', key: 'given', name: 'x' })).status).toBe(200)
  })

  test.each(['x', 'x'.repeat(255), "a b,c'~"])('the key %j is accepted', async (key) => {
    expect((await send(node, { key, name: 'good key' })).status).toBe(201)
  })

  test('a key is the same in another spelling of its path', async () => {
    await send(node, { key: 'spelled', name: 'spelled' })
    const again = await send(node, { key: 'spelled', name: 'spelled', path: '/th%69ngs' })
    const slashed = await send(node, { key: 'spelled', name: 'spelled', path: '/things/' })

    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(slashed.headers.get('idempotency-replayed')).toBe('true')
    expect(await thingsNamed('spelled')).toBe(1)
  })

  test('a key works on a path of any length', async () => {
    const path = `/plain/${'%F0%9F%92%B6'.repeat(1_000)}`

    const first = await send(node, { path, key: 'long', name: 'x' })
    const second = await send(node, { path, key: 'long', name: 'x' })
    const other = await send(node, { path: `${path}x`, key: 'long', name: 'x' })

    expect(essence(second)).toEqual(essence(first))
    expect([other.status, other.text === first.text]).toEqual([200, false])
  })

  test.each(['GET', 'DELETE'])('a key is ignored on a %s', async (method) => {
    const ask = () => fetch(`${node.url}/plain/x`, { method, headers: { 'idempotency-key': 'read' } })

    const [first, second] = [await (await ask()).text(), await (await ask()).text()]

    expect(second).not.toBe(first)
  })
})

describe('a response', () => {
  test('a refusal is stored', async () => {
    const first = await send(node, { key: 'refused', name: 'refused' })
    const second = await send(node, { key: 'refused', name: 'refused' })

    expect([first.status, first.reason]).toEqual([409, 'THING_REFUSED'])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(essence(second)).toEqual(essence(first))
  })

  test.each([
    ['/unauthenticated', 401],
    ['/too-many', 429],
    ['/things', 500],
  ])('a response of %s (%i) is not stored, and frees the key', async (path, status) => {
    const first = await send(node, { path, key: 'passing', name: 'broken' })
    const second = await send(node, { path, key: 'passing', name: 'broken' })
    const other = await send(node, { path, key: 'passing', name: 'other' })

    expect([first.status, second.status]).toEqual([status, status])
    expect(second.headers.has('idempotency-replayed')).toBe(false)
    expect(other.reason).not.toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test.each(['/stream', '/large'])('a response of %s is sent but not stored', async (path) => {
    const [first, second] = [
      await send(node, { path, key: 'whole', name: 'x' }),
      await send(node, { path, key: 'whole', name: 'x' }),
    ]

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.has('idempotency-replayed')).toBe(false)
  })

  test('a response without a body is replayed without one', async () => {
    await send(node, { path: '/empty', key: 'empty', name: 'x' })
    const second = await send(node, { path: '/empty', key: 'empty', name: 'x' })

    expect([second.status, second.text]).toEqual([204, ''])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a response is stored for a client that has gone away', async () => {
    const connection = await RawConnection.open(node.port)
    const body = '{"name":"gone"}'
    connection.send(
      `POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: gone\r\n` +
        `X-Test-Pause: in transaction:gone\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await gates.reached('in transaction:gone')
    connection.destroy()
    gates.open('in transaction:gone')

    const second = await settled('gone', 'gone')

    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await thingsNamed('gone')).toBe(1)
  })

  test('neither request nor response is readable in the database', async () => {
    await send(node, { key: 'sealed', name: 'a secret name' })

    const { rows } = await node.database.pool.query<{ row: string }>(
      `select k::text || encode(sealed_answer, 'escape') as row from idempotency_keys k
       where key = 'sealed'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain('secret name')
    expect(rows[0]?.row).not.toContain('location')
  })
})

test('while a request is running, an equal request gets 409 and a time to retry', async () => {
  const pause = { headers: { 'x-test-pause': 'in transaction:wait' } }
  const running = send(node, { key: 'wait', name: 'wait', ...pause })
  await gates.reached('in transaction:wait')

  const early = await send(node, { key: 'wait', name: 'wait' })
  gates.open('in transaction:wait')
  const first = await running
  const late = await send(node, { key: 'wait', name: 'wait' })

  expect([early.status, early.reason]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
  expect(early.headers.get('retry-after')).toBe('1')
  expect([first.status, essence(late)]).toEqual([201, essence(first)])
})

test('a route may leave card data out of the comparison of requests', async () => {
  const card = (name: string) => send(node, { path: '/card', key: 'card', name })

  const first = await card('4111111111111111 Ada')
  const second = await card('4012888888881881 Ada')
  const third = await card('4111111111111111 Bob')

  expect(essence(second)).toEqual(essence(first))
  expect(third.reason).toBe('IDEMPOTENCY_KEY_REUSED')
})

describe('expiration', () => {
  test('a response outlives its node, and a day', async () => {
    const first = await send(node, { key: 'day', name: 'day' })
    await makeOlder('day', 25)
    const restarted = await startIdempotentNode({ databaseUrl })
    fileResources.defer(restarted.close)

    expect(essence(await send(restarted, { key: 'day', name: 'day' }))).toEqual(essence(first))
  })

  test('an expired key starts over, for one of several concurrent requests', async () => {
    await send(node, { key: 'old', name: 'first life' })
    await makeOlder('old', 49)

    const responses = await Promise.all([1, 2, 3, 4].map(() => send(node, { key: 'old', name: 'second life' })))

    const statuses = new Set(responses.map(({ status }) => status))
    expect(statuses).toContain(201)
    expect([...statuses].every((status) => [201, 409].includes(status))).toBe(true)
    expect(await thingsNamed('second life')).toBe(1)
  })

  test('expired keys are deleted, others stay', async () => {
    for (let i = 0; i < 3; i += 1) await send(node, { key: `forgotten ${i}`, name: 'x' })
    await makeOlder('forgotten', 49)
    await send(node, { key: 'remembered', name: 'x' })

    await node.keys.deleteExpiredKeys()

    const { rows } = await node.database.pool.query<{ key: string }>(
      `select key from idempotency_keys where key similar to '(forgotten|remembered)%'`,
    )
    expect(rows).toEqual([{ key: 'remembered' }])
  })

  test.each([49, -49])('a node whose clock is %i h ahead deletes no key and replays its response', async (hours) => {
    const key = `clock ${hours}`
    const first = await send(node, { key, name: key })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
    onTestFinished(() => void vi.useRealTimers())

    const during = await send(node, { key, name: key })
    await node.keys.deleteExpiredKeys()
    const fromThere = await send(node, { key: `from ${key}`, name: key })
    vi.useRealTimers()
    await node.keys.deleteExpiredKeys()

    expect(essence(during)).toEqual(essence(first))
    expect(essence(await send(node, { key, name: key }))).toEqual(essence(first))
    expect(essence(await send(node, { key: `from ${key}`, name: key }))).toEqual(essence(fromThere))
    expect(await thingsNamed(key)).toBe(2)
  })
})

/** Makes the keys with this prefix older than they are. */
async function makeOlder(beginning: string, hours: number): Promise<void> {
  await node.database.pool.query(
    'update idempotency_keys set claimed_at = claimed_at - make_interval(hours => $2) where key like $1',
    [`${beginning}%`, hours],
  )
}

test('a running node deletes old keys by itself', async () => {
  await node.database.pool.query(
    `insert into idempotency_keys (organization_id, method, path, key, fingerprint, claim, node, claimed_at)
     values ('shop1', 'POST', '/', 'ancient', '', gen_random_uuid(), 'gone', '2000-01-01')`,
  )
  const served = await startIdempotentNode({ databaseUrl })

  const isForgotten = await waitUntil(
    async () => {
      const { rowCount } = await node.database.pool.query(`select from idempotency_keys where key = 'ancient'`)
      return rowCount === 0 ? true : undefined
    },
    { withinMs: 20_000 },
  )
  await served.close()

  expect(isForgotten).toBe(true)
})

test('a claim is ended later if its end could not be written to the database', async () => {
  const other = await startIdempotentNode({ databaseUrl })
  fileResources.defer(other.close)
  const pause = { headers: { 'x-test-pause': 'claimed:untold' } }
  const running = send(node, { key: 'untold', name: 'untold', ...pause })
  await gates.reached('claimed:untold')
  await node.database.pool.query('alter table idempotency_keys rename to elsewhere')
  gates.open('claimed:untold')
  const failed = await running
  await node.database.pool.query('alter table elsewhere rename to idempotency_keys')

  const elsewhere = await send(other, { key: 'untold', name: 'untold' })
  const cleanup = node.keys.startCleanup()
  const later = await waitUntil(
    async () => {
      const response = await send(other, { key: 'untold', name: 'untold' })
      return response.status === 409 ? undefined : response
    },
    { withinMs: 5_000 },
  )
  await cleanup.stop()

  expect([failed.status, elsewhere.reason]).toEqual([500, 'IDEMPOTENCY_KEY_IN_USE'])
  expect(later?.status).toBe(201)
  expect(await thingsNamed('untold')).toBe(1)
})

async function thingsNamed(name: string): Promise<number> {
  return (await thingsIn(node)).filter((thing) => thing === name).length
}

/** Retries until no request is in progress any more. */
async function settled(key: string, name: string) {
  const response = await waitUntil(
    async () => {
      const received = await send(node, { key, name })
      return received.reason === 'IDEMPOTENCY_KEY_IN_USE' ? undefined : received
    },
    { withinMs: 10_000 },
  )
  if (response === undefined) throw new Error('It never got a response.')
  return response
}
