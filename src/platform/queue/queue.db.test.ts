import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { startQueue } from './queue.ts'

const log = pino({ level: 'silent' })
let url: string
let client: pg.Client

beforeAll(async () => {
  url = await createTestDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(() => client.end())

const addJob = (task: string, payload: object) =>
  client.query('select graphile_worker.add_job($1, $2::json)', [task, JSON.stringify(payload)])
const jobs = async () =>
  (
    await client.query(
      'select attempts, locked_at, run_at <= now() as due from graphile_worker.jobs',
    )
  ).rows

test('a job that is added in a transaction runs once it commits', async () => {
  const done = Promise.withResolvers<unknown>()
  const handlers = { greet: async (payload: unknown) => done.resolve(payload) }
  const queue = await startQueue({ url, handlers, log })

  await addJob('greet', { id: 7 })

  expect(await done.promise).toEqual({ id: 7 })
  await queue.stop()
  expect(await jobs()).toEqual([])
})

test('a job that is done soon after the stop was asked for is finished, not handed back', async () => {
  const running = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const slow = async () => {
    running.resolve()
    await mayFinish.promise
  }
  const queue = await startQueue({ url, handlers: { slow }, log })
  await addJob('slow', {})
  await running.promise

  const stopped = queue.stop()
  mayFinish.resolve()
  await stopped

  expect(await jobs()).toEqual([])
})

test('a job that does not end is handed back at no cost and runs on the next start', async () => {
  const running = Promise.withResolvers<void>()
  const endless = () => {
    running.resolve()
    return new Promise<void>(() => {})
  }
  const first = await startQueue({ url, handlers: { endless }, log, finishMsMax: 50 })
  await addJob('endless', { id: 1 })
  await running.promise

  await first.stop()

  expect(await jobs()).toEqual([{ attempts: 0, locked_at: null, due: true }])
  const done = Promise.withResolvers<unknown>()
  const handlers = { endless: async (payload: unknown) => done.resolve(payload) }
  const second = await startQueue({ url, handlers, log })
  expect(await done.promise).toEqual({ id: 1 })
  await second.stop()
})
