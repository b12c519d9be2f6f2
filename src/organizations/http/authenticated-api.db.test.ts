import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatedApp, startAuthenticatedApp } from '../../../test/support/apps/authenticated-app.ts'
import type { ErrorBody } from '../../../test/support/apps/http-app.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { type Answer, sendRequest } from '../../../test/support/http/send-request.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { createBearerKey } from '../credentials/create-key.ts'
import { resumeOrganization, suspendOrganization } from '../tree/change-organization.ts'

type Keyed = Awaited<ReturnType<typeof anOrganization>>

let app: AuthenticatedApp
let partner: Keyed
let shop: Keyed
let lost: Keyed
const order: string[] = []
beforeAll(async () => {
  app = await startAuthenticatedApp({
    afterAuthentication: (api) => {
      api.addHook('onRequest', async ({ caller, organization, body }) => {
        order.push(`${caller.scheme} ${organization?.organizationId} ${body}`)
      })
    },
    afterOrganization: (api) => {
      api.addHook('preHandler', async ({ organization, body }) => {
        order.push(`${organization.organizationId} ${JSON.stringify(body)}`)
      })
    },
  })
  partner = await anOrganization(app, 'partner', { type: 'partner' })
  await anOrganization(app, 'account', { type: 'account', parentId: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'account' })
  await anOrganization(app, 'sister', { parentId: 'account' })
  lost = await anOrganization(app, 'foreign', { type: 'partner' })
})
const deps = () => ({
  db: app.database,
  clock: systemClock,
  machineClock: systemClock,
  secrets: testSecrets,
})
const as = (organizationId: string) => ({ organizationId, by: aTester })

