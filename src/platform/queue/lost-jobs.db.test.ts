import pg from 'pg'
import { expect, test } from 'vitest'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { urlOfDatabase } from '../../../test/support/stores/database-url.ts'
import type { Database } from '../postgres/database.ts'
import { announcePresence } from '../postgres/presence.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { enqueue } from './enqueue.ts'
import { releaseJobs, watchForLostJobs } from './lost-jobs.ts'
import type { JobLock } from './renew-locks.ts'

/** A job as a node that runs it leaves it behind when it is killed. */
async function aJobLockedBy(
  database: Database,
  holder: string,
  { attemptsMax = 25, attempts = 1 } = {},
): Promise<void> {
  await database.transaction((tx) => enqueue(tx, { job: 'work', payload: {}, attemptsMax }))
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = $2
     where locked_by is null`,
    [holder, attempts],
  )
}

const jobs = async ({ pool }: Database) =>
  (await pool.query('select locked_by, attempts, max_attempts, last_error from graphile_worker.jobs order by id')).rows

const locksOf = async ({ pool }: Database): Promise<readonly JobLock[]> =>
  (await pool.query('select id, locked_by, attempts from graphile_worker.jobs')).rows
const isRunningHere = (): boolean => true
const untilReleased = (database: Database, index: number) =>
  waitUntil(async () => ((await jobs(database))[index]?.locked_by === null ? true : undefined), {
    withinMs: 20_000,
  })

test('the lock of a running job names the node that runs it', async () => {
  const place = await aDatabase()
  const running = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const work = () => {
    running.resolve()
    return mayFinish.promise
  }
  const node = await startQueueNode(place, { work })
  await place.database.transaction((tx) => enqueue(tx, { job: 'work', payload: {} }))
  await running.promise

  expect(await jobs(place.database)).toMatchObject([{ locked_by: node.id }])
  mayFinish.resolve()
})

test('a job of a dead node runs again within seconds, even in its last attempt', async () => {
  const place = await aDatabase()
  await aJobLockedBy(place.database, 'a dead node', { attemptsMax: 1 })
  const done = Promise.withResolvers<boolean>()

  await startQueueNode(place, { work: async () => done.resolve(true) })

  expect(await done.promise).toBe(true)
})

test('a node that is missing in only one check keeps its jobs', async () => {
  const { url, database } = await aDatabase()
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: urlOfDatabase(url, 'postgres') })
  await admin.connect()
  const node = await announcePresence(url, silentLog)
  await aJobLockedBy(database, node.id)
  await aJobLockedBy(database, 'a dead node')
  await admin.query(`alter database ${name} allow_connections false`)
  const lost = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'quittance presence %' and datname = $1`,
    [name],
  )

  const watch = watchForLostJobs({ database, nodeId: 'ourselves', isRunningHere, log: silentLog })
  const hasLooked = await waitUntil(
    async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = $1 and state = 'idle' and query like '%pg_locks%'`,
        [name],
      )
      return rowCount === 0 ? undefined : true
    },
    { withinMs: 20_000 },
  )
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  await untilReleased(database, 1)
  await watch.stop()

  expect(lost.rowCount).toBe(1)
  expect(hasLooked).toBe(true)
  expect(await jobs(database)).toMatchObject([{ locked_by: node.id }, { locked_by: null }])
  await node.end()
})

test('a job with our lock is lost if we do not run it, and only then', async () => {
  const { database } = await aDatabase()
  await aJobLockedBy(database, 'ourselves')
  await aJobLockedBy(database, 'ourselves')

  const isRunning = (jobId: string) => jobId === '1'
  const watch = watchForLostJobs({
    database,
    nodeId: 'ourselves',
    isRunningHere: isRunning,
    log: silentLog,
  })
  await untilReleased(database, 1)
  await watch.stop()

  expect(await jobs(database)).toMatchObject([{ locked_by: 'ourselves' }, { locked_by: null }])
})

test('a lost run costs a job no attempt, up to fifty starts', async () => {
  const { database } = await aDatabase()
  await aJobLockedBy(database, 'dead', { attemptsMax: 1, attempts: 1 })
  await aJobLockedBy(database, 'dead', { attemptsMax: 25, attempts: 3 })
  await aJobLockedBy(database, 'dead', { attemptsMax: 50, attempts: 50 })
  const locks = await locksOf(database)
  await aJobLockedBy(database, 'alive', { attemptsMax: 25, attempts: 3 })

  const released = await Promise.all([releaseJobs(database, locks), releaseJobs(database, locks)])

  expect([...released].sort()).toEqual([0, 3])
  const last_error = 'The node that ran it ended or lost it before the job was done.'
  expect(await jobs(database)).toEqual([
    { locked_by: null, attempts: 1, max_attempts: 2, last_error },
    { locked_by: null, attempts: 3, max_attempts: 26, last_error },
    { locked_by: null, attempts: 50, max_attempts: 50, last_error },
    { locked_by: 'alive', attempts: 3, max_attempts: 25, last_error: null },
  ])
})

test('a job that another node has started since is not released', async () => {
  const { database } = await aDatabase()
  await aJobLockedBy(database, 'dead')
  const locks = await locksOf(database)
  await database.pool.query(`update graphile_worker._private_jobs set locked_by = 'alive'`)

  expect(await releaseJobs(database, locks)).toBe(0)
  expect(await jobs(database)).toMatchObject([{ locked_by: 'alive' }])
})
