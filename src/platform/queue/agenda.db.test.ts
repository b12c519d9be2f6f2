import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase, aLog, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { isLongRun } from '../../../test/support/run/test-run.ts'
import { untilQuiet } from '../../../test/support/run/until-quiet.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { readAgendaItem, schedule, startAgenda, takeDueRows, unschedule } from './agenda.ts'

const NOON = '2026-03-09T12:00:00Z'
const DRAIN_MS_MAX = 50_000
const MISSED_DAYS = isLongRun ? 365 : 60
const shop = { organizationId: 'shop', kind: 'remind' }
let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
})

const put = (subject: string, dueAt: string, kind = shop.kind): Promise<void> =>
  place.database.transaction((tx) => schedule(tx, { ...shop, kind, subject, dueAt: Temporal.Instant.from(dueAt) }))
const take = (now = NOON, kinds = [shop.kind]): Promise<number> =>
  takeDueRows(place.database, { now: Temporal.Instant.from(now), kinds })
const rows = async (): Promise<string[]> =>
  (await place.database.pool.query('select subject from agenda order by subject')).rows.map(({ subject }) => subject)
const jobs = async (): Promise<string[]> =>
  (await place.database.pool.query('select payload from graphile_worker._private_jobs order by id')).rows.map(
    ({ payload }) => payload.subject,
  )

function startTicker(clock: Clock, kinds = [shop.kind], log = silentLog) {
  const agenda = startAgenda({ database: place.database, clock, kinds, log })
  fileResources.defer(agenda.stop)
  return agenda
}

