import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { anOrder, aSubscription } from '../../../test/support/data/report-orders.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { statusesOf, subscriptionClients } from '../../../test/support/http/subscription-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'

const PATH = '/reporting/v3/report-subscriptions'
const SUBSCRIPTIONS_MAX = 3

const app = await startApp({
  environment: { QUITTANCE_SUBSCRIPTIONS_MAX: String(SUBSCRIPTIONS_MAX) },
  clock: settableClock('2026-03-10T10:00:00Z'),
  with: [reportingClients],
})
let contract: Awaited<ReturnType<typeof documentedContract>>
let another: ReturnType<typeof subscriptionClients>
beforeAll(async () => {
  contract = await documentedContract(app.url)
  another = subscriptionClients(app)
})

describe('an organization', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`)

  test('concurrent requests do not exceed the maximum number of subscriptions', async () => {
    const { put, list, remove } = await another()
    const responses = await Promise.all(names(8).map((reportName) => put({ reportName })))
    const refused = responses.filter(({ status }) => status === 400)
    const kept = (await list()).body.subscriptions

    expect(statusesOf(responses).filter((status) => status === 200)).toHaveLength(SUBSCRIPTIONS_MAX)
    expect(refused.map(({ body }) => body.reason)).toEqual(Array(8 - SUBSCRIPTIONS_MAX).fill('TOO_MANY_SUBSCRIPTIONS'))
    expect(contract.answerProblems('PUT', PATH, refused[0] ?? { status: 0, body: 0 })).toEqual([])
    expect(kept).toHaveLength(SUBSCRIPTIONS_MAX)
    // Existing ones can still be edited, and a deleted one makes room.
    const { reportName } = kept[0]
    expect((await put({ reportName, startTime: '0100' })).status).toBe(200)
    expect((await remove(reportName)).status).toBe(200)
    expect((await put({ reportName: 'one more' })).status).toBe(200)
  })

  test('the default maximum is 20 subscriptions', async () => {
    const usual = await startApp({ with: [reportingClients] })
    const keys = await anOrganization(usual, 'shop')
    const ask = usual.clientOf(keys, 'report-subscriptions')
    const responses = []
    for (const reportName of names(21)) {
      responses.push(await ask('PUT', '', { body: aSubscription({ reportName }) }))
    }

    expect(statusesOf(responses)).toEqual([...Array(20).fill(200), 400])
    expect(responses[20]?.body.message).toContain('20 report subscriptions')
  })

  test('concurrent requests create one subscription per name', async () => {
    const { put } = await another()
    const statuses = statusesOf(await Promise.all(names(6).map(() => put())))

    expect(statuses.toSorted()).toEqual([200, 304, 304, 304, 304, 304])
  })
})

const shared = { reportName: 'shared' }
const order = { body: anOrder(shared) }

describe('a name', () => {
  test('the name of a one-time report is taken until the report fails', async () => {
    const { put, askReports } = await another()
    const { reportId } = (await askReports('POST', '', order)).body
    const refused = await put(shared)
    await askReports('DELETE', `/${reportId}`)

    expect([refused.status, refused.body.details]).toEqual([400, [{ field: 'reportName', reason: 'INVALID_DATA' }]])
    expect(refused.body.message).toContain(reportId)
    expect((await put(shared)).status).toBe(200)
  })

  test('the name of a subscription is taken until the subscription is deleted', async () => {
    const { put, remove, askReports } = await another()
    await put(shared)
    const refused = await askReports('POST', '', order)
    await remove('shared')

    expect([refused.status, refused.body.details]).toEqual([400, [{ field: 'reportName', reason: 'INVALID_DATA' }]])
    expect((await askReports('POST', '', order)).status).toBe(200)
  })

  test('either a report or a subscription gets a name that both request concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { put, askReports } = await another()
      const responses = await Promise.all([askReports('POST', '', order), put(shared)])

      expect(statusesOf(responses).toSorted()).toEqual([200, 400])
    }
  })

  test('a name that another organization uses is free', async () => {
    const one = await another()
    const other = await another()
    await one.put(shared)

    expect((await other.askReports('POST', '', order)).status).toBe(200)
    expect((await other.put(shared)).status).toBe(400)
  })
})

describe('a name in the path', () => {
  let client: Awaited<ReturnType<typeof another>>
  beforeAll(async () => {
    client = await another()
  })

  test.each([
    ['a b', ['a%20b', '%61%20%62']],
    ['a+b', ['a+b', 'a%2Bb', 'a%2bb']],
    [' a', ['%20a']],
    ['-_+ 9', ['-_+%209', '%2D%5F%2B%209']],
    ['schedule', ['schedule', 'schedul%65']],
    ['x'.repeat(250), ['x'.repeat(250), '%78'.repeat(250)]],
    [`${'+'.repeat(249)}y`, [`${'+'.repeat(249)}y`, `${'%2B'.repeat(249)}y`]],
    [`${' '.repeat(249)}z`, [`${'%20'.repeat(249)}z`]],
  ])('the name %j is found in any encoding', async (reportName, paths) => {
    expect((await client.put({ reportName })).status).toBe(200)
    for (const path of paths) {
      const read = await client.ask('GET', `/${path}`)
      const schedule = await client.ask('GET', `/${path}/schedule`)
      expect([read.body.reportName, schedule.body.reportName]).toEqual([reportName, reportName])
      expect((await client.ask('POST', `/${path}/pause`)).status).toBe(200)
      expect((await client.ask('POST', `/${path}/resume`)).status).toBe(200)
    }
    expect((await client.ask('DELETE', `/${paths.at(-1)}`)).status).toBe(200)
    expect((await client.get(reportName)).status).toBe(404)
  })

  test('a name with a plus sign differs from the one with a space', async () => {
    await client.put({ reportName: 'p q' })

    expect((await client.ask('GET', '/p+q')).status).toBe(404)
    expect((await client.ask('DELETE', '/p%2Bq')).status).toBe(404)
    expect((await client.ask('GET', '/p%20q')).status).toBe(200)
  })

  test.each([
    'nothing',
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%ff',
    '%ed%a0%80',
    '%F0%9F%92%A9',
    '%2F',
    '..%2F..',
    '%2E%2E',
    '%25',
    '%0A',
    "'%20or%201=1--",
    ';',
    '__proto__',
    'x'.repeat(1_000),
    'x'.repeat(1_001),
    'x'.repeat(10_000),
  ])('the name %s in the path is refused', async (path) => {
    const responses = [
      await client.ask('GET', `/${path}`),
      await client.ask('GET', `/${path}/schedule`),
      await client.ask('DELETE', `/${path}`),
      await client.ask('POST', `/${path}/pause`),
      await client.ask('POST', `/${path}/resume`),
    ]

    for (const { status, body } of responses) {
      expect([400, 404]).toContain(status)
      expect(body).toMatchObject({ code: expect.any(String), correlationId: expect.any(String) })
    }
  })

  test('a name that cannot be decoded is 400', async () => {
    const responses = [await client.ask('GET', '/%ff'), await client.ask('DELETE', '/%ff')]

    expect(statusesOf(responses)).toEqual([400, 400])
  })

  test.each(['//', '/a/', '/a/b', '/a/schedule/', '/a/schedule/b'])(
    'the path %s has no name and is 404',
    async (path) => {
      expect((await client.ask('GET', path)).status).toBe(404)
    },
  )
})

test('a list for two organizations is 400', async () => {
  const client = await another()

  const { status } = await client.ask('GET', '?organizationId=shop&organizationId=other')

  expect(status).toBe(400)
})
