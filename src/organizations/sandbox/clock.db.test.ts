import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type ErrorBody, startHttpApp } from '../../../test/support/apps/http-app.ts'
import { aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { addIdempotency } from '../../platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../platform/http/idempotency/idempotency-keys.ts'
import { Database } from '../../platform/postgres/database.ts'
import { clockRoutes } from '../index.ts'
import { readClockMove } from './clock-move.ts'
import { moveClock } from './move-clock.ts'

const log = pino({ level: 'silent' })
const database = new Database(await createTestDatabase(), log)
const keys = new IdempotencyKeys({ database, secrets: testSecrets, presence: { id: 'x' }, log })
fileResources.defer(() => database.close())
const nodeCount = 3

afterEach(async () => {
  await database.pool.query('update sandbox_clock set offset_ms = 0')
  await database.pool.query('delete from audit_entries')
})

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'set'; readonly node: number; readonly to: Temporal.Instant }
  | { readonly do: 'advance'; readonly node: number; readonly by: string }
  /** From all nodes at once; each a length of time, so that their order does not matter. */
  | { readonly do: 'together'; readonly seconds: readonly number[] }

const anyNode = fc.integer({ min: 0, max: nodeCount - 1 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 0, max: 10_000_000 }) }),
  fc.record({
    do: fc.constant('set'),
    node: anyNode,
    to: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())),
  }),
  fc.record({
    do: fc.constant('advance'),
    node: anyNode,
    by: fc.constantFrom('P1Y2M3DT4H', '-P1M', 'PT0.001S', '-PT36H', 'P1W', 'PT0S'),
  }),
  fc.record({
    do: fc.constant('together'),
    seconds: fc.array(fc.integer({ min: -99_999, max: 99_999 }), {
      minLength: nodeCount,
      maxLength: nodeCount,
    }),
  }),
)

test('any moves from any nodes, concurrent ones included, agree with the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), async (steps) => {
      await database.pool.query('update sandbox_clock set offset_ms = 0')
      let machine = Temporal.Instant.from('2026-03-09T10:00:00Z')
      let model = machine
      const machineClock = { now: () => machine }
      const open = () => SandboxClock.open({ database, machineClock })
      const nodes = await Promise.all(Array.from({ length: nodeCount }, open))
      const move = (node: number, asked: { set?: string; advance?: string }) => {
        const sandboxClock = nodes[node] as SandboxClock
        return moveClock({ db: database, sandboxClock, machineClock }, aTester, readClockMove(asked))
      }
      for (const step of steps) {
        switch (step.do) {
          case 'wait':
            machine = machine.add({ milliseconds: step.ms })
            model = model.add({ milliseconds: step.ms })
            break
          case 'set':
            await move(step.node, { set: step.to.toString() })
            model = step.to
            break
          case 'advance':
            await move(step.node, { advance: step.by })
            model = model.toZonedDateTimeISO('UTC').add(step.by).toInstant()
            break
          case 'together': {
            const moves = step.seconds.map((seconds, node) =>
              move(node, { advance: Temporal.Duration.from({ seconds }).toString() }),
            )
            await Promise.all(moves)
            model = model.add({ seconds: step.seconds.reduce((sum, one) => sum + one, 0) })
            break
          }
        }
        await Promise.all(nodes.map((node) => node.refresh()))
        expect(nodes.map((node) => node.now().toString())).toEqual(nodes.map(() => `${model}`))
      }
    }),
    { numRuns: 30 },
  )
})

test('a move that is refused changes nothing', async () => {
  const sandboxClock = await SandboxClock.open({ database })
  const deps = { db: database, sandboxClock, machineClock: systemClock }

  const move = moveClock(deps, aTester, readClockMove({ advance: 'P300Y' }))

  await expect(move).rejects.toMatchObject({ kind: 'invalid', details: [{ field: 'advance' }] })
  await sandboxClock.refresh()
  expect(sandboxClock.read().offsetMs).toBe(0)
  expect(await audited()).toEqual([])
})

type Audited = { organization_id: string; actor: object; action: string; details: object }

async function audited(): Promise<readonly Audited[]> {
  const { rows } = await database.pool.query<Audited>(
    'select organization_id, actor, action, details from audit_entries order by at',
  )
  return rows
}

