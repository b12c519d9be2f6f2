import { beforeEach, expect, test } from 'vitest'
import { aDatabase, aLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { adminQuery, urlOfDatabase } from '../../../test/support/stores/database-url.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue, enqueueAll, type NewJob } from './enqueue.ts'
import { migrateQueue } from './queue.ts'

let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
})

const add = (job: string, rest: Partial<NewJob> = {}): Promise<void> =>
  place.database.transaction((tx) => enqueue(tx, { job, payload: {}, ...rest }))

const jobs = async () =>
  (
    await place.database.pool.query(
      'select attempts, max_attempts, locked_by, run_at <= now() as due from graphile_worker.jobs order by id',
    )
  ).rows

const noJobs = () => waitUntil(async () => ((await jobs()).length === 0 ? true : undefined), { withinMs: 20_000 })

test('a job runs once its transaction commits', async () => {
  const done = Promise.withResolvers<unknown>()
  await startQueueNode(place, { greet: async (payload) => done.resolve(payload) })

  await add('greet', { payload: { id: 7 } })

  expect(await done.promise).toEqual({ id: 7 })
  expect(await noJobs()).toBe(true)
})

test('a rolled back transaction leaves no job', async () => {
  const rollback = place.database.transaction(async (tx) => {
    await enqueueAll(tx, [
      { job: 'greet', payload: { id: 1 } },
      { job: 'greet', payload: { id: 2 } },
    ])
    throw new Error('never mind')
  })

  await expect(rollback).rejects.toThrow('never mind')
  expect(await jobs()).toEqual([])
})

test('many jobs are added in one statement, each with its own options', async () => {
  const runAt = Temporal.Instant.from('2400-01-01T00:00:00Z')

  await place.database.transaction((tx) =>
    enqueueAll(tx, [
      { job: 'a', payload: { ids: ['x', 'y'] }, attemptsMax: 3 },
      { job: 'b', payload: {}, runAt },
    ]),
  )
  await place.database.transaction((tx) => enqueueAll(tx, []))

  expect(await jobs()).toMatchObject([
    { max_attempts: 3, due: true },
    { max_attempts: 25, due: false },
  ])
})

test('a job that waits under a key is replaced by the next one with that key', async () => {
  await add('greet', { payload: { id: 1 }, key: 'hello' })
  await add('greet', { payload: { id: 2 }, key: 'hello' })
  const seen: unknown[] = []

  await startQueueNode(place, { greet: async (payload) => void seen.push(payload) })

  expect(await noJobs()).toBe(true)
  expect(seen).toEqual([{ id: 2 }])
})

test('a job without a handler on this node waits for another node', async () => {
  const done = Promise.withResolvers<void>()
  const older = await startQueueNode(place, { known: async () => done.resolve() })
  await add('newer')
  await add('known')
  await done.promise
  await older.stop()

  expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, due: true }])
  await startQueueNode(place, { newer: async () => {} })
  expect(await noJobs()).toBe(true)
})

test('a job that ends soon after the stop is finished, not released', async () => {
  const running = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const slow = async () => {
    running.resolve()
    await mayFinish.promise
  }
  const node = await startQueueNode(place, { slow })
  await add('slow')
  await running.promise

  const stopped = node.stop()
  mayFinish.resolve()
  await stopped

  expect(await jobs()).toEqual([])
})

test('a job that does not end is released without a lost attempt and runs at the next start', async () => {
  const running = Promise.withResolvers<void>()
  const quick = async () => {}
  const endless = () => {
    running.resolve()
    return new Promise<void>(() => {})
  }
  const first = await startQueueNode(place, { quick, endless }, { finishMsMax: 50 })
  await add('quick')
  expect(await noJobs()).toBe(true)
  await add('endless', { payload: { id: 1 } })
  await running.promise

  await first.stop()

  expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, due: true }])
  const done = Promise.withResolvers<unknown>()
  await startQueueNode(place, { endless: async (payload) => done.resolve(payload) })
  expect(await done.promise).toEqual({ id: 1 })
})

test('a job that aborts at the stop is released without a lost attempt', async () => {
  const running = Promise.withResolvers<void>()
  const listening = (_: unknown, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      running.resolve()
    })
  const node = await startQueueNode(place, { listening }, { finishMsMax: 50 })
  await add('listening', { attemptsMax: 1 })
  await running.promise

  await node.stop()

  expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, due: true }])
})

test('a released job that another worker of the node has taken immediately is left to it', async () => {
  const running = Promise.withResolvers<void>()
  const endless = () => {
    running.resolve()
    return new Promise<void>(() => {})
  }
  const node = await startQueueNode(place, { endless }, { finishMsMax: 50 })
  await add('endless')
  await running.promise
  // As if the worker had asked for a job before the stop, and got it only now.
  await place.database.pool.query(`
    create function take_again() returns trigger language plpgsql as $$ begin
      new.locked_by = old.locked_by; new.locked_at = now(); new.attempts = old.attempts; return new; end $$;
    create trigger take_again before update on graphile_worker._private_jobs
      for each row when (new.attempts < old.attempts) execute function take_again()`)

  await node.stop()

  const { rows } = await place.database.pool.query('select attempts, locked_by, last_error from graphile_worker.jobs')
  expect(rows).toEqual([{ attempts: 1, locked_by: node.id, last_error: null }])
})

test('a queue that lost PostgreSQL while a job ended continues when it is back', async () => {
  const { url } = place
  const name = new URL(url).pathname.slice(1)
  const adminUrl = urlOfDatabase(url, 'postgres')
  const running = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  let runs = 0
  const slow = async () => {
    runs += 1
    running.resolve()
    await mayFinish.promise
  }
  const { log, said } = aLog()
  await startQueueNode(place, { slow, quick: async () => {} }, { log })
  await add('slow')
  await running.promise

  await adminQuery(adminUrl, `alter database ${name} allow_connections false`)
  await adminQuery(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  mayFinish.resolve()
  await waitUntil(() => said().includes('the queue broke') || undefined, { withinMs: 20_000 })
  await adminQuery(adminUrl, `alter database ${name} allow_connections true`)
  await add('quick')

  expect(await noJobs()).toBe(true)
  // The end of the first run could not be reported, so it ran once more.
  expect(runs).toBe(2)
})

test('a queue whose first check for jobs fails checks again', async () => {
  const { pool } = place.database
  await add('greet')
  await pool.query('alter table graphile_worker._private_tasks rename to away')
  const { log, said } = aLog()
  await startQueueNode(place, { greet: async () => {} }, { log })
  await waitUntil(() => said().includes('the queue broke') || undefined, { withinMs: 20_000 })

  await pool.query('alter table graphile_worker.away rename to _private_tasks')

  const done = async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount === 0 || undefined
  expect(await waitUntil(done, { withinMs: 20_000 })).toBe(true)
})

test('a second migration changes nothing', async () => {
  await add('greet')

  await migrateQueue(place.url)

  expect(await jobs()).toHaveLength(1)
})
