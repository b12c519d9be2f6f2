import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { agendaOf, aSubscriber, orderedReports, reportsToMake } from '../../../test/support/data/subscriptions.ts'
import { aDatabase, silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { Database, Transactions } from '../../platform/postgres/database.ts'
import { startAgenda, takeDueRows } from '../../platform/queue/agenda.ts'
import type { Period } from '../reports/report.ts'
import { RUN_SUBSCRIPTION, subscriptionJobs } from './run-subscription.ts'

const SCHEDULERS = 5
const KINDS = [RUN_SUBSCRIPTION]
const ZONES = [
  ['Howe', 'Australia/Lord_Howe'],
  ['Berlin', 'Europe/Berlin'],
  ['Johns', 'America/St_Johns'],
  ['Katmandu', 'Asia/Katmandu'],
  ['Honolulu', 'Pacific/Honolulu'],
] as const

let shared: Database
beforeAll(async () => {
  shared = (await aDatabase()).database
})

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
/** `03-09T00:00 03-10T00:00`, all of 2026. */
const periodText = ({ startsAt, endsAt }: Period): string =>
  `${startsAt.toString().slice(5, 16)} ${endsAt.toString().slice(5, 16)}`
const days = (...dates: readonly string[]): readonly string[] =>
  dates.slice(1).map((date, index) => `${dates[index]}T00:00 ${date}T00:00`)
const times = <T>(count: number, act: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, act))

/** A merchant and its clock, set to noon of 9 March. */
async function aShop(given: { readonly missedPeriodsMax?: number; readonly database?: Database } = {}) {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const { database = shared } = given
  const shop = await aSubscriber({ ...given, database, clock })
  const reports = () => orderedReports(database, shop.organizationId)
  return {
    ...shop,
    clock,
    reports,
    periods: async () => (await reports()).map(periodText),
    jobs: () => reportsToMake(database, shop.organizationId),
    agenda: () => agendaOf(database, shop.organizationId),
  }
}

/** The process dies after its work and before the commit: all of it is rolled back. */
function dyingBeforeCommit(): Transactions {
  return {
    transaction: (work) =>
      shared.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
  }
}

/** The process dies after the commit and before its confirmation: the job runs again. */
function dyingAfterCommit(): Transactions {
  return {
    transaction: async (work) => {
      await shared.transaction(work)
      throw new Error('killed')
    },
  }
}

test('a report is ordered when its period has ended and not before, with its job and the next run', async () => {
  const { put, run, clock, reports, jobs, agenda, stored } = await aShop()
  const subscription = await put()

  await run(subscription)
  clock.set('2026-03-09T23:59:59.999Z')
  await run(subscription)
  const before = await reports()
  clock.set('2026-03-10T00:00:00Z')
  await run(subscription)

  expect(before).toEqual([])
  const [report, ...others] = await reports()
  expect(others).toEqual([])
  expect(report).toMatchObject({
    subscriptionId: subscription.subscriptionId,
    reportName: 'Scheduled',
    startsAt: at('2026-03-09T00:00:00Z'),
    endsAt: at('2026-03-10T00:00:00Z'),
    queuedAt: at('2026-03-10T00:00:00Z'),
  })
  expect(await jobs()).toEqual([report?.reportId])
  expect(await agenda()).toEqual({ [subscription.subscriptionId]: '2026-03-11T00:00:00Z' })
  expect((await stored()).schedule.coveredUntil).toEqual(at('2026-03-10T00:00:00Z'))
})

test('several concurrent schedulers order one report a period, oldest first', async () => {
  const { put, run, clock, reports, periods, jobs } = await aShop()
  const subscription = await put()

  clock.set('2026-03-10T12:00:00Z')
  await times(SCHEDULERS, () => run(subscription))
  clock.set('2026-03-13T12:00:00Z')
  await times(SCHEDULERS, () => run(subscription))

  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12', '03-13'))
  expect(await jobs()).toEqual((await reports()).map(({ reportId }) => reportId))
})

test('schedulers whose clocks differ by days order each period once', async () => {
  const { put, run, clock, periods } = await aShop()
  const subscription = await put()
  const clocks = ['03-14', '03-10', '03-12', '03-09', '03-13', '03-11'].map((date) =>
    settableClock(`2026-${date}T00:00:30Z`),
  )

  await Promise.all(clocks.map((wrong) => run(subscription, { clock: wrong })))
  clock.set('2026-03-15T00:00:00Z')
  await run(subscription)

  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12', '03-13', '03-14', '03-15'))
})

test('several tickers make one job of a due subscription, and the job puts it back on the agenda', async () => {
  const { database } = await aDatabase()
  const { put, clock, organizationId, agenda, periods } = await aShop({ database })
  const { subscriptionId } = await put()
  const now = at('2026-03-12T08:00:00Z')
  clock.set(now.toString())

  const taken = await times(SCHEDULERS, () => takeDueRows(database, { now, kinds: KINDS }))
  const between = await agenda()
  const handler = subscriptionJobs({ database, clock, missedPeriodsMax: 400 })[RUN_SUBSCRIPTION]
  const payload = { organizationId, subject: subscriptionId, dueAt: '2026-03-10T00:00:00Z' }
  // A job may run twice, also concurrently.
  await times(2, async () => handler?.(payload, new AbortController().signal))

  expect(taken.reduce((sum, rows) => sum + rows, 0)).toBe(1)
  expect(between).toEqual({})
  expect(await agenda()).toEqual({ [subscriptionId]: '2026-03-13T00:00:00Z' })
  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12'))
})