/** A tick that has taken its rows and waits before it adds their jobs. */
async function aTickBeforeItsJobs() {
  const { pool } = place.database
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table graphile_worker._private_jobs in exclusive mode')
  const tick = take()
  const pid = await waitUntil(
    async () => {
      const { rows } = await pool.query(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.pid as number | undefined
    },
    { withinMs: 20_000 },
  )
  const goOn = async (): Promise<void> => {
    await holder.query('commit')
    holder.release()
  }
  return { tick, pid, goOn }
}

test('due rows become jobs, oldest first, and other rows stay', async () => {
  await put('later', '2026-03-09T12:00:00.000001Z')
  await put('second', NOON)
  await put('first', '2026-03-09T11:59:59Z')

  expect(await take()).toBe(2)

  expect(await jobs()).toEqual(['first', 'second'])
  expect(await rows()).toEqual(['later'])
})

test('a job of the agenda has its organization, its subject and when it was due', async () => {
  const seen = Promise.withResolvers<unknown>()
  await startQueueNode(place, { remind: async (payload) => seen.resolve(readAgendaItem(payload)) })
  await put('invoice 7', '2026-03-09T10:00:00.123456Z')

  startTicker(settableClock(NOON))

  expect(await seen.promise).toEqual({
    organizationId: 'shop',
    subject: 'invoice 7',
    dueAt: Temporal.Instant.from('2026-03-09T10:00:00.123456Z'),
  })
})

test('a job that the agenda did not create is not mistaken for one', () => {
  expect(() => readAgendaItem({ organizationId: 'shop' })).toThrow(/carries organization/)
})

test('the latest schedule of a subject counts', async () => {
  await put('invoice 7', '2026-03-09T10:00:00Z')
  await put('invoice 7', '2026-03-10T10:00:00Z')

  expect(await take()).toBe(0)
  await put('invoice 7', '2026-03-09T11:00:00Z')
  expect(await take()).toBe(1)
})

test('an unscheduled row does not run', async () => {
  await put('invoice 7', NOON)
  await put('invoice 8', NOON)

  await place.database.transaction((tx) => unschedule(tx, { ...shop, subject: 'invoice 7' }))
  await take()

  expect(await jobs()).toEqual(['invoice 8'])
})

test('a kind that this release does not know waits for a node that does', async () => {
  await put('invoice 7', NOON, 'newer')

  expect(await take()).toBe(0)
  expect(await rows()).toEqual(['invoice 7'])
  expect(await take(NOON, ['newer'])).toBe(1)
})

test('many concurrent tickers create one job for each row', async () => {
  const subjects = Array.from({ length: 1_300 }, (_, index) => `invoice ${1_000 + index}`)
  await place.database.pool.query(
    `insert into agenda select 'shop', 'remind', subject, $2 from unnest($1::text[]) as subject`,
    [subjects, NOON],
  )

  const tickers = Array.from({ length: 4 }, () => startTicker(settableClock(NOON)))
  await waitUntil(async () => ((await rows()).length === 0 ? true : undefined), {
    withinMs: 20_000,
  })
  await Promise.all(tickers.map(({ stop }) => stop()))

  expect((await jobs()).sort()).toEqual(subjects)
})

test('a crash between the tick and its jobs leaves the row, and a crash after it leaves the job', async () => {
  await put('invoice 7', NOON)
  const { tick, pid, goOn } = await aTickBeforeItsJobs()

  // The tick may fail before the server has responded to us.
  const failure = expect(tick).rejects.toThrow()
  await place.database.pool.query('select pg_terminate_backend($1)', [pid])
  await failure
  await goOn()

  expect([await rows(), await jobs()]).toEqual([['invoice 7'], []])
  await take()
  expect([await rows(), await jobs()]).toEqual([[], ['invoice 7']])
})

test('a row that is postponed during a tick is not taken', async () => {
  await put('invoice 7', NOON)
  const client = await place.database.pool.connect()
  await client.query('begin')
  await client.query(`update agenda set due_at = due_at + interval '1 day'`)

  const taken = await take()
  await client.query('commit')
  client.release()

  expect(taken).toBe(0)
  expect(await take()).toBe(0)
  expect(await rows()).toEqual(['invoice 7'])
})

test('rescheduling a row that a tick is taking gives a job and a new row', async () => {
  await put('invoice 7', NOON)
  const { tick, goOn } = await aTickBeforeItsJobs()

  const rescheduled = put('invoice 7', '2026-03-10T12:00:00Z')
  await goOn()
  await Promise.all([tick, rescheduled])

  expect([await rows(), await jobs()]).toEqual([['invoice 7'], ['invoice 7']])
})

test('unscheduling a row that a tick is taking is too late: the job decides', async () => {
  await put('invoice 7', NOON)
  const { tick, goOn } = await aTickBeforeItsJobs()

  const off = place.database.transaction((tx) => unschedule(tx, { ...shop, subject: 'invoice 7' }))
  await goOn()
  await Promise.all([tick, off])

  expect([await rows(), await jobs()]).toEqual([[], ['invoice 7']])
})

test('after a long jump each missed day runs once, oldest first, and none runs again after a jump back', async () => {
  const { database } = place
  const clock = settableClock(NOON)
  await database.pool.query('create table ran (day timestamptz primary key, nr bigint generated always as identity)')
  const daily = async (payload: unknown) => {
    const { subject, dueAt } = readAgendaItem(payload)
    await database.transaction(async (tx) => {
      await sql`insert into ran (day) values (${dueAt.toString()}) on conflict do nothing`.execute(tx)
      await schedule(tx, { ...shop, kind: 'daily', subject, dueAt: dueAt.add({ hours: 24 }) })
    })
  }
  await startQueueNode(place, { daily })
  await put('subscription', '2026-03-09T06:00:00Z', 'daily')
  const agenda = startTicker(clock, ['daily'])
  const quiet = () => untilQuiet({ database, clock }, { withinMs: DRAIN_MS_MAX })
  const days = async () =>
    (await database.pool.query('select day from ran order by nr')).rows.map(({ day }) => String(day))
  expect(await quiet()).toBe(true)
  expect(await days()).toEqual(['2026-03-09T06:00:00Z'])

  const until = Temporal.Instant.from(NOON).add({ hours: 24 * MISSED_DAYS })
  clock.set(until.toString())
  agenda.wake()
  expect(await quiet()).toBe(true)
  const afterYear = await days()
  clock.set(until.subtract({ hours: 1 }).toString())
  agenda.wake()
  expect(await quiet()).toBe(true)

  const first = Temporal.Instant.from('2026-03-09T06:00:00Z')
  const expected = Array.from({ length: MISSED_DAYS + 1 }, (_, day) => String(first.add({ hours: 24 * day })))
  expect(afterYear).toEqual(expected)
  expect(await days()).toEqual(expected)
})

test('a failing tick is logged once and retried', async () => {
  const { log, said } = aLog()
  startTicker(settableClock(NOON), [shop.kind], log)
  await place.database.pool.query('alter table agenda rename to agenda_away')
  await waitUntil(() => said().includes('the agenda could not be read') || undefined, {
    withinMs: 20_000,
  })
  await place.database.pool.query('alter table agenda_away rename to agenda')

  await put('invoice 7', NOON)

  const taken = await waitUntil(async () => (await jobs())[0], { withinMs: 20_000 })
  expect(taken).toBe('invoice 7')
})
