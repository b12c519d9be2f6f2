import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type ErrorBody, startHttpApp } from '../../../test/support/apps/http-app.ts'
import { aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { type FindWork, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { addIdempotency } from '../../platform/http/idempotency/add-idempotency.ts'
import { IdempotencyKeys } from '../../platform/http/idempotency/idempotency-keys.ts'
import { Database } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { readClockMove } from './clock-move.ts'
import { clockRoutes } from './clock-routes.ts'
import { moveClock } from './move-clock.ts'

const log = pino({ level: 'silent' })
const database = new Database(await createTestDatabase(), log)
const keys = new IdempotencyKeys({ database, secrets: testSecrets, presence: { id: 'x' }, log })
fileResources.defer(() => database.close())
const nodeCount = 3
/** Nothing is due, now or later. */
const nothing: FindWork = async () => ({ isBusy: false, nextAt: undefined })

afterEach(async () => {
  await database.pool.query('update sandbox_clock set offset_ms = 0, standing_at = null, target_at = null')
  await database.pool.query('delete from audit_entries')
})

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'set'; readonly node: number; readonly to: Temporal.Instant }
  | { readonly do: 'advance'; readonly node: number; readonly by: string }
  /** From all nodes concurrently; each a length of time, so that their order does not matter. */
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
      await database.pool.query('update sandbox_clock set offset_ms = 0, standing_at = null, target_at = null')
      let machine = Temporal.Instant.from('2026-03-09T10:00:00Z')
      let model = machine
      const machineClock = { now: () => machine }
      const open = () => SandboxClock.open({ database, machineClock })
      const nodes = await Promise.all(Array.from({ length: nodeCount }, open))
      const move = (node: number, asked: { set?: string; advance?: string }) => {
        const sandboxClock = nodes[node] as SandboxClock
        return moveClock({ db: database, sandboxClock, machineClock, findWork: nothing }, aTester, readClockMove(asked))
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
  const deps = { db: database, sandboxClock, machineClock: systemClock, findWork: nothing }

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

/** A server with these routes; `done` lists its other actions. */
async function startServer({ isBusy = (): boolean => false, drainMsMax = 60_000 } = {}) {
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
            findWork: async () => ({ isBusy: isBusy(), nextAt: undefined }),
            drainMsMax,
          }),
        )
      },
    ],
  })
  fileResources.defer(async () => {
    await app.close()
  })
  const post = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/sandbox/v1/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as object }
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

test('a moving clock waits for unfinished work, shows its destination, and arrives after the work', async () => {
  let isBusy = false
  const { post, get, sandboxClock } = await startServer({ isBusy: () => isBusy, drainMsMax: 0 })
  const goOn = () =>
    database.transaction((tx) => sandboxClock.continueMove(tx, async () => ({ isBusy, nextAt: undefined })))
  await post({ set: '2030-01-31T00:00:00Z' })
  isBusy = true

  const late = await post({ set: '2030-03-01T00:00:00Z', drain: true })
  const standing = (await get()) as { now: string }
  const later = await post({ advance: 'P1D' })
  isBusy = false
  await goOn()

  expect(late).toMatchObject({
    status: 503,
    body: { reason: 'STILL_WORKING', message: expect.stringMatching(/^The clock was moved, but/) },
  })
  expect(standing).toMatchObject({
    now: expect.stringMatching(/^2030-01-31T00:00:0/),
    movingTo: '2030-03-01T00:00:00.000Z',
  })
  // The clock has stopped: time does not pass, and a further move starts from this one's destination.
  expect(later).toMatchObject({ status: 200, body: { now: standing.now, movingTo: '2030-03-02T00:00:00.000Z' } })
  expect(await get()).toEqual({ now: expect.stringMatching(/^2030-03-02T00:00:/), offsetMs: expect.any(Number) })
})

test('a drain returns the requested time when the clock has arrived', async () => {
  let isBusy = true
  const { post, sandboxClock } = await startServer({ isBusy: () => isBusy })

  const drained = post({ set: '2031-01-01T00:00:00Z', drain: true })
  await waitUntil(async () => sandboxClock.read().movingTo, { withinMs: 20_000 })
  isBusy = false
  await database.transaction((tx) => sandboxClock.continueMove(tx, nothing))

  expect(await drained).toEqual({
    status: 200,
    body: { now: '2031-01-01T00:00:00.000Z', offsetMs: expect.any(Number) },
  })
})

test('a move back during another one is made immediately and ends it', async () => {
  const { post, get } = await startServer({ isBusy: () => true, drainMsMax: 0 })

  await post({ advance: 'P1D', drain: true })
  await post({ set: '2020-01-01T00:00:00Z', drain: true })

  expect(await get()).toMatchObject({ now: '2020-01-01T00:00:00.000Z', movingTo: '2020-01-01T00:00:00.000Z' })
})

test('under one Idempotency-Key the clock moves once, even if the drain takes too long', async () => {
  const { post, get } = await startServer({ isBusy: () => true, drainMsMax: 0 })
  const headers = { 'idempotency-key': randomUUID() }
  const move = { advance: 'P1D', drain: true }

  const first = await post(move, headers)
  const again = await post(move, headers)
  const { movingTo } = (await get()) as { movingTo: string }

  expect(first).toMatchObject({ status: 503, body: { reason: 'STILL_WORKING' } })
  expect(again).toMatchObject({ status: 200, body: { movingTo } })
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

  const { status, body: refusal } = await post(body)

  expect(status).toBe(400)
  expect((refusal as ErrorBody).details.map(({ field }) => field)).toEqual(fields)
  expect(await get()).toMatchObject({ offsetMs: 0 })
})
