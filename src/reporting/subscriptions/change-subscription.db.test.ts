import { beforeAll, expect, test } from 'vitest'
import { agendaOf, aSubscriber, orderedReports, reportsToMake } from '../../../test/support/data/subscriptions.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Period } from '../reports/report.ts'
import { findSubscription } from './subscription-store.ts'

let database: Database
beforeAll(async () => {
  database = (await aDatabase()).database
})

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
/** `03-09T00:00 03-10T00:00`, all of 2026. */
const periodText = ({ startsAt, endsAt }: Period): string =>
  `${startsAt.toString().slice(5, 16)} ${endsAt.toString().slice(5, 16)}`

/** A merchant and its clock, set to noon of 9 March. */
async function aShop() {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const shop = await aSubscriber({ database, clock })
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

test('a pause orders the periods that have ended, and afterwards no run orders anything', async () => {
  const { put, run, pause, clock, periods, agenda } = await aShop()
  const subscription = await put()

  clock.set('2026-03-10T12:00:00Z')
  const paused = await pause()
  clock.set('2026-03-20T12:00:00Z')
  await Promise.all([run(subscription), run(subscription)])

  expect(paused.pausedAt).toEqual(at('2026-03-10T12:00:00Z'))
  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00'])
  expect(await agenda()).toEqual({})
})

test('the first report after a pause covers a full period, and the skipped span is recorded', async () => {
  const { put, run, pause, resume, clock, periods, agenda, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await pause()

  clock.set('2026-03-13T12:00:00Z')
  await resume()
  const resumed = await agenda()
  clock.set('2026-03-14T00:00:00Z')
  await run(subscription)

  expect(resumed).toEqual({ [subscription.subscriptionId]: '2026-03-14T00:00:00Z' })
  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-13T00:00 03-14T00:00'])
  const span = { startsAt: at('2026-03-10T00:00:00Z'), endsAt: at('2026-03-13T00:00:00Z') }
  expect((await stored()).skipped).toEqual([{ ...span, reason: 'PAUSED' }])
})

test('a pause within one period skips nothing', async () => {
  const { put, run, pause, resume, clock, periods, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await run(subscription)

  await pause()
  clock.set('2026-03-10T20:00:00Z')
  await resume()
  clock.set('2026-03-11T00:00:00Z')
  await run(subscription)

  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-10T00:00 03-11T00:00'])
  expect((await stored()).skipped).toEqual([])
})

test.each([
  ['days', { startTime: '0000' }, '03-01T00:00 03-11T00:00'],
  ['an interval', { reportFrequency: 'USER_DEFINED', reportInterval: 'PT1H' }, '03-01T00:00 03-11T00:00'],
])('a short pause after an edit from months to %s loses none of the month', async (_, changes, first) => {
  const { put, run, pause, resume, clock, periods, stored } = await aShop()
  clock.set('2026-02-20T12:00:00Z')
  const subscription = await put({ reportFrequency: 'MONTHLY' })
  clock.set('2026-03-10T10:00:00Z')
  await put(changes)

  await pause()
  clock.set('2026-03-10T12:05:00Z')
  await resume()
  clock.set('2026-03-11T00:00:00Z')
  await run(subscription)

  expect(await periods()).toEqual(['02-01T00:00 03-01T00:00', first])
  expect((await stored()).skipped).toEqual([])
})

test('a second pause or resumption changes nothing', async () => {
  const { put, pause, resume, clock, agenda } = await aShop()
  const { subscriptionId } = await put()
  clock.set('2026-03-10T12:00:00Z')

  const paused = await pause()
  clock.set('2026-03-13T12:00:00Z')
  const pausedAgain = await pause()
  const resumed = await resume()
  clock.set('2026-03-16T12:00:00Z')
  const resumedAgain = await resume()

  expect(pausedAgain).toEqual(paused)
  expect(resumedAgain).toEqual(resumed)
  expect(await agenda()).toEqual({ [subscriptionId]: '2026-03-14T00:00:00Z' })
})

test.each([
  ['a later time', { startTime: '1830' }, '03-10T00:00 03-10T18:30', '03-10T18:30 03-11T18:30'],
  ['an earlier time', { startTime: '0600' }, '03-10T00:00 03-11T06:00', '03-11T06:00 03-12T06:00'],
  ['another zone', { timezone: 'Asia/Katmandu' }, '03-10T00:00 03-10T18:15', '03-10T18:15 03-11T18:15'],
  ['weeks', { reportFrequency: 'WEEKLY', startDay: 1 }, '03-10T00:00 03-15T00:00', '03-15T00:00 03-22T00:00'],
  ['months', { reportFrequency: 'MONTHLY', startDay: 31 }, '03-10T00:00 03-31T00:00', '03-31T00:00 04-30T00:00'],
  [
    'an interval',
    { reportFrequency: 'USER_DEFINED', reportInterval: 'PT5H', startTime: '1300' },
    '03-10T00:00 03-10T13:00',
    '03-10T13:00 03-10T18:00',
  ],
])('an edit to %s continues where the last period ended', async (_, changes, first, second) => {
  const { put, run, clock, periods, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')

  // The edit orders the periods that are due under the old rule.
  await put(changes)
  const immediately = await periods()
  const { schedule } = await stored()
  for (const end of [first, second]) {
    clock.set(`2026-${end.slice(-11)}:00Z`)
    await run(subscription)
  }

  expect(immediately).toEqual(['03-09T00:00 03-10T00:00'])
  expect(schedule.coveredUntil).toEqual(at('2026-03-10T00:00:00Z'))
  expect(await periods()).toEqual([...immediately, first, second])
})

test('an edit of the fields does not change the schedule', async () => {
  const { put, run, clock, reports } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await run(subscription)

  const edited = await put({ reportFields: ['Request.MerchantID'] })
  clock.set('2026-03-11T00:00:00Z')
  await run(subscription)

  expect(edited.subscriptionId).toBe(subscription.subscriptionId)
  expect((await reports()).map(periodText)).toEqual(['03-09T00:00 03-10T00:00', '03-10T00:00 03-11T00:00'])
})

test('an edit during a pause orders nothing, and the new rule applies after it', async () => {
  const { put, run, pause, resume, clock, periods, agenda, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await pause()

  clock.set('2026-03-12T12:00:00Z')
  const edited = await put({ startTime: '0600' })
  const during = await agenda()
  clock.set('2026-03-14T12:00:00Z')
  await resume()
  clock.set('2026-03-15T12:00:00Z')
  await run(subscription)

  expect(edited.pausedAt).toEqual(at('2026-03-10T12:00:00Z'))
  expect(during).toEqual({})
  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-14T06:00 03-15T06:00'])
  expect((await stored()).skipped.map(periodText)).toEqual(['03-10T00:00 03-14T06:00'])
})

test('an edit at the end of a pause does not order paused periods', async () => {
  const { put, run, pause, resume, clock, periods, stored } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await pause()

  clock.set('2026-03-14T12:00:00Z')
  await put({ startTime: '1830' })
  await resume()
  clock.set('2026-03-14T18:30:00Z')
  await run(subscription)

  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-14T00:00 03-14T18:30'])
  expect((await stored()).skipped.map(periodText)).toEqual(['03-10T00:00 03-14T00:00'])
})

test('an edit and several concurrent schedulers order each period once', async () => {
  const { put, run, clock, periods } = await aShop()
  const subscription = await put()
  clock.set('2026-03-11T12:00:00Z')

  await Promise.all([run(subscription), put({ startTime: '1800' }), run(subscription), run(subscription)])
  clock.set('2026-03-11T18:00:00Z')
  await run(subscription)

  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-10T00:00 03-11T00:00', '03-11T00:00 03-11T18:00'])
})

test('a deleted subscription orders nothing and keeps its reports and their jobs', async () => {
  const { put, run, remove, clock, organizationId, reports, jobs, agenda } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')
  await run(subscription)
  const kept = await reports()

  await remove()
  clock.set('2026-03-20T12:00:00Z')
  // A job that was made before the deletion.
  await run(subscription)

  expect(await findSubscription(database.db, organizationId, 'Scheduled')).toBeUndefined()
  expect(kept.map(periodText)).toEqual(['03-09T00:00 03-10T00:00'])
  expect(await reports()).toEqual(kept)
  expect(await jobs()).toEqual(kept.map(({ reportId }) => reportId))
  expect(await agenda()).toEqual({})
})

test('a subscription with the name of a deleted one is new and begins with a full period', async () => {
  const { put, run, remove, clock, periods } = await aShop()
  const old = await put()
  clock.set('2026-03-10T12:00:00Z')
  await run(old)
  await remove()

  const renewed = await put({ startTime: '1500' })
  clock.set('2026-03-10T15:00:00Z')
  await run(old)
  await run(renewed)

  expect(renewed.subscriptionId).not.toBe(old.subscriptionId)
  expect(await periods()).toEqual(['03-09T00:00 03-10T00:00', '03-09T15:00 03-10T15:00'])
})

test('a deletion and several concurrent schedulers leave nothing on the agenda', async () => {
  const { put, run, remove, clock, agenda, reports, jobs } = await aShop()
  const subscription = await put()
  clock.set('2026-03-10T12:00:00Z')

  await Promise.all([run(subscription), run(subscription), remove(), run(subscription)])

  expect(await agenda()).toEqual({})
  // In either order: a report with its job, or neither.
  expect(await jobs()).toEqual((await reports()).map(({ reportId }) => reportId))
})
