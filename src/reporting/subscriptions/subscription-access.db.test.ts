import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aSubscription } from '../../../test/support/data/report-orders.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { statusesOf, subscriptionClients } from '../../../test/support/http/subscription-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { runSubscription } from './run-subscription.ts'
import { findSubscription } from './subscription-store.ts'

const PATH = '/reporting/v3/report-subscriptions'
const NAMED = `${PATH}/{reportName}`
const COLLECTION = 'report-subscriptions'

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z'), with: [reportingClients] })
let contract: Awaited<ReturnType<typeof documentedContract>>
let another: ReturnType<typeof subscriptionClients>
beforeAll(async () => {
  contract = await documentedContract(app.url)
  another = subscriptionClients(app)
})

type Client = Awaited<ReturnType<typeof another>>['ask']

/** All requests about subscriptions, with their documented paths. */
const READING = [
  ['GET', '', PATH],
  ['GET', '/mine', NAMED],
  ['GET', '/mine/schedule', `${NAMED}/schedule`],
] as const
const CHANGING = [
  ['PUT', '', PATH],
  ['POST', '/mine/pause', `${NAMED}/pause`],
  ['POST', '/mine/resume', `${NAMED}/resume`],
  ['DELETE', '/mine', NAMED],
] as const

async function askAll(client: Client, asked: readonly (readonly [string, string, string])[], query = '') {
  const responses = []
  for (const [method, path, documentedPath] of asked) {
    const body = aSubscription({ reportName: 'mine', startTime: '0100' })
    const response = await client(method, `${path}${query}`, method === 'PUT' ? { body } : {})
    responses.push({ ...response, method, documentedPath })
  }
  return responses
}

async function clientWith(organizationId: string, scopes: readonly ('reports:read' | 'invoices')[]) {
  const bearer = await createBearerKey(
    { db: app.database, machineClock: systemClock, secrets: testSecrets },
    { organizationId, by: aTester },
    { label: 'a key', scopes: [...scopes], expiresAt: undefined },
  )
  return app.clientOf({ bearer }, COLLECTION)
}

describe('a partner', () => {
  test('a partner can do everything for a merchant below it, named in the query', async () => {
    const partner = await another({ type: 'partner' })
    const merchant = await another({ parentId: partner.organizationId })
    await merchant.put({ reportName: 'mine' })

    const query = `?organizationId=${merchant.organizationId}`
    const responses = await askAll(partner.ask, [...READING, ...CHANGING], query)

    expect(new Set(statusesOf(responses))).toEqual(new Set([200]))
    expect(responses[1]?.body.organizationId).toBe(merchant.organizationId)
    expect((await merchant.list()).status).toBe(404)
  })

  test('a partner gets the total number of subscriptions and a link to the next page', async () => {
    const partner = await another({ type: 'partner' })
    for (const reportName of ['a', 'b', 'c']) {
      await (await another({ parentId: partner.organizationId })).put({ reportName })
    }

    const whole = await partner.list()
    const first = await partner.ask('GET', '?limit=2')
    const second = await partner.ask('GET', '?offset=2&limit=2')
    const beyond = await partner.ask('GET', '?offset=3')
    const wrong = await partner.ask('GET', '?offset=-1&limit=1001')

    expect([whole.body.totalSubscriptions, whole.headers['link']]).toEqual([3, undefined])
    expect(first.headers['link']).toBe(`<${PATH}?limit=2&offset=2>; rel="next"`)
    expect([first, second].map(({ body }) => [body.subscriptions.length, body.totalSubscriptions])).toEqual([
      [2, 3],
      [1, 3],
    ])
    expect([...first.body.subscriptions, ...second.body.subscriptions]).toEqual(whole.body.subscriptions)
    expect([second.headers['link'], beyond.status]).toEqual([undefined, 404])
    expect(wrong.body.details.map(({ field }: { field: string }) => field)).toEqual(['offset', 'limit'])
    expect(contract.answerProblems('GET', PATH, first)).toEqual([])
  })

  test('a partner can name one merchant in the body, but not two', async () => {
    const partner = await another({ type: 'partner' })
    const { organizationId, get } = await another({ parentId: partner.organizationId })
    const created = await partner.put({ organizationId })
    const both = await partner.ask('PUT', `?organizationId=${organizationId}`, {
      body: aSubscription({ organizationId: partner.organizationId }),
    })

    expect([created.status, created.body.organizationId]).toEqual([200, organizationId])
    expect((await get()).text).toBe(created.text)
    expect((await partner.get()).status).toBe(404)
    expect(both.status).toBe(400)
  })

  test('a partner lists its own subscriptions and all below it, unless it names an organization', async () => {
    const partner = await another({ type: 'partner' })
    const one = await another({ parentId: partner.organizationId })
    const two = await another({ parentId: partner.organizationId })
    const ownersListed = async (query: string) => {
      const { body } = await partner.ask('GET', query)
      return body.subscriptions?.map(({ organizationId }: Record<string, string>) => organizationId)
    }
    for (const { put } of [two, one, await another()]) await put()

    expect(await ownersListed('')).toEqual([one.organizationId, two.organizationId])
    expect(await ownersListed(`?organizationId=${two.organizationId}`)).toEqual([two.organizationId])
    expect(await ownersListed(`?organizationId=${partner.organizationId}`)).toBeUndefined()
    await partner.put()
    expect(await ownersListed('')).toHaveLength(3)
  })
})

