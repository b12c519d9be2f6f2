import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aSubscriber, orderedReports, reportsToMake } from '../../../test/support/data/subscriptions.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { Database, Transactions } from '../../platform/postgres/database.ts'

let database: Database
beforeAll(async () => {
  database = (await aDatabase()).database
})

/** Counts the statements sent to PostgreSQL. */
function countingStatements() {
  const counted = { statements: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counted.statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db: Transactions = {
    transaction: (work) => database.transaction((tx) => work(tx.withPlugin(plugin))),
  }
  return { counted, db }
}

test('a year of missed days is ordered in as many statements as one day, oldest first', async () => {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const { put, run, organizationId } = await aSubscriber({ database, clock })
  const subscription = await put()
  const [one, many] = [countingStatements(), countingStatements()]

  clock.set('2026-03-10T12:00:00Z')
  await run(subscription, one)
  clock.set('2027-03-10T12:00:00Z')
  await run(subscription, many)

  const ordered = await orderedReports(database, organizationId)
  const ends = ordered.map(({ endsAt }) => endsAt.toString())
  expect(ends).toHaveLength(366)
  expect(ends).toEqual(ends.toSorted())
  expect(await reportsToMake(database, organizationId)).toEqual(ordered.map(({ reportId }) => reportId))
  expect(one.counted.statements).toBeGreaterThan(0)
  expect(many.counted).toEqual(one.counted)
})

test('more periods than fit into one statement are ordered too', async () => {
  const clock = settableClock('2026-03-09T12:00:00Z')
  const missed = { missedPeriodsMax: 1_001 }
  const { put, run, organizationId } = await aSubscriber({ database, clock, ...missed })
  const subscription = await put({ reportFrequency: 'USER_DEFINED', reportInterval: 'PT1M' })

  clock.set('2026-03-11T12:00:00Z')
  await run(subscription)

  const ordered = await orderedReports(database, organizationId)
  expect(ordered).toHaveLength(1_001)
  expect(ordered.slice(1).map(({ startsAt }) => startsAt)).toEqual(ordered.slice(0, -1).map(({ endsAt }) => endsAt))
})
