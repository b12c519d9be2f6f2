import { sql } from 'kysely'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
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
import type { Database, Transactions } from '../../postgres/database.ts'
import { absentAmong } from '../../postgres/presence.ts'
import { waitUntil } from '../../processes/wait-until.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { respondOnce } from './respond-once.ts'
import { RESPONSE_BYTES_MAX } from './stored-response.ts'

const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON
const insertThing = (db: Transactions, name: string): Promise<string> =>
  db.transaction(async (tx) => {
    await sql`insert into things (name) values (${name})`.execute(tx)
    return name
  })

const Money = Type.Object({ name: Type.String(), amount: Type.Unsafe<unknown>({}) })

const routes = ({ database }: { database: Database }): RoutePlugin => {
  const body = { name: 'money', amount: rawJson('100.10'), internal: 'not in the contract' }
  const once = { database, act: (db: Transactions) => insertThing(db, 'money') }
  return async (app) => {
    app.post('/money', { schema: { response: { 201: Money } } }, async (_request, reply) =>
      respondOnce(reply, { ...once, present: () => ({ status: 201, body }) }),
    )
    app.post('/money-by-class', { schema: { response: { '2xx': Money } } }, async (_, reply) =>
      respondOnce(reply, { ...once, present: () => ({ status: 202, body }) }),
    )
    const content = { 'application/hal+json': { schema: Money } }
    app.post('/hal', { schema: { response: { 200: { content } } } }, async (_, reply) => {
      const headers = { 'Content-Type': 'application/hal+json' }
      return respondOnce(reply, { ...once, present: () => ({ status: 200, headers, body }) })
    })
    app.post('/bytes', async (_request, reply) => {
      const headers = { 'content-type': 'text/csv' }
      const bytes = Buffer.from('a,b\n')
      return respondOnce(reply, { ...once, present: () => ({ status: 200, headers, body: bytes }) })
    })
    app.post('/nothing', async (_request, reply) => respondOnce(reply, { ...once, present: () => ({ status: 204 }) }))
    app.post('/large', async (_request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => insertThing(db, 'large'),
        present: () => ({ status: 201, body: 'x'.repeat(RESPONSE_BYTES_MAX) }),
      }),
    )
    app.post('/checked-at-commit', async (_request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) =>
          db.transaction(async (tx) => {
            await sql`insert into children (parent) values (1)`.execute(tx)
          }),
        present: () => ({ status: 201 }),
      }),
    )
    app.post('/two', async (_request, reply) =>
      respondOnce(reply, {
        database,
        act: async (db) => {
          await insertThing(db, 'first of two')
          return insertThing(db, 'second of two')
        },
        present: () => ({ status: 201 }),
      }),
    )
    app.post('/fails-to-revise', async (_request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => insertThing(db, 'not revised'),
        present: () => ({ status: 201, body: { first: true } }),
        revise: async () => {
          throw new AppError('conflict', 'NO_NEWS', 'There is no news.')
        },
      }),
    )
    app.post('/late-news', async (_request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => insertThing(db, 'late'),
        present: () => ({ status: 201, body: { first: true } }),
        revise: async () => {
          throw new AppError('unavailable', 'STILL_WORKING', 'The news is late.')
        },
      }),
    )
  }
}

let databaseUrl: string
let node: IdempotentNode
const gates = createGates()
beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  await createThingsTable(databaseUrl)
  node = await startIdempotentNode({ databaseUrl, at: gates.at, routes })
  fileResources.defer(node.close)
})

const thingsNamed = async (name: string): Promise<number> =>
  (await thingsIn(node)).filter((thing) => thing === name).length

describe('the response', () => {
  test.each([
    ['/money', 201, 'application/json; charset=utf-8'],
    ['/money-by-class', 202, 'application/json; charset=utf-8'],
    ['/hal', 200, 'application/hal+json'],
  ])('the response of %s follows the route’s contract, first and replayed', async (path, status, type) => {
    const first = await send(node, { path, key: 'contract', name: 'x' })
    const second = await send(node, { path, key: 'contract', name: 'x' })
    const without = await send(node, { path, name: 'x' })

    expect(essence(first)).toEqual([status, '{"name":"money","amount":100.10}', type, null])
    expect(essence(second)).toEqual(essence(first))
    expect(essence(without)).toEqual(essence(first))
  })

  test.each([
    ['/bytes', [200, 'a,b\n', 'text/csv', null]],
    ['/nothing', [204, '', null, null]],
  ])('the response of %s is sent as it is', async (path, expected) => {
    expect(essence(await send(node, { path, key: 'as it is', name: 'x' }))).toEqual(expected)
    expect(essence(await send(node, { path, key: 'as it is', name: 'x' }))).toEqual(expected)
  })

  test('a response that is too large to store rolls back the effect', async () => {
    const response = await send(node, { path: '/large', key: 'large', name: 'x' })

    expect([response.status, response.reason]).toEqual([413, 'ANSWER_TOO_LARGE'])
    expect(await thingsNamed('large')).toBe(0)
  })
})

