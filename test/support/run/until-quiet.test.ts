import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { queuedWork } from '../data/queued-work.ts'
import { aDatabase, startQueueNode } from '../processes/queue-node.ts'
import { settableClock } from './settable-clock.ts'
import { untilQuiet } from './until-quiet.ts'

const clock = settableClock('2026-03-09T12:00:00Z')
const place = await aDatabase()

const { clear, addJob, changeJobs, putOnAgenda } = queuedWork(place.database)
beforeEach(async () => void (await clear()))

const isQuiet = (withinMs = 0): Promise<boolean> => untilQuiet({ database: place.database, clock }, { withinMs })

test('the queue is quiet while nothing is due and no job is ready or running', async () => {
  await putOnAgenda('2026-03-09T12:00:01Z')

  expect(await isQuiet()).toBe(true)
})

test('the queue is not quiet while something is due on the agenda', async () => {
  await putOnAgenda('2026-03-09T12:00:00Z')

  expect(await isQuiet()).toBe(false)
})

test('ready and running jobs count, and those that failed once or twice; others that wait and dead ones do not', async () => {
  await addJob('work')
  expect(await isQuiet()).toBe(false)

  await changeJobs(`locked_at = now(), locked_by = 'a node', attempts = max_attempts`)
  expect(await isQuiet()).toBe(false)

  await changeJobs('locked_at = null, locked_by = null')
  expect(await isQuiet()).toBe(true)

  await changeJobs(`attempts = 3, run_at = now() + interval '1 minute'`)
  expect(await isQuiet()).toBe(true)

  await changeJobs(`attempts = 2`)
  expect(await isQuiet()).toBe(false)
})

test('due work outside of queue and agenda counts while it is named', async () => {
  const { database } = place
  await database.pool.query('create table parcels (sent boolean); insert into parcels values (true), (false)')
  const parcels = [sql`from parcels where not sent`]
  const isQuietWithParcels = (): Promise<boolean> => untilQuiet({ database, clock }, { withinMs: 0, alsoBusy: parcels })

  expect([await isQuiet(), await isQuietWithParcels()]).toEqual([true, false])
  await database.pool.query('update parcels set sent = true')
  expect(await isQuietWithParcels()).toBe(true)
})

test('a job that is added during the check is not overlooked', async () => {
  const { pool } = place.database
  const holder = await pool.connect()
  await holder.query('begin; lock table agenda in access exclusive mode')
  const quiet = isQuiet()
  const isOnItsWay = async () =>
    (
      await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1 || undefined
  expect(await waitUntil(isOnItsWay, { withinMs: 20_000 })).toBe(true)

  await addJob('work')
  await holder.query('commit')
  holder.release()

  expect(await quiet).toBe(false)
})

test('waiting for quiet ends when the last job has ended', async () => {
  const mayFinish = Promise.withResolvers<void>()
  const node = await startQueueNode(place, { slow: () => mayFinish.promise })
  onTestFinished(node.stop)
  await addJob('slow')

  const quiet = isQuiet(20_000)
  mayFinish.resolve()

  expect(await quiet).toBe(true)
})
