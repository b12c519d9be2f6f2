import { expect, test } from 'vitest'
import { aSession } from '../../../test/support/data/people.ts'
import { aPersonWithPassword, aSignInNode } from '../../../test/support/data/sign-ins.ts'
import { aDatabase, silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { issuedLink } from '../links/link.ts'
import { insertLink } from '../links/link-store.ts'
import { startSignInPruning } from './jobs.ts'

test('counts and links go when their time is over, sessions 90 days later', async () => {
  const { database } = await aDatabase()
  const node = aSignInNode(database)
  const person = await aPersonWithPassword({ database })
  const { personId } = person
  const now = systemClock.now()
  const daysAgo = (days: number) => now.subtract({ hours: 24 * days })
  for (const at of [now, daysAgo(2)]) {
    const link = issuedLink({ kind: 'reset', personId, organizationId: undefined }, { at })
    await database.transaction((tx) => insertLink(tx, link))
  }
  for (const at of [now, daysAgo(80), daysAgo(91)])
    await aSession({ database }, person, { baseUrl: 'http://x', now: at })
  await node.limits.count({ account: 'ada' })
  await database.pool.query(`insert into sign_in_attempts values ('old', 1, 1)`)
  const rows = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount

  const pruning = startSignInPruning({ ...node, log: silentLog })
  await eventually(async () => (await rows('sessions')) === 2)
  await pruning.stop()

  expect([await rows('sign_in_links'), await rows('sign_in_attempts')]).toEqual([1, 1])
})