test('the response is not stored if the commit of its effect fails', async () => {
  await node.database.pool.query(`
    create table parents (id int primary key);
    create table children (parent int references parents deferrable initially deferred)`)
  const request = { path: '/checked-at-commit', key: 'commit', name: 'x' }

  const failed = await send(node, request)
  await node.database.pool.query('insert into parents values (1)')
  const second = await send(node, request)

  expect([failed.status, second.status]).toEqual([500, 201])
  expect(second.headers.has('idempotency-replayed')).toBe(false)
})

test('an action is stopped before a second transaction', async () => {
  expect((await send(node, { path: '/two', name: 'x' })).status).toBe(500)
  expect(await thingsIn(node)).not.toContain('second of two')
})

describe('a revision', () => {
  test('a revision is sent and stored', async () => {
    const first = await send(node, { key: 'revised', name: 'revised' })
    const second = await send(node, { key: 'revised', name: 'revised' })

    expect(first.status).toBe(202)
    expect(essence(second)).toEqual(essence(first))
  })

  test('no one sees the first response before its revision', async () => {
    const pause = { headers: { 'x-test-pause': 'committed:hidden' } }
    const running = send(node, { key: 'hidden', name: 'revised hidden', ...pause })
    await gates.reached('committed:hidden')

    const early = await send(node, { key: 'hidden', name: 'revised hidden' })
    gates.open('committed:hidden')

    expect(early.reason).toBe('IDEMPOTENCY_KEY_IN_USE')
    expect((await running).status).toBe(202)
  })

  test('a failed revision leaves the first response in place', async () => {
    const first = await send(node, { path: '/fails-to-revise', key: 'stands', name: 'x' })
    const second = await send(node, { path: '/fails-to-revise', key: 'stands', name: 'x' })

    expect([first.status, first.text]).toEqual([201, '{"first":true}'])
    expect(essence(second)).toEqual(essence(first))
    expect(await thingsNamed('not revised')).toBe(1)
  })
})

test('a revision that takes too long is reported, and a retry gets the first response', async () => {
  const first = await send(node, { path: '/late-news', key: 'late', name: 'x' })
  const second = await send(node, { path: '/late-news', key: 'late', name: 'x' })

  expect([first.status, first.reason]).toEqual([503, 'STILL_WORKING'])
  expect([second.status, second.text]).toEqual([201, '{"first":true}'])
  expect(await thingsNamed('late')).toBe(1)
})

describe('a node that is taken for dead', () => {
  /** Its process lives on, but the others do not see it any more. */
  async function aLostNode(): Promise<IdempotentNode> {
    const lost = await startIdempotentNode({ databaseUrl, at: gates.at })
    fileResources.defer(lost.close)
    return lost
  }

  async function lose({ presence, database }: IdempotentNode): Promise<void> {
    await presence.end()
    await waitUntil(async () => ((await absentAmong(database, [presence.id])).length > 0 ? true : undefined), {
      withinMs: 5_000,
    })
  }

  test('cannot commit an effect that another has taken over', async () => {
    const lost = await aLostNode()
    const pause = { headers: { 'x-test-pause': 'in transaction:lost' } }
    const running = send(lost, { key: 'lost', name: 'lost', ...pause })
    await gates.reached('in transaction:lost')
    await lose(lost)

    const taken = await send(node, { key: 'lost', name: 'lost' })
    gates.open('in transaction:lost')
    const late = await running
    const again = await send(lost, { key: 'lost', name: 'lost' })

    expect(taken.status).toBe(201)
    expect([late.status, late.reason]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
    expect(late.headers.get('retry-after')).toBe('1')
    expect(essence(again)).toEqual(essence(taken))
    expect(await thingsNamed('lost')).toBe(1)
  })

  test('cannot refuse a request that another has taken over', async () => {
    const lost = await aLostNode()
    const pause = { headers: { 'x-test-pause': 'claimed:lost' } }
    const running = send(lost, { key: 'lost refusal', name: 'refused', ...pause })
    await gates.reached('claimed:lost')
    await lose(lost)

    const taken = await send(node, { key: 'lost refusal', name: 'refused' })
    gates.open('claimed:lost')
    const late = await running

    expect([taken.reason, late.reason]).toEqual(['THING_REFUSED', 'IDEMPOTENCY_KEY_IN_USE'])
  })

  test('cannot revise a response that another has sent', async () => {
    const lost = await aLostNode()
    const pause = { headers: { 'x-test-pause': 'committed:lost' } }
    const running = send(lost, { key: 'given', name: 'revised given', ...pause })
    await gates.reached('committed:lost')
    await lose(lost)

    const given = await send(node, { key: 'given', name: 'revised given' })
    gates.open('committed:lost')
    const late = await running

    expect(given.status).toBe(201)
    expect(essence(late)).toEqual(essence(given))
    expect(await thingsNamed('revised given')).toBe(1)
  })
})
