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

/** Room for a few small responses. */
const BYTES_MAX = 4_000
const KEPT_HOURS = 49
const DAY_SECONDS = 24 * 3600

const databaseUrl = await createTestDatabase()
await createThingsTable(databaseUrl)
const node = await startIdempotentNode({ databaseUrl, bytesMax: BYTES_MAX })
fileResources.defer(node.close)
const unlimited = await startIdempotentNode({ databaseUrl })
fileResources.defer(unlimited.close)

beforeEach(async () => {
  await node.database.pool.query('truncate idempotency_keys, idempotency_usage, things')
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

  test('can continue without keys, and others can continue with them', async () => {
    await fill(node)

    const without = await send(node, { name: 'without' })
    const other = await send(node, { key: 'other', name: 'other', headers: { 'x-test-caller': 'other' } })
    const forAnother = await send(node, { key: 'child', name: 'x', headers: { 'x-test-organization': 'child' } })

    expect([without.status, other.status, forAnother.status]).toEqual([201, 201, 429])
  })

  test('has room again when stored responses have expired, as early as promised', async () => {
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
