import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue, enqueueAll, type NewJob } from './enqueue.ts'

let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
})

const add = (job: string): Promise<void> => place.database.transaction((tx) => enqueue(tx, { job, payload: {} }))

const jobs = async () =>
  (
    await place.database.pool.query(
      'select task_identifier as job, attempts, locked_by from graphile_worker.jobs order by id',
    )
  ).rows

const noJobs = () => waitUntil(async () => ((await jobs()).length === 0 ? true : undefined), { withinMs: 20_000 })

/** A long job that runs until it may finish. */
function aLongJob() {
  const isRunning = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  let runs = 0
  const report = () => {
    runs += 1
    isRunning.resolve()
    return mayFinish.promise
  }
  return { report, isRunning: isRunning.promise, finish: mayFinish.resolve, runs: () => runs }
}

test('other jobs run while long jobs take all their workers', async () => {
  const { report, isRunning, finish, runs } = aLongJob()
  const mailed = Promise.withResolvers<boolean>()
  const handlers = { mail: async () => mailed.resolve(true) }
  await startQueueNode(place, handlers, {
    concurrency: 1,
    lanes: [{ handlers: { report }, concurrency: 1 }],
  })
  await add('report')
  await add('report')
  await isRunning

  await add('mail')

  expect(await mailed.promise).toBe(true)
  expect(runs()).toBe(1)
  finish()
  expect(await noJobs()).toBe(true)
  expect(runs()).toBe(2)
})

test('a running job does not count as lost, in a lane or outside', async () => {
  const long = aLongJob()
  const short = aLongJob()
  const rescued = Promise.withResolvers<boolean>()
  const handlers = { short: short.report, rescue: async () => rescued.resolve(true) }
  const node = await startQueueNode(place, handlers, {
    lanes: [{ handlers: { long: long.report }, concurrency: 2 }],
  })
  await add('long')
  await add('short')
  await Promise.all([long.isRunning, short.isRunning])

  // Two checks find the lost job, and they see the running jobs too.
  await place.database.transaction(async (tx) => {
    await enqueue(tx, { job: 'rescue', payload: {} })
    await sql`update graphile_worker._private_jobs
      set locked_by = 'a dead node', locked_at = now(), attempts = 1 where locked_by is null`.execute(tx)
  })

  expect(await rescued.promise).toBe(true)
  expect([long.runs(), short.runs()]).toEqual([1, 1])
  expect((await jobs()).slice(0, 2)).toMatchObject([
    { job: 'long', attempts: 1, locked_by: node.id },
    { job: 'short', attempts: 1, locked_by: node.id },
  ])
  long.finish()
  short.finish()
  expect(await noJobs()).toBe(true)
})

test('jobs of one owner leave a worker for those of others', async () => {
  const running: string[] = []
  const mayFinish = Promise.withResolvers<void>()
  const report = async (payload: unknown) => {
    running.push((payload as { readonly owner: string }).owner)
    await mayFinish.promise
  }
  await startQueueNode(place, {}, { lanes: [{ handlers: { report }, concurrency: 3, perOwnerMax: 2 }] })
  const order = (owner: string, count: number) =>
    place.database.transaction((tx) =>
      enqueueAll(tx, Array<NewJob>(count).fill({ job: 'report', payload: { owner }, owner })),
    )

  await order('busy', 5)
  await expect.poll(() => running).toEqual(['busy', 'busy'])
  await order('quiet', 1)
  await expect.poll(() => running).toEqual(['busy', 'busy', 'quiet'])

  // Any two of the busy owner's: workers take jobs at the same moment.
  const attempts = (await jobs()).map((job) => job.attempts)
  expect([attempts.slice(0, 5).toSorted(), attempts[5]]).toEqual([[0, 0, 0, 1, 1], 1])
  mayFinish.resolve()
  expect(await noJobs()).toBe(true)
  expect(running.toSorted()).toEqual([...Array<string>(5).fill('busy'), 'quiet'])
})

test('a stop releases long jobs too', async () => {
  const { report, isRunning } = aLongJob()
  const lanes = [{ handlers: { report }, concurrency: 1 }]
  const node = await startQueueNode(place, { mail: async () => {} }, { lanes, finishMsMax: 50 })
  await add('report')
  await isRunning

  await node.stop()

  expect(await jobs()).toMatchObject([{ job: 'report', attempts: 0, locked_by: null }])
})

test('a job cannot have two lanes', async () => {
  const work = async () => {}

  const start = startQueueNode(place, { work }, { lanes: [{ handlers: { work }, concurrency: 1 }] })

  await expect(start).rejects.toThrow('one lane')
})