/** A server with these routes; `done` lists what else it did. */
async function startServer({ isQuiet = (): boolean => true } = {}) {
  const done: string[] = []
  const sandboxClock = await SandboxClock.open({ database })
  const { app, url } = await startHttpApp({
    routes: [
      async (app) => {
        addIdempotency(app, { keys, organizationOf: () => 'shop', callerOf: () => 'shop' })
        app.register(
          clockRoutes({
            db: database,
            sandboxClock,
            machineClock: systemClock,
            actorOf: () => aTester,
            wake: () => void done.push('wake'),
            drain: async () => {
              done.push('drain')
              return isQuiet()
            },
          }),
        )
      },
    ],
  })
  fileResources.defer(async () => {
    await app.close()
  })
  const post = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/sandbox/v1/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  const get = async () => (await fetch(`${url}/sandbox/v1/clock`)).json() as Promise<object>
  return { post, get, done, sandboxClock }
}

test('the clock is read and moved over HTTP, and every move is audited', async () => {
  const { post, get, done } = await startServer()

  const before = await get()
  const set = await post({ set: '2030-01-31T01:00:00+0100' })
  const advanced = await post({ advance: 'P1M' })
  const after = (await get()) as { now: string; offsetMs: number }

  expect(before).toEqual({ now: expect.stringMatching(/Z$/), offsetMs: 0 })
  expect(set).toEqual({
    status: 200,
    body: { now: '2030-01-31T00:00:00.000Z', offsetMs: expect.any(Number) },
  })
  expect(advanced.body).toMatchObject({ now: expect.stringMatching(/^2030-02-28T00:00:/) })
  expect(advanced.body).toMatchObject({ offsetMs: after.offsetMs })
  expect(after.now).toMatch(/^2030-02-28T00:00:/)
  expect(done).toEqual(['wake', 'wake'])
  expect(await audited()).toMatchObject([
    { organization_id: '*', actor: aTester, action: 'clock.moved' },
    { details: { from: expect.stringMatching(/^2030-01-31/), offsetMs: after.offsetMs } },
  ])
})

test('a drain waits for due work, and reports if that takes too long', async () => {
  const quiet = await startServer()
  const busy = await startServer({ isQuiet: () => false })

  const drained = await quiet.post({ advance: 'P1D', drain: true })
  const late = await busy.post({ advance: 'P1D', drain: true })

  expect(drained).toMatchObject({ status: 200, body: { offsetMs: 86_400_000 } })
  expect(quiet.done).toEqual(['wake', 'drain'])
  expect(late).toMatchObject({
    status: 503,
    body: { reason: 'STILL_WORKING', message: expect.stringMatching(/^The clock was moved, but/) },
  })
  expect(await quiet.get()).toMatchObject({ offsetMs: 2 * 86_400_000 })
})

test.each([
  ['takes too long', () => false],
  [
    'fails',
    () => {
      throw new Error('The database went away.')
    },
  ],
])('under one Idempotency-Key the clock moves once, even if the drain %s', async (_, isQuiet) => {
  const { post, get } = await startServer({ isQuiet })
  const headers = { 'idempotency-key': randomUUID() }
  const move = { advance: 'P1D', drain: true }

  const first = await post(move, headers)
  const again = await post(move, headers)

  expect(first).toMatchObject({ status: 503, body: { reason: 'STILL_WORKING' } })
  expect(again).toMatchObject({ status: 200, body: { offsetMs: 86_400_000 } })
  expect(await get()).toMatchObject({ offsetMs: 86_400_000 })
})

test.each([
  [{}, ['set', 'advance']],
  [{ drain: true }, ['set', 'advance']],
  [{ set: '2030-01-01T00:00:00Z', advance: 'P1D' }, ['set', 'advance']],
  [{ set: '2030-01-01' }, ['set']],
  [{ set: '1999-01-01T00:00:00Z' }, ['set']],
  [{ set: 5 }, ['set']],
  [{ advance: 'a day' }, ['advance']],
  [{ advance: 'P1D', drain: 'yes' }, ['drain']],
  [{ advance: 'P1D', by: 'me' }, ['by']],
])('%j is refused and names %j', async (body, fields) => {
  const { post, get } = await startServer()

  const { status, body: answer } = await post(body)

  expect(status).toBe(400)
  expect((answer as ErrorBody).details.map(({ field }) => field)).toEqual(fields)
  expect(await get()).toMatchObject({ offsetMs: 0 })
})
