import { beforeEach, expect, test } from 'vitest'
import { agendaOf, aSubscriber } from '../../../test/support/data/subscriptions.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { takeDueRows } from '../../platform/queue/agenda.ts'
import { rescheduleLostSubscriptions } from './reschedule-lost-subscriptions.ts'
import { RUN_SUBSCRIPTION } from './run-subscription.ts'

let database: Database
beforeEach(async () => {
  database = (await aDatabase()).database
})

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)

/** A shop with a daily subscription whose run has become a job that was lost. */
async function aShopWithALostRun() {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const shop = await aSubscriber({ database, clock })
  await shop.put()
  const due = { now: at('2026-03-10T00:00:00Z'), kinds: [RUN_SUBSCRIPTION] }
  expect(await takeDueRows(database, due)).toBe(1)
  return { ...shop, agenda: () => agendaOf(database, shop.organizationId) }
}
const revivedAt = (now: string): Promise<number> => rescheduleLostSubscriptions({ database, clock: settableClock(now) })

test('only a run whose job failed permanently is put back on the agenda', async () => {
  const shop = await aShopWithALostRun()

  // Until then the job may be at work.
  expect(await revivedAt('2026-03-10T00:30:00Z')).toBe(0)
  expect(await revivedAt('2026-03-10T02:00:00Z')).toBe(1)
  expect(await revivedAt('2026-03-10T02:00:00Z')).toBe(0)

  expect(Object.values(await shop.agenda())).toHaveLength(1)
})

test('a paused subscription is not put back on the agenda', async () => {
  const shop = await aShopWithALostRun()
  await shop.pause()

  expect(await revivedAt('2026-03-10T02:00:00Z')).toBe(0)
  expect(await shop.agenda()).toEqual({})
})
