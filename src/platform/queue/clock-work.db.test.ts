import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import type { Clock } from '../clock/clock.ts'
import { SandboxClock } from '../clock/sandbox-clock.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { readAgendaItem, schedule, startAgenda } from './agenda.ts'
import { clockWork, startClockDriver, untilArrived } from './clock-work.ts'
import { dailyJob } from './daily.ts'
import { enqueue } from './enqueue.ts'
import type { JobHandlers } from './queue.ts'

const START = Temporal.Instant.from('2026-03-09T12:00:00Z')
const ARRIVAL_MS_MAX = 60_000
const INSTALLATION = '*'
let place: { url: string; database: Database }

beforeEach(async () => {
  place = await aDatabase()
  // Before any node runs: one that still had the later time would take rows before they are due.
  await move(await openClock(), START.toString())
})

const put = (subject: string, dueAt: string, kind = 'note'): Promise<void> =>
  place.database.transaction((tx) =>
    schedule(tx, { organizationId: 'shop', kind, subject, dueAt: Temporal.Instant.from(dueAt) }),
  )

/** The clock as one process has it, without anything that moves it on. */
const openClock = (): Promise<SandboxClock> => SandboxClock.open({ database: place.database })

async function move(clock: SandboxClock, to: string, alsoBusy: Parameters<typeof clockWork>[0]['alsoBusy'] = []) {
  const findWork = clockWork({ alsoBusy })
  const target = Temporal.Instant.from(to)
  await place.database.transaction((tx) => clock.move(tx, () => target, findWork))
  await clock.refresh()
}

/** A node with workers: it takes due jobs, runs them, and moves the clock on. */
async function startNode(handlers: (clock: SandboxClock) => JobHandlers) {
  const { database } = place
  const clock = await openClock()
  // Every job sees the moved clock.
  const current = Object.entries(handlers(clock)).map(([name, handler]): [string, typeof handler] => [
    name,
    async (payload, signal) => {
      await clock.refresh()
      await handler(payload, signal)
    },
  ])
  const all = Object.fromEntries(current)
  const node = await startQueueNode(place, all)
  const kinds = Object.keys(all)
  const agenda = startAgenda({ database, clock, kinds, log: silentLog })
  clock.onMove(agenda.wake)
  let steps = 0
  const work = clockWork({ alsoBusy: [], kinds })
  const findWork: typeof work = (tx, way) => {
    steps += 1
    return work(tx, way)
  }
  const driver = startClockDriver({ database, sandboxClock: clock, findWork, log: silentLog })
  const following = setInterval(() => void clock.refresh().catch(() => {}), 20)
  /** Ends all but the jobs that run. */
  const halt = async (): Promise<void> => {
    clearInterval(following)
    await driver.stop()
    await agenda.stop()
  }
  const stop = async (): Promise<void> => {
    await halt()
    await node.stop()
  }
  fileResources.defer(stop)
  return { clock, halt, stop, stepCount: () => steps }
}

/** Notes when each job ran by the clock. */
function noting(seen: string[]) {
  return (clock: SandboxClock): JobHandlers => ({
    note: async (payload) => void seen.push(`${readAgendaItem(payload).subject} ${clock.now()}`),
  })
}

const arrived = (clock: SandboxClock): Promise<boolean> => untilArrived(clock, { withinMs: ARRIVAL_MS_MAX })

test('the clock shows each due moment while its work runs, and two moments are never mixed', async () => {
  const seen: string[] = []
  const { clock } = await startNode((clock) => ({
    note: async (payload) => {
      const { subject, dueAt } = readAgendaItem(payload)
      seen.push(`${subject} ${clock.now()}`)
      // The work of a moment causes more work at that moment, and some later, before the end of the way.
      if (subject === 'reminder') {
        await place.database.transaction(async (tx) => {
          await enqueue(tx, { job: 'mail', payload: { about: subject } })
          const key = { organizationId: 'shop', kind: 'note', subject: 'retry' }
          await schedule(tx, { ...key, dueAt: dueAt.add({ minutes: 1 }) })
        })
      }
    },
    mail: async () => void seen.push(`mail ${clock.now()}`),
  }))
  await put('expiry', '2026-03-12T00:00:00Z')
  await put('reminder', '2026-03-10T09:00:00.0005Z')
  await put('too late', '2026-04-09T13:00:00Z')

  await move(clock, '2026-04-09T12:00:00Z')
  expect(clock.read()).toMatchObject({ movingTo: Temporal.Instant.from('2026-04-09T12:00:00Z') })
  expect(await arrived(clock)).toBe(true)

  // The clock counts milliseconds and stops at the first that is not before the moment.
  expect(seen).toEqual([
    'reminder 2026-03-10T09:00:00.001Z',
    'mail 2026-03-10T09:00:00.001Z',
    'retry 2026-03-10T09:01:00.001Z',
    'expiry 2026-03-12T00:00:00Z',
  ])
  expect(clock.readArrival(Temporal.Instant.from('2026-04-09T12:00:00Z')).now.toString()).toBe('2026-04-09T12:00:00Z')
})

