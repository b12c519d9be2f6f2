import { beforeEach, describe, expect, test } from 'vitest'
import {
  createThingsTable,
  type IdempotentNode,
  send,
  startIdempotentNode,
  thingsIn,
} from '../../../../test/support/processes/idempotent-node.ts'
import { fileResources } from '../../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../../test/support/stores/test-database.ts'
import type { Database } from '../../postgres/database.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { respondOnce } from './respond-once.ts'

/** Room for a few small responses. */
const BYTES_MAX = 4_000
const KEPT_HOURS = 49
const DAY_SECONDS = 24 * 3600

/** Responds with a long text that many responses share. */
const pictureRoutes =
  ({ database }: { readonly database: Database }): RoutePlugin =>
  async (app) => {
    app.post('/pictures', async (request, reply) => {
      const { name } = request.body as { readonly name: string }
      const picture = `${name[0]}`.repeat(20_000)
      return respondOnce(reply, {
        database,
        act: (db) => db.transaction(async () => ({ name, picture })),
        present: (body) => ({ status: 200, body, sharedText: picture }),
      })
    })
  }

const databaseUrl = await createTestDatabase()
await createThingsTable(databaseUrl)
const node = await startIdempotentNode({ databaseUrl, bytesMax: BYTES_MAX, routes: pictureRoutes })
fileResources.defer(node.close)
const unlimited = await startIdempotentNode({ databaseUrl, routes: pictureRoutes })
fileResources.defer(unlimited.close)

beforeEach(async () => {
  await node.database.pool.query('truncate idempotency_keys, idempotency_usage, idempotency_parts, things')
})

/** Sends new keys until one is refused, and returns how many were accepted. */
async function fill(on: IdempotentNode): Promise<number> {
  for (let count = 0; count < 50; count += 1) {
    if ((await send(on, { key: `key ${count}`, name: 'x' })).status !== 201) return count
  }
  throw new Error('The quota was never reached.')
}

const makeOlder = (hours: number) =>
  node.database.pool.query('update idempotency_usage set hour = hour - make_interval(hours => $1)', [hours])

describe('an organization whose stored responses have reached their limit', () => {
  test('gets 429 for a new key, with the time to retry, and nothing is done or removed', async () => {
    const accepted = await fill(node)

    const refused = await send(node, { key: 'new', name: 'new' })

    expect([refused.status, refused.reason]).toEqual([429, 'IDEMPOTENCY_QUOTA_REACHED'])
    expect(refused.text).toContain('repeated ones, are accepted')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY_SECONDS)
    expect(accepted).toBeGreaterThan(2)
    expect(await thingsIn(node)).toEqual(Array.from({ length: accepted }, () => 'x'))
    for (let count = 0; count < accepted; count += 1) {
      const repeated = await send(node, { key: `key ${count}`, name: 'x' })
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    }
  })

  test('goes on without keys, and others go on with them', async () => {
    await fill(node)

    const without = await send(node, { name: 'without' })
    const other = await send(node, { key: 'other', name: 'other', headers: { 'x-test-caller': 'other' } })
    const forAnother = await send(node, { key: 'child', name: 'x', headers: { 'x-test-organization': 'child' } })

    expect([without.status, other.status, forAnother.status]).toEqual([201, 201, 429])
  })

  test('has room again when what was stored has expired, as early as it was promised', async () => {
    await fill(node)
    const before = await send(node, { key: 'waiting', name: 'x' })

    await makeOlder(KEPT_HOURS - 1)
    const soon = await send(node, { key: 'waiting', name: 'x' })
    await makeOlder(1)
    const after = await send(node, { key: 'waiting', name: 'x' })
    await node.keys.deleteExpiredKeys()

    expect([before.status, soon.status, after.status]).toEqual([429, 429, 201])
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    const { rows } = await node.database.pool.query('select hour from idempotency_usage')
    expect(rows).toHaveLength(1)
  })
})

test('without a limit any number of responses is stored', async () => {
  await fill(node)

  expect((await send(unlimited, { key: 'more', name: 'more' })).status).toBe(201)
})

describe('a long text that several responses share', () => {
  const parts = async () => {
    const { rows } = await node.database.pool.query('select sealed, kept_until from idempotency_parts')
    return rows as { readonly sealed: Buffer; readonly kept_until: unknown }[]
  }
  const usedBytes = async () => {
    const { rows } = await node.database.pool.query<{ bytes: string }>(
      'select sum(bytes) as bytes from idempotency_usage',
    )
    return Number(rows[0]?.bytes)
  }
  const picture = (key: string, name: string) => send(unlimited, { key, name, path: '/pictures' })

  test('is stored once, encrypted, and put back into each of them to the byte', async () => {
    const first = [await picture('1', 'a1'), await picture('2', 'a2'), await picture('3', 'b3')]
    const replayed = [await picture('1', 'a1'), await picture('2', 'a2'), await picture('3', 'b3')]

    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replayed.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    expect(replayed.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true', 'true'])
    const stored = await parts()
    expect(stored).toHaveLength(2)
    expect(stored.some(({ sealed }) => sealed.includes('aaaa') || sealed.includes('bbbb'))).toBe(false)
    const { rows } = await node.database.pool.query(
      'select max(octet_length(sealed_answer)) as bytes from idempotency_keys',
    )
    expect(rows[0]?.bytes).toBeLessThan(500)
  })

  test('uses the quota once', async () => {
    await picture('1', 'a1')
    const once = await usedBytes()
    await picture('2', 'a2')

    expect(once).toBeGreaterThan(20_000)
    expect((await usedBytes()) - once).toBeLessThan(1_000)
  })

  test('stays as long as the last response that has it', async () => {
    await picture('1', 'a1')
    await node.database.pool.query(`update idempotency_parts set kept_until = now() + interval '1 minute'`)
    await picture('2', 'a2')
    await node.keys.deleteExpiredKeys()
    const [renewed] = await parts()
    await node.database.pool.query(`update idempotency_parts set kept_until = now() - interval '1 minute'`)
    await node.keys.deleteExpiredKeys()

    expect(renewed).toBeDefined()
    expect(await parts()).toEqual([])
  })
})
