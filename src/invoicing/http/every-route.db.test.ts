import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'

type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Undefined if it takes none. */
  readonly body?: () => Readonly<Record<string, unknown>>
  readonly success: 200 | 201
}

const isAboutFields = ({ reason }: { readonly reason: string }): boolean => reason === 'UNKNOWN_FIELD'

let labels = 0
const aField = () => {
  labels += 1
  return { fieldType: 'Text', label: `Label ${labels}` }
}
const INVOICE = '/invoices/{invoice}'
const FIELDS = '/Invoice/merchantDefinedFields'
/** In an order in which all of them can be called with the same invoice and the same field. */
const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/invoices', body: () => anInvoiceBody(), success: 201 },
  { method: 'GET', path: '/invoices', success: 200 },
  { method: 'GET', path: INVOICE, success: 200 },
  { method: 'PUT', path: INVOICE, body: () => anInvoiceBody(), success: 200 },
  { method: 'POST', path: `${INVOICE}/publication`, body: () => ({}), success: 200 },
  { method: 'POST', path: `${INVOICE}/delivery`, body: () => ({}), success: 200 },
  { method: 'POST', path: `${INVOICE}/reminder`, body: () => ({}), success: 200 },
  { method: 'POST', path: `${INVOICE}/cancelation`, body: () => ({}), success: 200 },
  { method: 'GET', path: '/invoiceSettings', success: 200 },
  {
    method: 'PUT',
    path: '/invoiceSettings',
    body: () => ({ invoiceSettingsInformation: { shipTo: true } }),
    success: 200,
  },
  { method: 'GET', path: FIELDS, success: 200 },
  { method: 'POST', path: FIELDS, body: aField, success: 200 },
  { method: 'PUT', path: `${FIELDS}/{field}`, body: aField, success: 200 },
  { method: 'DELETE', path: `${FIELDS}/{field}`, success: 200 },
]
const isWrite = ({ method }: Route) => method !== 'GET'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
let partner: Client
let account: Client
let foreign: Client
beforeAll(async () => {
  partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  account = app.clientOf(await anOrganization(app, 'account', { type: 'account', parentId: 'partner' }))
  shop = await app.merchant('shop', 'account')
  foreign = await app.merchant('foreign')
})

/** Calls all routes with a new invoice and a new field of the shop. */
async function askAll(
  client: Client,
  { query = '', inBody = {} }: { readonly query?: string; readonly inBody?: object } = {},
) {
  const { body: invoice } = await shop.create(anInvoiceBody())
  const { body: fields } = await shop.call('POST', FIELDS, aField())
  const responses = []
  for (const route of ROUTES) {
    const path = route.path.replace('{invoice}', invoice.id).replace('{field}', fields.at(-1).id).concat(query)
    const body = route.body && { ...route.body(), ...inBody }
    responses.push({ route, ...(await client.call(route.method, path, body)) })
  }
  return responses
}

type Responses = Awaited<ReturnType<typeof askAll>>
const statuses = (responses: Responses) =>
  responses.map(({ route, status }) => `${route.method} ${route.path} ${status}`)
const all = (status: (route: Route) => number) =>
  ROUTES.map((route) => `${route.method} ${route.path} ${status(route)}`)

describe('every route', () => {
  test('every route answers its merchant, and a partner or account that names it in the query', async () => {
    const query = '?organizationId=shop'
    const good = all(({ success }) => success)

    expect(statuses(await askAll(shop))).toEqual(good)
    for (const client of [partner, account, shop]) {
      const responses = await askAll(client, { query })
      expect(statuses(responses)).toEqual(good)
      const links = responses.flatMap(({ body }) => Object.values<{ href: string }>(body._links ?? {}))
      expect(links.length).toBeGreaterThan(10)
      expect(links.filter(({ href }) => !href.includes('organizationId=shop'))).toEqual([])
    }
  })

  test('every route with a body answers a partner or account that names the merchant in it', async () => {
    for (const client of [partner, account]) {
      const responses = await askAll(client, { inBody: { organizationId: 'shop' } })
      const written = responses.filter(({ route }) => route.body !== undefined)
      expect(written.map(({ route, status }) => status === route.success)).toEqual(written.map(() => true))
      expect(written.flatMap(({ body }) => body.warnings ?? []).filter(isAboutFields)).toEqual([])
    }
  })

  test('every route but the list asks a partner to name a merchant', async () => {
    for (const query of ['', '?organizationId=account']) {
      const responses = await askAll(partner, { query })

      expect(statuses(responses)).toEqual(
        all(({ method, path }) => (method === 'GET' && path === '/invoices' ? 200 : 400)),
      )
      for (const { body } of responses.filter(({ status }) => status === 400)) {
        expect(body).toMatchObject({
          reason: 'VALIDATION_ERROR',
          details: [{ field: 'organizationId', reason: 'MISSING_FIELD' }],
        })
      }
    }
  })

  test('every route is 404 for organizations that are not above the merchant', async () => {
    const query = '?organizationId=shop'

    expect(statuses(await askAll(foreign, { query }))).toEqual(all(() => 404))
    expect(statuses(await askAll(shop, { query: '?organizationId=nobody' }))).toEqual(all(() => 404))
  })

  test('every route is 401 without a known key, and 403 for a key without the scope', async () => {
    const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
    const { key } = await createBearerKey(
      { ...deps, secrets: testSecrets },
      { organizationId: 'shop', by: aTester },
      { label: 'other', scopes: ['payments', 'reports:read'], expiresAt: undefined },
    )

    const unknown = await askAll(app.clientOf({ bearer: { key: `${key}x` } }))
    const scopeless = await askAll(app.clientOf({ bearer: { key } }))

    expect(statuses(unknown)).toEqual(all(() => 401))
    expect(new Set(unknown.map(({ text }) => text))).toEqual(new Set(['{"response":{"rmsg":"Authentication Failed"}}']))
    expect(statuses(scopeless)).toEqual(all(() => 403))
    expect(new Set(scopeless.map(({ body }) => body.reason))).toEqual(new Set(['MISSING_SCOPE']))
  })

  test('every route of a suspended merchant can read but not write', async () => {
    const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
    const suspended = await app.merchant('suspended', 'account')
    const { body: invoice } = await suspended.create(anInvoiceBody())
    const actor = { organizationId: 'suspended', by: aTester }
    await suspendOrganization(deps, actor, { reason: 'late fees' })

    const own = await Promise.all(
      ROUTES.map(async (route) => {
        const path = route.path.replace('{invoice}', invoice.id).replace('{field}', '1')
        return { route, ...(await suspended.call(route.method, path, route.body?.())) }
      }),
    )
    const byPartner = await askAll(partner, { query: '?organizationId=suspended' })

    expect(statuses(own)).toEqual(all((route) => (isWrite(route) ? 403 : 200)))
    for (const { route, status, body } of [...own, ...byPartner]) {
      if (!isWrite(route)) continue
      expect(status).toBe(403)
      expect(body).toMatchObject({
        reason: 'ORGANIZATION_SUSPENDED',
        message: 'The organization suspended is suspended: late fees.',
      })
    }
  })

  test('every path refuses other methods with 405 and names its own', async () => {
    for (const path of new Set(ROUTES.map((route) => route.path))) {
      const { status, headers } = await shop.call('PATCH', path.replaceAll(/[{}]/g, ''), {})
      const own = ROUTES.filter((route) => route.path === path).map(({ method }) => method)

      expect([path, status]).toEqual([path, 405])
      expect(String(headers['allow']).split(', ')).toEqual(expect.arrayContaining(own))
    }
  })
})
