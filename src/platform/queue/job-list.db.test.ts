import { beforeEach, expect, test } from 'vitest'
import { aDatabase, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue, enqueueAll, type NewJob } from './enqueue.ts'
import { listJobs, retryDeadJob } from './job-list.ts'

let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
})

const add = (job: string, rest: Partial<NewJob> = {}): Promise<void> =>
  place.database.transaction((tx) => enqueue(tx, { job, payload: { id: 'x' }, ...rest }))

const listed = async (state: string) =>
  waitUntil(
    async () => {
      const { jobs } = await listJobs(place.database)
      return jobs.find((job) => job.state === state)
    },
    { withinMs: 20_000 },
  )

test('a job that fails waits longer each time, and a later attempt may succeed', async () => {
  let runs = 0
  const failures: string[] = []
  const flaky = async () => {
    runs += 1
    if (runs === 1) throw new Error('not yet')
  }
  await startQueueNode(place, { flaky }, { onFailure: (job) => failures.push(job) })
  await add('flaky')

  const waiting = await listed('waiting')
  const isDone = await waitUntil(async () => ((await listJobs(place.database)).jobs.length === 0 ? true : undefined), {
    withinMs: 20_000,
  })

  expect(waiting).toMatchObject({ attempts: 1, attemptsMax: 25, lastError: 'not yet' })
  expect(isDone).toBe(true)
  expect(runs).toBe(2)
  expect(failures).toEqual(['flaky'])
})

test('a job that failed for the last time is dead, and runs again when it is retried', async () => {
  let mayPass = false
  const stubborn = async () => {
    if (!mayPass) throw new Error('no')
  }
  await startQueueNode(place, { stubborn })
  const before = await place.database.now()
  await add('stubborn', { attemptsMax: 1 })

  const dead = await listed('dead')

  expect(dead).toMatchObject({
    job: 'stubborn',
    attempts: 1,
    attemptsMax: 1,
    lastError: 'no',
    payload: { id: 'x' },
  })
  const ageMs = Number(dead?.at.since(before).total('milliseconds'))
  expect(ageMs).toBeGreaterThanOrEqual(0)
  expect(ageMs).toBeLessThan(20_000)
  expect(await listJobs(place.database, { isDead: true })).toEqual({ jobs: [dead], hasMore: false })

  mayPass = true
  const id = BigInt(dead?.id ?? 0)
  expect(await retryDeadJob(place.database, id)).toBe(true)
  const isDone = await waitUntil(async () => ((await listJobs(place.database)).jobs.length === 0 ? true : undefined), {
    withinMs: 20_000,
  })
  expect(isDone).toBe(true)
  expect(await retryDeadJob(place.database, id)).toBe(false)
})

test('a job that is not dead cannot be retried', async () => {
  await add('patient')
  const ready = await listed('ready')

  expect(await retryDeadJob(place.database, BigInt(ready?.id ?? 0))).toBe(false)
})

test('the stored reason of a failure is short, without secrets, and always storable', async () => {
  const words = `postgres://me:hunter2@host/db card 4111 1111 1111 1111 \0 \ud800 ${'é'.repeat(9000)}`
  const talkative = async () => {
    throw new Error(words)
  }
  await startQueueNode(place, { talkative })
  await add('talkative', { attemptsMax: 1 })

  const { lastError } = (await listed('dead')) ?? {}

  expect(lastError).toMatch(/^postgres:\/\/me:\[redacted\]@host\/db card \[card number\] {2}\ufffd é+$/)
  expect(lastError).toHaveLength(500)
})

test('a thrown value that is not an error has a reason too', async () => {
  await startQueueNode(place, { odd: () => Promise.reject(undefined) })
  await add('odd', { attemptsMax: 1 })

  expect(await listed('dead')).toMatchObject({ lastError: 'undefined' })
})

test('lists are bounded and say so; dead jobs are listed newest first', async () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ job: 'many', payload: { index } }))
  await place.database.transaction((tx) => enqueueAll(tx, many))
  const all = await listJobs(place.database)
  await place.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  const dead = await listJobs(place.database, { isDead: true })

  expect(all.jobs).toHaveLength(200)
  expect(all.hasMore).toBe(true)
  expect(all.jobs[0]?.payload).toEqual({ index: 0 })
  expect(dead.jobs).toHaveLength(200)
  expect(dead.hasMore).toBe(true)
  expect(dead.jobs[0]?.payload).toEqual({ index: 200 })
})
