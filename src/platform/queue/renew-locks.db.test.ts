import { runTaskListOnce, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import type { Repetition } from '../concurrency/repeat.ts'
import type { Database } from '../postgres/database.ts'
import { announcePresence, type Presence } from '../postgres/presence.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue } from './enqueue.ts'
import { listJobs } from './job-list.ts'
import { watchForLostJobs } from './lost-jobs.ts'

const quiet = new WorkerLogger(() => () => {})
let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
})

const add = (payload: { readonly name: string }): Promise<void> =>
  place.database.transaction((tx) => enqueue(tx, { job: 'work', payload }))

/** A job that a living node has been at work on for that long. */
async function aJobOf(node: Presence, { since }: { readonly since: string }): Promise<void> {
  await add({ name: 'long' })
  await place.database.pool.query(
    `update graphile_worker._private_jobs
     set locked_by = $1, locked_at = now() - $2::interval, attempts = 1`,
    [node.id, since],
  )
}

const lock = async () => {
  const { rows } = await place.database.pool.query(
    `select locked_at > now() + interval '23 hours' as is_fresh, locked_at::text as at
     from graphile_worker._private_jobs order by id`,
  )
  return rows[0] as { readonly is_fresh: boolean; readonly at: string }
}

const untilRenewed = () => waitUntil(async () => (await lock()).is_fresh || undefined, { withinMs: 20_000 })

const watch = (node: Presence): Repetition =>
  watchForLostJobs({
    database: place.database,
    nodeId: node.id,
    isRunningHere: () => true,
    log: silentLog,
  })

/** The jobs that a new worker starts now; it removes old locks first. */
async function jobsBegunNow(): Promise<readonly unknown[]> {
  const begun: unknown[] = []
  const pool = new pg.Pool({ connectionString: place.url, max: 1 })
  const client = await pool.connect()
  const work = async (payload: unknown) => void begun.push(payload)
  await runTaskListOnce({ noHandleSignals: true, logger: quiet }, { work }, client)
  client.release()
  await pool.end()
  return begun
}

test('a job that has been running for five hours is not started a second time', async () => {
  const node = await announcePresence(place.url, silentLog)
  await aJobOf(node, { since: '5 hours' })

  const looking = watch(node)
  expect(await untilRenewed()).toBe(true)

  expect(await jobsBegunNow()).toEqual([])
  await looking.stop()
  await node.end()
})

test('a lock that is not renewed expires after four hours', async () => {
  const node = await announcePresence(place.url, silentLog)
  await aJobOf(node, { since: '5 hours' })

  expect(await jobsBegunNow()).toEqual([{ name: 'long' }])
  await node.end()
})

test('a renewed lock is renewed again when half of its time is over, and not before', async () => {
  const node = await announcePresence(place.url, silentLog)
  await aJobOf(node, { since: '-13 hours' })
  const { at } = await lock()
  const first = watch(node)
  await first.stop()
  expect((await lock()).at).toBe(at)

  await place.database.pool.query(`update graphile_worker._private_jobs set locked_at = now() + interval '11 hours'`)
  const second = watch(node)
  expect(await untilRenewed()).toBe(true)
  await second.stop()
  await node.end()
})

test('the queue renews the locks of its running jobs, and still knows when they started', async () => {
  const isRunning = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const work = () => {
    isRunning.resolve()
    return mayFinish.promise
  }
  await startQueueNode(place, {}, { lanes: [{ handlers: { work }, concurrency: 1 }] })
  await add({ name: 'long' })
  await isRunning.promise
  const { rows } = await place.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 hours'
     returning locked_at`,
  )

  expect(await untilRenewed()).toBe(true)

  const { jobs } = await listJobs(place.database)
  expect(jobs).toMatchObject([{ state: 'running', attempts: 1 }])
  expect(jobs[0]?.at.toString()).toBe(rows[0].locked_at.toString())
  mayFinish.resolve()
})
