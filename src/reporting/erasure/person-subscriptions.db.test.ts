import { beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { readPerson } from '../../kernel/person.ts'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { putSubscription } from '../subscriptions/put-subscription.ts'
import { runSubscription } from '../subscriptions/run-subscription.ts'
import { findSubscription, listSubscriptions } from '../subscriptions/subscription-store.ts'
import { reportsHolder } from './reports-holder.ts'

type Changes = Readonly<Record<string, unknown>>

let database: Awaited<ReturnType<typeof aDatabase>>['database']
beforeAll(async () => {
  database = (await aDatabase()).database
  await anOrganization({ database }, 'partner', { type: 'partner' })
  for (const id of ['mailed', 'asked', 'below', 'sister', 'busy', 'repeated', 'numbered']) {
    await anOrganization({ database }, id, { parentId: 'partner' })
  }
})

const person = readPerson({ emails: ['jane@example.org'], phones: [], customerIds: [] })
const sought = (organizationId: string, organizationIds = [organizationId]): SoughtPerson => ({
  organizationId,
  organizationIds,
  person,
})
const clocks = { clock: systemClock, machineClock: systemClock }
const holder = () => reportsHolder({ db: database, ...clocks, config: { reportRetentionMonths: 16 } })

async function subscribe(organizationId: string, reportName: string, changes: Changes) {
  const deps = { db: database, ...clocks, missedPeriodsMax: 400, subscriptionsMax: 100 }
  const { subscription } = await putSubscription(
    deps,
    { organizationId, by: aTester },
    {
      organization: { organizationId, timeZone: 'UTC' },
      body: {
        reportDefinitionName: 'TransactionRequestClass',
        reportFields: ['Request.RequestID'],
        reportName,
        timezone: 'GMT',
        ...changes,
      },
    },
  )
  return subscription
}

const ownOf = (organizationId: string) =>
  listSubscriptions(database.db, { organizationId, includesBelow: false }, { offset: 0, limit: 10 })
const deliverToOf = async (organizationId: string) => (await ownOf(organizationId)).map(({ terms }) => terms.deliverTo)
const auditOf = async (organizationId: string) =>
  (await listAudit(database.db, { organizationId, action: 'subscription.erased' }, { limit: 10 })).length

describe('subscriptions that mail reports to a person', () => {
  test('subscriptions of the organization and those below it are counted, then lose the address', async () => {
    const before = await subscribe('mailed', 'Both', {
      deliverTo: ['Jane@Example.org', 'joan@example.org'],
    })
    await subscribe('mailed', 'Joan', { deliverTo: ['not-jane@example.org'] })
    await subscribe('below', 'Jane', { deliverTo: ['jane@example.org'] })
    await subscribe('sister', 'Jane', { deliverTo: ['jane@example.org'] })
    const asked = sought('mailed', ['mailed', 'below'])

    const found = await holder().find(asked)
    const untouched = await deliverToOf('mailed')
    const erased = await holder().erase(asked, aTester)

    expect(found).toEqual({ counts: { 'report subscriptions': 2 }, remaining: [] })
    expect(untouched).toEqual([['Jane@Example.org', 'joan@example.org'], ['not-jane@example.org']])
    expect(erased).toEqual(found)
    expect(await deliverToOf('mailed')).toEqual([['joan@example.org'], ['not-jane@example.org']])
    expect(await deliverToOf('below')).toEqual([[]])
    expect(await deliverToOf('sister')).toEqual([['jane@example.org']])
    const after = await findSubscription(database.db, 'mailed', 'Both')
    expect(after?.schedule.nextRunAt).toEqual(before.schedule.nextRunAt)
    expect(after?.terms).toEqual({ ...before.terms, deliverTo: ['joan@example.org'] })
  })

  test('an address is erased once and audited without itself', async () => {
    await subscribe('repeated', 'Jane', { deliverTo: ['jane@example.org'] })

    await holder().erase(sought('repeated'), aTester)
    const again = await holder().erase(sought('repeated'), aTester)

    expect(again).toEqual({ counts: {}, remaining: [] })
    expect(await auditOf('repeated')).toBe(1)
    const { rows } = await database.pool.query('select details::text from audit_entries')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('example.org')
  })

  test('any number of subscriptions is processed', async () => {
    await database.pool.query(
      `insert into report_subscriptions
        (organization_id, subscription_id, report_name, definition_name, mime_type, terms, time_zone,
          frequency, start_time, next_run_at, created_at, changed_at)
      select 'busy', 'of many ' || n, 'Many ' || n, 'TransactionRequestClass', 'text/csv',
        '{"fields": [], "filters": {}, "deliverTo": ["jane@example.org"], "signedAmounts": false}',
        'GMT', 'DAILY', '0000', now(), now(), now() from generate_series(1, 501) as n`,
    )

    const { counts } = await holder().erase(sought('busy'), aTester)

    expect(counts).toEqual({ 'report subscriptions': 501 })
    expect((await deliverToOf('busy')).flat()).toEqual([])
  })
})

test('subscriptions that filter by the person or belong to organizations above are listed and kept', async () => {
  const filters = { reportFilters: { email: ['JANE@example.org'] } }
  await subscribe('asked', 'Asked', { ...filters, deliverTo: ['jane@example.org'] })
  await subscribe('asked', 'Joan', { reportFilters: { email: ['joan@example.org'] } })
  await subscribe('partner', 'Above', { deliverTo: ['jane@example.org'] })

  const { counts, remaining } = await holder().erase(sought('asked'), aTester)

  expect(counts).toEqual({ 'report subscriptions': 1 })
  expect(remaining.map(({ what }) => what)).toEqual([
    'report subscription "Asked" (asked)',
    'report subscription "Above" (partner)',
  ])
  expect(remaining[0]?.why).toContain('change or delete it')
  const [asked] = await ownOf('asked')
  expect(asked?.terms).toMatchObject({ deliverTo: [], filters: { email: ['JANE@example.org'] } })
  expect(await deliverToOf('partner')).toEqual([['jane@example.org']])
})

test('subscriptions that filter by a customer number of the person are listed with their reports', async () => {
  const byNumber = (number: string) => ({ reportFilters: { 'BillTo.CustomerID': [number] } })
  const { subscriptionId } = await subscribe('numbered', 'Jane', byNumber('4711'))
  await subscribe('numbered', 'Joan', byNumber('4712'))
  await subscribe('numbered', 'Another number', {
    reportFilters: { 'Request.RequestID': ['4711'] },
  })
  const later = { now: () => systemClock.now().add({ hours: 25 }) }
  const deps = { db: database, clock: later, missedPeriodsMax: 1 }
  await runSubscription(deps, { organizationId: 'numbered', subscriptionId })

  const numbers = readPerson({ emails: [], phones: [], customerIds: ['4711'] })
  const { counts, remaining } = await holder().erase({ ...sought('numbered'), person: numbers }, aTester)

  expect(counts).toEqual({})
  expect(remaining.map(({ what }) => what)).toEqual([
    'report subscription "Jane" (numbered)',
    expect.stringMatching(/^report "Jane" of .*numbered\)$/),
  ])
})
