import { beforeAll, expect, test } from 'vitest'
import { aSubscriber, orderedReports } from '../../../test/support/data/subscriptions.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { Database } from '../../platform/postgres/database.ts'

let database: Database
beforeAll(async () => {
  database = (await aDatabase()).database
})

const MINUTES = { reportFrequency: 'USER_DEFINED', reportInterval: 'PT5M', startTime: '0600' }

/** Edits a subscription of every five minutes from 6:00 on, at 6:07; returns the period of its next report. */
async function editedTo(changes: Readonly<Record<string, unknown>>) {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const { put, run, organizationId } = await aSubscriber({ database, clock })
  const subscription = await put(MINUTES)
  clock.set('2026-03-10T06:07:00Z')
  const { schedule } = await put({ ...MINUTES, ...changes })
  clock.set(schedule.nextRunAt.toString())
  await run(subscription)
  const last = (await orderedReports(database, organizationId)).at(-1)
  return `${last?.startsAt.toString().slice(5, 16)} ${last?.endsAt.toString().slice(5, 16)}`
}

test('an edited interval continues from the first start without skipping a day', async () => {
  expect(await editedTo({ reportInterval: 'PT20M' })).toBe('03-10T06:05 03-10T06:20')
})

test('an edited start applies at the next such time of day', async () => {
  expect(await editedTo({ reportInterval: 'PT20M', startTime: '0630' })).toBe('03-10T06:05 03-10T06:30')
  expect(await editedTo({ timezone: 'Asia/Katmandu' })).toBe('03-10T06:05 03-11T00:15')
})

test('an interval that is edited before its first run still begins at its start', async () => {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const { put } = await aSubscriber({ database, clock })
  await put(MINUTES)

  const { schedule } = await put({ ...MINUTES, reportInterval: 'PT7H' })

  expect(schedule.nextRunAt.toString()).toBe('2026-03-10T06:00:00Z')
})
