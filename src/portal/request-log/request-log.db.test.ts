import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester, withScope } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { readPerson } from '../../kernel/person.ts'
import type { Role } from '../../organizations/users/role.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { KEPT_MAX, type LoggedRequest } from './logged-request.ts'
import { requestLogHolder } from './request-log-holder.ts'
import { insertRequests } from './request-log-store.ts'
import { RequestRecorder } from './request-recorder.ts'

const BASE_URL = 'http://127.0.0.1'
const LOG = '/portal/v1/request-log'
const INVOICES = '/invoicing/v2/invoices'
const app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
const live = await startApp({ environment: { QUITTANCE_MODE: 'live' } })

type Started = typeof app
let shop: Keyed
beforeAll(async () => {
  await anOrganization(app, 'partner', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'partner' })
})

async function signedIn(to: Started, roles: Readonly<Record<string, Role>>, email?: string) {
  const person = await aPerson(to, { roles, ...(email === undefined ? {} : { email }) })
  const { headers } = await aSession(to, person, { baseUrl: to.config.baseUrl })
  const ask = (method: string, path: string, body?: unknown) =>
    sendAs(to.port, undefined, { method, path, headers, body })
  return { ...person, ask }
}

const create = (owner: Keyed, body: object, to = app) =>
  sendAs(to.port, owner, { method: 'POST', path: INVOICES, body })

describe('requests of programs and people', () => {
  test('a refused request has its code, its fields and its key, and its bodies in sandbox mode', async () => {
    const admin = await signedIn(app, { shop: 'admin' })
    const body = anInvoiceBody({ invoiceInformation: { dueDate: 'tomorrow' } })
    const refused = await create(shop, body)
    const { requests } = (await admin.ask('GET', `${LOG}?outcome=failed`)).body
    const { body: details } = await admin.ask('GET', `${LOG}/${requests[0].id}`)

    expect(refused.status).toBe(400)
    expect(details).toMatchObject({
      ...{ method: 'POST', path: INVOICES, status: 400, reason: refused.body.reason },
      ...{ requestId: refused.headers['v-c-correlation-id'], sender: { kind: 'key', name: 'first key' } },
      problems: refused.body.details,
    })
    expect(JSON.parse(details.requestBody)).toEqual(body)
    expect(JSON.parse(details.responseBody)).toMatchObject({ reason: refused.body.reason })
  })

  test('a key without a scope is seen, too', async () => {
    const admin = await signedIn(app, { shop: 'admin' })
    const reader = await withScope(app, shop as Awaited<ReturnType<typeof anOrganization>>, 'invoices:read')
    await create(reader, anInvoiceBody())
    const { requests } = (await admin.ask('GET', `${LOG}?outcome=failed&limit=1`)).body

    expect(requests).toMatchObject([{ status: 403, reason: 'MISSING_SCOPE', sender: { name: 'invoices:read' } }])
  })

  test('what people change is seen with their address, and what they only read is not', async () => {
    const admin = await signedIn(app, { shop: 'admin' })
    await admin.ask('GET', INVOICES)
    await admin.ask('PATCH', '/organizations/v1/settings', { hasFraudManagement: true })
    await admin.ask('GET', `${INVOICES}/unknown`)
    const { requests } = (await admin.ask('GET', `${LOG}?sender=${admin.personId}`)).body
    const { body } = await admin.ask('GET', `${LOG}/${requests[1].id}`)

    expect(requests.map((one: { method: string; status: number }) => [one.method, one.status])).toEqual([
      ['GET', 404],
      ['PATCH', 200],
    ])
    expect(requests[0].sender).toEqual({ kind: 'person', id: admin.personId, name: admin.email })
    expect([body.requestBody, body.responseBody]).toEqual([null, null])
  })

  test('secrets are nowhere in the log', async () => {
    const admin = await signedIn(app, { shop: 'admin' })
    const { body } = await admin.ask('POST', '/organizations/v1/keys', { label: 'logged' })
    await admin.ask('GET', LOG)
    const { rows } = await app.database.pool.query(`select row_to_json(request_log)::text as text from request_log`)

    expect(rows.some(({ text }) => text.includes('/organizations/v1/keys'))).toBe(true)
    expect(rows.filter(({ text }) => text.includes(body.secret))).toEqual([])
  })

  test('a request for a merchant below is in the log of that merchant', async () => {
    const staff = await signedIn(app, { partner: 'admin' })
    await staff.ask('PATCH', '/organizations/v1/settings?organizationId=shop', {})
    const idsOf = async (organization: string) => {
      const { body } = await staff.ask('GET', `${LOG}?organizationId=${organization}&sender=${staff.personId}`)
      return body.requests.map(({ method }: { method: string }) => method)
    }

    expect([await idsOf('shop'), await idsOf('partner')]).toEqual([['PATCH'], []])
  })
})