async function call({ bearer }: Pick<Keyed, 'bearer'>, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${bearer.key}`, 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  return sendRequest(app.port, { method, path, headers, body: text })
}
const problem = ({ text }: Answer) => JSON.parse(text) as ErrorBody
const actedFor = ({ text }: Answer) => (JSON.parse(text) as { actor: { organizationId: string } }).actor.organizationId

describe('the organization acted for', () => {
  test('a key acts for its own organization, or for one below it that the query or the body names', async () => {
    const echo = '/test/v1/echo'

    expect(actedFor(await call(partner, 'POST', echo, {}))).toBe('partner')
    expect(actedFor(await call(partner, 'GET', `${echo}?organizationId=shop`))).toBe('shop')
    expect(actedFor(await call(partner, 'POST', echo, { organizationId: 'account' }))).toBe('account')
    const both = { organizationId: 'shop' }
    expect(actedFor(await call(partner, 'PUT', `${echo}?organizationId=shop`, both))).toBe('shop')
    expect(actedFor(await call(partner, 'GET', `${echo}?organizationId=partner`))).toBe('partner')
    expect(actedFor(await call(partner, 'POST', echo, { inner: { organizationId: 'x' } }))).toBe('partner')
    expect(actedFor(await call(partner, 'POST', echo, [{ organizationId: 'x' }]))).toBe('partner')
  })

  test('an unknown, a foreign and a higher organization are 404 alike, in the query and in the body', async () => {
    const wanted = ['nobody', 'foreign', 'sister', 'account', 'partner', 'a%00b', 'a b', 'x'.repeat(99)]
    const responses = await Promise.all(
      wanted.flatMap((organizationId) => [
        call(shop, 'GET', `/organizations/v1/me?organizationId=${encodeURI(organizationId)}`),
        call(shop, 'POST', '/test/v1/echo', { organizationId }),
      ]),
    )

    const seen = responses.map((response) => {
      const { submitTimeUtc: _, ...body } = problem(response)
      const names = Object.keys(response.headers).sort().join()
      return JSON.stringify({ status: response.status, names, body })
    })
    expect(new Set(seen).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 404 })
    expect(problem(responses[0] as Answer)).toMatchObject({ reason: 'NOT_FOUND' })
  })

  test('an empty organization in the query or the body means the key’s own', async () => {
    const echo = '/test/v1/echo'

    for (const empty of ['', ' ', null]) {
      const response = await call(partner, 'POST', `${echo}?organizationId=`, { organizationId: empty })
      expect(actedFor(response)).toBe('partner')
    }
    expect(actedFor(await call(partner, 'GET', `${echo}?organizationId=`))).toBe('partner')
    expect(actedFor(await call(partner, 'GET', `${echo}?organizationId=%20`))).toBe('partner')
    expect(actedFor(await call(partner, 'POST', `${echo}?organizationId=`, { organizationId: 'shop' }))).toBe('shop')
    expect(actedFor(await call(partner, 'POST', `${echo}?organizationId=shop`, { organizationId: '' }))).toBe('shop')
  })

  test.each([
    ['?organizationId=shop', { organizationId: 'sister' }],
    ['?organizationId=shop', { organizationId: 7 }],
    ['?organizationId=shop&organizationId=sister', {}],
    ['', { organizationId: 7 }],
    ['', { organizationId: ['shop'] }],
  ])('a request with %s and %j is refused, because they do not name one organization', async (query, body) => {
    const response = await call(partner, 'POST', `/test/v1/echo${query}`, body)

    expect(response.status).toBe(400)
    expect(problem(response).details).toMatchObject([{ field: 'organizationId' }])
  })

  test('/me has the organization acted for next to the key’s own, parents first', async () => {
    const response = await call(partner, 'GET', '/organizations/v1/me?organizationId=shop')

    expect(response.status).toBe(200)
    const me = JSON.parse(response.text)
    expect(me).toMatchObject({
      organization: { organizationId: 'partner', parentId: null },
      actingFor: { organizationId: 'shop', parentId: 'account' },
      totalOrganizations: 4,
    })
    expect(me.organizations.map((each: { organizationId: string }) => each.organizationId)).toEqual([
      'partner',
      'account',
      'shop',
      'sister',
    ])
  })
})

describe('a suspended organization', () => {
  test('a suspended organization can read but not change anything, and gets the reason', async () => {
    await suspendOrganization(deps(), as('foreign'), { reason: 'unpaid since March' })

    const response = await call(lost, 'POST', '/test/v1/echo', {})

    expect(response.status).toBe(403)
    expect(problem(response)).toMatchObject({
      reason: 'ORGANIZATION_SUSPENDED',
      message: 'The organization foreign is suspended: unpaid since March.',
    })
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await call(lost, method, '/test/v1/echo')).status).toBe(403)
    }
    expect((await call(lost, 'GET', '/test/v1/echo')).status).toBe(200)
    expect((await call(lost, 'HEAD', '/test/v1/echo')).status).toBe(200)
    expect((await call(lost, 'POST', '/test/v1/pardon')).status).toBe(200)
    await resumeOrganization(deps(), as('foreign'))
    expect((await call(lost, 'POST', '/test/v1/echo', {})).status).toBe(200)
  })

  test('nothing can be changed on behalf of a suspended organization, or with its key', async () => {
    await suspendOrganization(deps(), as('sister'), { reason: undefined })
    const forSister = await call(partner, 'POST', '/test/v1/echo', { organizationId: 'sister' })
    await resumeOrganization(deps(), as('sister'))
    await suspendOrganization(deps(), as('partner'), { reason: undefined })
    const byPartner = await call(partner, 'POST', '/test/v1/echo', { organizationId: 'sister' })
    await resumeOrganization(deps(), as('partner'))

    expect(forSister.status).toBe(403)
    expect(problem(byPartner).message).toBe('The organization partner is suspended.')
  })
})

describe('a suspended partner or account', () => {
  test.each(['partner', 'account'])('a suspended %s makes everything below it read-only', async (above) => {
    await suspendOrganization(deps(), as(above), { reason: 'a private reason' })

    const byMerchant = await call(shop, 'POST', '/test/v1/echo', {})
    const byPartner = await call(partner, 'POST', '/test/v1/echo', { organizationId: 'shop' })
    const read = await call(shop, 'GET', '/test/v1/echo')
    const me = await call(shop, 'GET', '/organizations/v1/me')
    await resumeOrganization(deps(), as(above))
    const afterwards = await call(shop, 'POST', '/test/v1/echo', {})

    expect(byMerchant.status).toBe(403)
    expect(problem(byMerchant)).toMatchObject({
      reason: 'ORGANIZATION_SUSPENDED',
      message: 'The organization shop is suspended: an organization above it is suspended.',
    })
    expect(byPartner.status).toBe(403)
    expect(read.status).toBe(200)
    expect(JSON.parse(me.text)).toMatchObject({ actingFor: { status: 'SUSPENDED' } })
    expect(afterwards.status).toBe(200)
  })

  test('a suspension does not affect organizations above or beside it', async () => {
    await suspendOrganization(deps(), as('account'), { reason: undefined })
    const byPartner = await call(partner, 'POST', '/test/v1/echo', {})
    const byStranger = await call(lost, 'POST', '/test/v1/echo', {})
    await resumeOrganization(deps(), as('account'))

    expect([byPartner.status, byStranger.status]).toEqual([200, 200])
  })
})

describe('scopes', () => {
  test('a key without the scope of a route gets the name of the scope', async () => {
    const terms = { label: 'narrow', scopes: ['ingest'] as const, expiresAt: undefined }
    const bearer = await createBearerKey(deps(), as('shop'), terms)

    const response = await call({ bearer }, 'POST', '/test/v1/invoices', {})

    expect(response.status).toBe(403)
    expect(problem(response)).toMatchObject({
      reason: 'MISSING_SCOPE',
      message: expect.stringContaining('scope invoices'),
    })
    expect((await call({ bearer }, 'GET', '/organizations/v1/me')).status).toBe(200)
    expect((await call(shop, 'POST', '/test/v1/invoices', {})).status).toBe(200)
  })

  test('a route without a declared scope does not start', async () => {
    const forgetful = startAuthenticatedApp({
      database: app.database,
      routes: [async (api) => void api.get('/test/v1/forgotten', async () => 'x')],
    })

    await expect(forgetful).rejects.toThrow(/\/test\/v1\/forgotten does not declare its scope/)
  })
})

test('further hooks run right after authentication and right after the organization is known', async () => {
  order.length = 0

  await call(partner, 'POST', '/test/v1/echo', { organizationId: 'shop' })

  expect(order).toEqual(['bearer undefined undefined', 'shop {"organizationId":"shop"}'])
})

test('every authenticated route is documented with the ways to authenticate', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { security?: object[] } }>
  }

  expect(document.paths['/organizations/v1/me']?.get?.security).toEqual([
    { bearerKey: [] },
    { jwt: [] },
    { httpSignature: [] },
    { session: [] },
  ])
  expect(document.paths['/healthz']?.get?.security).toEqual([])
})