describe('another organization', () => {
  test('another organization gets the same 404 for a foreign subscription as for an unknown one', async () => {
    const { put, get, organizationId } = await another()
    const created = await put({ reportName: 'mine' })
    const stranger = await another()
    const asked = [...READING, ...CHANGING]
    const named = await askAll(stranger.ask, asked, `?organizationId=${organizationId}`)
    const unknown = await askAll(stranger.ask, asked, '?organizationId=nobody')
    const inBody = await stranger.put({ organizationId })
    const own = await askAll(stranger.ask, [...READING, ...CHANGING.slice(1)])

    expect(new Set(statusesOf([...named, ...unknown, inBody, ...own]))).toEqual(new Set([404]))
    const withoutIds = ({ body: { correlationId: _, ...rest } }: (typeof named)[number]) => rest
    expect(named.map(withoutIds)).toEqual(unknown.map(withoutIds))
    for (const response of own) {
      const { method, documentedPath } = response
      expect(contract.answerProblems(method, documentedPath, response)).toEqual([])
    }
    expect((await get('mine')).text).toBe(created.text)
  })
})

describe('a key', () => {
  test('a request without a key is 401', async () => {
    const responses = await askAll(app.clientOf(undefined, COLLECTION), [...READING, ...CHANGING])

    for (const { status, body } of responses) {
      expect([status, body]).toEqual([401, { response: { rmsg: 'Authentication Failed' } }])
    }
  })

  test('a key with the reading scope cannot change, and a key without it cannot read', async () => {
    const { put, get, organizationId } = await another()
    const created = await put({ reportName: 'mine' })
    const reader = await clientWith(organizationId, ['reports:read'])
    const other = await clientWith(organizationId, ['invoices'])

    const refused = [...(await askAll(reader, CHANGING)), ...(await askAll(other, [...READING, ...CHANGING]))]

    expect(statusesOf(await askAll(reader, READING))).toEqual([200, 200, 200])
    for (const response of refused) {
      expect([response.status, response.body.reason]).toEqual([403, 'MISSING_SCOPE'])
      expect(contract.answerProblems(response.method, response.documentedPath, response)).toEqual([])
    }
    expect((await get('mine')).text).toBe(created.text)
  })
})

describe('a suspended organization', () => {
  async function aSuspendedSubscriber() {
    app.clock.set('2026-03-10T10:00:00Z')
    const client = await another()
    await client.put({ reportName: 'mine' })
    await suspendOrganization(
      { db: app.database, clock: systemClock, machineClock: systemClock },
      { organizationId: client.organizationId, by: aTester },
      { reason: 'for a test' },
    )
    return client
  }

  test('a suspended organization can read its subscriptions but not change them', async () => {
    const { ask } = await aSuspendedSubscriber()
    const before = await askAll(ask, READING)
    const refused = await askAll(ask, CHANGING)

    expect(statusesOf(before)).toEqual([200, 200, 200])
    for (const response of refused) {
      expect([response.status, response.body.reason]).toEqual([403, 'ORGANIZATION_SUSPENDED'])
      expect(contract.answerProblems(response.method, response.documentedPath, response)).toEqual([])
    }
    expect((await askAll(ask, READING)).map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  })

  test('a suspended organization still gets its reports', async () => {
    const { organizationId, get, askReports } = await aSuspendedSubscriber()
    const subscription = await findSubscription(app.database.db, organizationId, 'mine')
    const subscriptionId = subscription?.subscriptionId ?? ''

    app.clock.set('2026-03-11T10:00:00Z')
    const deps = { db: app.database, clock: app.clock, missedPeriodsMax: 400 }
    await runSubscription(deps, { organizationId, subscriptionId })

    const window = 'startTime=2026-03-01T00:00:00Z&endTime=2026-04-01T00:00:00Z'
    const { body } = await askReports('GET', `?${window}&timeQueryType=reportTimeFrame`)
    expect(body.reportSearchResults).toMatchObject([
      {
        reportName: 'mine',
        reportFrequency: 'DAILY',
        reportStartTime: '2026-03-10T00:00:00+01:00',
        reportEndTime: '2026-03-11T00:00:00+01:00',
      },
    ])
    expect((await get('mine')).body.nextRunTime).toBe('2026-03-11T23:00:00Z')
  })
})