test('in live mode no body is kept, and a refusal still says why', async () => {
  const owner = await anOrganization(live, 'shop')
  const admin = await signedIn(live, { shop: 'admin' })
  await create(owner, anInvoiceBody({ invoiceInformation: { dueDate: 'tomorrow' } }), live)
  const { requests } = (await admin.ask('GET', LOG)).body
  const { body } = await admin.ask('GET', `${LOG}/${requests[0].id}`)

  expect(body).toMatchObject({ status: 400, requestBody: null, responseBody: null })
  expect(body.problems.length).toBeGreaterThan(0)
})

const aRequest = (given: Partial<LoggedRequest>): LoggedRequest => ({
  ...{ organizationId: 'shop', requestId: 'id', at: systemClock.now(), method: 'GET', path: '/', status: 200 },
  ...{ durationMs: 1, keyId: 'key', personId: undefined, refusal: undefined },
  ...{ requestBody: undefined, responseBody: undefined, ...given },
})

describe('bounds', () => {
  test('requests are found by a part of the path and by id, in pages, and not after a week', async () => {
    await anOrganization(app, 'paged')
    const admin = await signedIn(app, { paged: 'owner' })
    const ago = (hours: number) => systemClock.now().subtract({ hours })
    const requests = ['/one', '/two', '/three'].map((path, index) =>
      aRequest({ organizationId: 'paged', path, requestId: `id-${index}`, status: 200 + index }),
    )
    await insertRequests(app.database.db, [
      aRequest({ organizationId: 'paged', path: '/old', at: ago(169) }),
      ...requests,
    ])
    const paths = async (query: string) => {
      const { body } = await admin.ask('GET', `${LOG}?${query}`)
      return [body.requests.map(({ path }: { path: string }) => path), body.next]
    }
    const [, next] = await paths('limit=2')

    expect(await paths('')).toEqual([['/three', '/two', '/one'], null])
    expect(await paths(`limit=2&before=${next}`)).toEqual([['/one'], null])
    expect(await paths('search=TWO')).toEqual([['/two'], null])
    expect(await paths('search=id-0')).toEqual([['/one'], null])
    expect((await admin.ask('GET', `${LOG}?outcome=maybe`)).status).toBe(400)
  })

  test('an organization keeps its latest requests, and old ones are deleted', async () => {
    const old = aRequest({ organizationId: 'bounded', at: systemClock.now().subtract({ hours: 200 }) })
    await app.database.pool.query(
      `insert into request_log (organization_id, request_id, at, method, path, status, duration_ms, key_id)
       select 'bounded', 'x', now(), 'GET', '/' || number, 200, 1, 'key' from generate_series(1, $1::int) as number`,
      [KEPT_MAX + 5],
    )
    await insertRequests(app.database.db, [old])
    const recorder = new RequestRecorder({ db: app.database.db, machineClock: systemClock, log: silentLog })
    recorder.add(aRequest({ organizationId: 'bounded', path: '/last' }))
    await recorder.close()
    const { rows } = await app.database.pool.query(
      `select count(*)::int as count, min(path) filter (where path = '/last') as last,
        count(*) filter (where at < now() - interval '7 days')::int as old
       from request_log where organization_id = 'bounded'`,
    )

    expect(rows[0]).toEqual({ count: KEPT_MAX - 1, last: '/last', old: 0 })
  })

  test('a log that cannot be written does not stop requests', async () => {
    const recorder = new RequestRecorder({ db: app.database.db, machineClock: systemClock, log: silentLog })
    recorder.add(aRequest({ keyId: undefined }))

    await expect(recorder.close()).resolves.toBeUndefined()
  })
})

test('a person’s requests, and those that name the person, are found and erased', async () => {
  const email = 'erased@people.example'
  await signedIn(app, { shop: 'clerk' }, email).then(({ ask }) => ask('POST', INVOICES, {}))
  await sendAs(app.port, shop, { method: 'GET', path: `${INVOICES}?customerEmail=${encodeURIComponent(email)}` })
  await create(shop, anInvoiceBody({ customerInformation: { name: 'Erased', email } }))
  const admin = await signedIn(app, { shop: 'admin' })
  await admin.ask('GET', LOG)
  const holder = requestLogHolder({ db: app.database })
  const person = readPerson({ emails: [email], phones: [], customerIds: [] })
  const sought = { organizationId: 'shop', organizationIds: ['shop'], person }
  const found = await holder.find(sought)
  const erased = await holder.erase(sought, aTester)
  const after = await holder.find(sought)

  expect([found, erased, after].map(({ counts }) => counts)).toEqual([
    { 'request log': 3 },
    { 'request log': 3 },
    expect.not.objectContaining({ 'request log': 3 }),
  ])
})