test('concurrent nodes order every period of every subscription once', async () => {
  const place = await aDatabase()
  const { database } = place
  const { put, stored, clock, reports } = await aShop({ database })
  for (const [reportName, timezone] of ZONES) await put({ reportName, timezone })
  const began = clock.now()
  const handlers = subscriptionJobs({ database, clock, missedPeriodsMax: 400 })
  for (let node = 0; node < 3; node += 1) await startQueueNode(place, handlers)
  const tickers = Array.from({ length: 3 }, () => startAgenda({ database, clock, kinds: KINDS, log: silentLog }))
  const stop = () => Promise.all(tickers.map((ticker) => ticker.stop()))
  onTestFinished(async () => void (await stop()))

  // Across a daylight saving change in most of these zones; some jumps miss days, some go back.
  for (const hours of [24, 1, 73, -30, 5, 200, 24, -400, 500, 24, 300]) {
    clock.set(clock.now().add({ hours }).toString())
    for (const ticker of tickers) ticker.wake()
    await eventually(async () => {
      const all = await Promise.all(ZONES.map(([name]) => stored(name)))
      return all.every(({ schedule }) => Temporal.Instant.compare(schedule.nextRunAt, clock.now()) > 0)
    })
  }
  await stop()

  const made = await reports()
  for (const [reportName, zone] of ZONES) {
    const own = made.filter((report) => report.reportName === reportName)
    const midnights = localMidnights(zone, began, clock.now())
    expect(own.map(({ endsAt }) => endsAt.toString())).toEqual(midnights.slice(1))
    expect(own.map(({ startsAt }) => startsAt.toString())).toEqual(midnights.slice(0, -1))
  }
})

/** From the last one at or before the beginning to the last one before the end; all these zones have them daily. */
function localMidnights(zone: string, from: Temporal.Instant, to: Temporal.Instant) {
  const midnights: string[] = []
  let day = from.toZonedDateTimeISO(zone).startOfDay()
  while (Temporal.Instant.compare(day.toInstant(), to) <= 0) {
    midnights.push(day.toInstant().toString())
    day = day.toPlainDate().add({ days: 1 }).toZonedDateTime(zone)
  }
  return midnights
}

test('a scheduler that dies before its commit orders nothing, and the next one orders everything', async () => {
  const { put, run, clock, periods, jobs, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-12T00:00:00Z')

  const death = run(subscription, { db: dyingBeforeCommit() })
  await expect(death).rejects.toThrow('killed')
  const left = { periods: await periods(), jobs: await jobs(), schedule: (await stored()).schedule }
  await run(subscription)

  expect(left).toEqual({ periods: [], jobs: [], schedule: subscription.schedule })
  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12'))
})

test('after a scheduler dies following its commit, the next one finds nothing to do', async () => {
  const { put, run, clock, periods, jobs, agenda } = await aShop()
  const subscription = await put()
  clock.set('2026-03-11T00:00:00Z')

  const death = run(subscription, { db: dyingAfterCommit() })
  await expect(death).rejects.toThrow('killed')
  await run(subscription)

  expect(await periods()).toEqual(days('03-09', '03-10', '03-11'))
  expect(await jobs()).toHaveLength(2)
  expect(await agenda()).toEqual({ [subscription.subscriptionId]: '2026-03-12T00:00:00Z' })
})

test('schedulers that die among others lose no reports and leave no orphaned jobs', async () => {
  const { put, run, clock, periods, reports, jobs } = await aShop()
  const subscription = await put()

  for (const date of ['03-10', '03-11', '03-14']) {
    clock.set(`2026-${date}T00:00:00Z`)
    await Promise.allSettled([
      run(subscription, { db: dyingBeforeCommit() }),
      run(subscription, { db: dyingAfterCommit() }),
      run(subscription),
      run(subscription, { db: dyingBeforeCommit() }),
    ])
  }

  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12', '03-13', '03-14'))
  expect(await jobs()).toEqual((await reports()).map(({ reportId }) => reportId))
})

test('a clock that moves back and forth repeats no period and skips none', async () => {
  const { put, run, clock, periods, agenda } = await aShop()
  const subscription = await put()

  for (const time of ['10T06', '09T01', '10T00', '12T00', '08T00', '11T23', '12T23', '13T00']) {
    clock.set(`2026-03-${time}:00:00Z`)
    await run(subscription)
  }

  expect(await periods()).toEqual(days('03-09', '03-10', '03-11', '03-12', '03-13'))
  expect(await agenda()).toEqual({ [subscription.subscriptionId]: '2026-03-14T00:00:00Z' })
})

test('after an outage the newest periods are ordered, and the span of the others is recorded', async () => {
  const { put, run, clock, periods, reports, jobs, stored } = await aShop({ missedPeriodsMax: 3 })
  const subscription = await put()

  clock.set('2026-03-12T00:00:00Z')
  await run(subscription)
  const within = await stored()
  clock.set('2026-03-17T00:00:00Z')
  await run(subscription)
  clock.set('2026-03-18T00:00:00Z')
  await run(subscription)

  expect(within.skipped).toEqual([])
  expect(await periods()).toEqual([
    ...days('03-09', '03-10', '03-11', '03-12'),
    ...days('03-14', '03-15', '03-16', '03-17', '03-18'),
  ])
  expect(await jobs()).toEqual((await reports()).map(({ reportId }) => reportId))
  const [startsAt, endsAt] = [at('2026-03-12T00:00:00Z'), at('2026-03-14T00:00:00Z')]
  expect((await stored()).skipped).toEqual([{ startsAt, endsAt, reason: 'TOO_MANY_MISSED' }])
})