test('the next process continues the move of a killed one, and two nodes agree on it', async () => {
  const seen: string[] = []
  const elsewhere = await openClock()
  await put('first', '2026-03-10T09:00:00Z')
  await put('second', '2026-03-11T09:00:00Z')
  await put('third', '2026-03-12T09:00:00Z')
  const blocked = Promise.withResolvers<void>()
  const killed = await startNode(() => ({ note: () => blocked.promise }))
  await move(elsewhere, '2026-04-09T12:00:00Z')
  await waitUntil(async () => (killed.clock.now().equals('2026-03-10T09:00:00Z') ? true : undefined), {
    withinMs: 20_000,
  })
  await killed.halt()
  blocked.resolve()
  await killed.stop()
  await elsewhere.refresh()
  const standing = elsewhere.read().movingTo?.toString()

  const nodes = [await startNode(noting(seen)), await startNode(noting(seen))]
  expect(await arrived(elsewhere)).toBe(true)
  await Promise.all(nodes.map(({ stop }) => stop()))

  expect(standing).toBe('2026-04-09T12:00:00Z')
  expect(seen.slice(-2)).toEqual(['second 2026-03-11T09:00:00Z', 'third 2026-03-12T09:00:00Z'])
})

test('work outside of queue and agenda holds the clock', async () => {
  await place.database.pool.query('create table parcels (sent boolean); insert into parcels values (false)')
  const parcels = [sql`from parcels where not sent`]
  const clock = await openClock()

  await move(clock, '2030-01-01T00:00:00Z', parcels)
  const held = clock.read().movingTo?.toString()
  await place.database.pool.query('update parcels set sent = true')
  await place.database.transaction((tx) => clock.continueMove(tx, clockWork({ alsoBusy: parcels })))
  await clock.refresh()

  expect(held).toBe('2030-01-01T00:00:00Z')
  expect(clock.read()).toMatchObject({ movingTo: undefined })
})

test('a job that fails is retried at its moment; one that goes on failing does not hold the clock for ever', async () => {
  const seen: string[] = []
  let failures = 0
  const { clock } = await startNode((clock) => ({
    ...noting(seen)(clock),
    flaky: async () => {
      failures += 1
      if (failures === 1) throw new Error('once')
      seen.push(`flaky ${clock.now()}`)
    },
    broken: async () => {
      throw new Error('always')
    },
  }))
  await put('flaky', '2026-03-10T09:00:00Z', 'flaky')
  await put('broken', '2026-03-10T09:00:00Z', 'broken')
  await put('later', '2026-03-12T00:00:00Z')

  await move(clock, '2026-04-09T12:00:00Z')

  expect(await arrived(clock)).toBe(true)
  expect(seen).toEqual(['flaky 2026-03-10T09:00:00Z', 'later 2026-03-12T00:00:00Z'])
  const { rows } = await place.database.pool.query('select attempts from graphile_worker._private_jobs')
  expect(rows).toEqual([{ attempts: 3 }])
})

test('a job that has run for more than ten minutes does not hold the clock', async () => {
  const clock = await openClock()
  await place.database.transaction((tx) => enqueue(tx, { job: 'endless', payload: {} }))
  const lock = (since: string) =>
    place.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '${since}', locked_by = 'a node', attempts = 1`,
    )

  await lock('9 minutes')
  await move(clock, '2030-01-01T00:00:00Z')
  const held = clock.read().movingTo?.toString()
  await lock('11 minutes')
  await move(clock, '2030-01-01T00:00:00Z')

  expect(held).toBe('2030-01-01T00:00:00Z')
  expect(clock.read().movingTo).toBeUndefined()
})

test('a year with nothing due takes as many steps as a day, whatever housekeeping and rows wait', async () => {
  const { database } = place
  const runs: string[] = []
  const pruning = (clock: Clock) =>
    dailyJob({ database, clock }, { organizationId: INSTALLATION, kind: 'prune' }, async () => {
      runs.push(clock.now().toString())
    })
  const { clock, stepCount } = await startNode((clock) => pruning(clock).handlers)
  await pruning(clock).schedule()
  await database.pool.query(
    `insert into agenda (organization_id, kind, subject, due_at)
     select 'shop', 'note', number::text, timestamptz '2028-01-01' from generate_series(1, 10000) as number`,
  )

  await move(clock, '2027-03-09T12:00:00Z')
  expect(await arrived(clock)).toBe(true)
  const { rows } = await database.pool.query('select count(*)::int as rows from agenda where due_at < $1', [
    '2028-01-01',
  ])

  expect(runs).toEqual(['2027-03-09T12:00:00Z'])
  expect(rows).toEqual([{ rows: 1 }])
  expect(stepCount()).toBeLessThan(200)
})
