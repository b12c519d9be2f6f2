import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { writeRecords } from '../../../test/support/data/own-records.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { startOutboxLoading } from '../../records/index.ts'
import { deleteOldSearches } from './search-store.ts'

const app = await startApp({ hasEngine: true, with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
afterAll(() => loader.stop())

let owner: Keyed
let other: Keyed
let partner: Keyed
let shop: Client
beforeAll(async () => {
  partner = await anOrganization(app, 'portfolio', { type: 'partner' })
  owner = await anOrganization(app, 'shop', { parentId: 'portfolio' })
  other = await anOrganization(app, 'other')
  shop = app.clientOf(owner)
})

const search = (body: object, by: Keyed = owner) =>
  sendAs(app.port, by, { method: 'POST', path: '/tss/v2/searches', body })
const get = (path: string, by: Keyed = owner) => sendAs(app.port, by, { method: 'GET', path: `/tss/v2${path}` })
const tick = () => app.clock.set(app.clock.now().add({ seconds: 1 }).toString())
// biome-ignore lint/suspicious/noExplicitAny: a response as it came.
const idsOf = ({ body }: { body: any }): readonly string[] =>
  body._embedded.transactionSummaries.map(({ id }: { id: string }) => id)

async function countSearches() {
  const { rows } = await sql<{ saved: number; unsaved: number }>`select count(*) filter (where is_saved)::int as saved,
    count(*) filter (where not is_saved)::int as unsaved from transaction_searches`.execute(app.database.db)
  return rows[0] ?? { saved: 0, unsaved: 0 }
}

describe('transaction search', () => {
  test('finds a committed payment at once, with all its services', async () => {
    const id = await aPayableInvoice(shop, '12.50')
    const { paymentId } = await payAs(deps, id, '12.50')

    const found = await search({ query: `clientReferenceInformation.code:${id}` })

    expect(found.status, found.text).toBe(201)
    expect(found.body).toMatchObject({ count: 1, totalCount: 1, limit: 20, sort: 'submitTimeUtc:desc', save: false })
    expect(found.body._embedded.transactionSummaries[0]).toMatchObject({
      id: paymentId,
      merchantId: 'shop',
      status: 'TRANSMITTED',
      applicationInformation: {
        ...{ reasonCode: '100', rFlag: 'SOK' },
        applications: [{ name: 'ics_auth', rMessage: 'The request was successful.' }, { name: 'ics_bill' }],
      },
      clientReferenceInformation: { code: id, applicationName: 'Invoicing' },
      orderInformation: { amountDetails: { totalAmount: '12.50', currency: 'USD' } },
      paymentInformation: { card: { suffix: '4242', brandName: 'Visa' } },
    })
  })

  test('finds by client application, amount, result and payer, newest first, page by page', async () => {
    tick()
    const one = await payAs(deps, await aPayableInvoice(shop, '700.00'), '700.00')
    tick()
    const two = await payAs(deps, await aPayableInvoice(shop, '800.00'), '800.00', {
      source: aCard('4000000000009995'),
    })
    await writeRecords(app.database, [{ recordId: 'imported', fields: { 'PaymentData.RequestedAmount': '750.00' } }])
    const amounts = 'orderInformation.amountDetails.totalAmount:[700 TO 800]'
    const invoicing = 'clientReferenceInformation.applicationName:Invoicing'

    expect(idsOf(await search({ query: `${amounts} AND ${invoicing}` }))).toEqual([two.attemptId, one.attemptId])
    expect(idsOf(await search({ query: amounts, sort: 'id:asc' }))).toHaveLength(3)
    const page = await search({ query: amounts, limit: 1, offset: 1, sort: 'submitTimeUtc:asc' })
    expect([page.body.count, page.body.totalCount]).toEqual([1, 3])
    expect(idsOf(await search({ query: `${amounts} AND applicationInformation.reasonCode:204` }))).toEqual([
      two.attemptId,
    ])
    expect(idsOf(await search({ query: 'orderInformation.billTo.email:ADA@example.com AND id:1' }))).toEqual([])
    const recent = 'submitTimeUtc:{NOW-1SECOND TO *]'
    expect(idsOf(await search({ query: `${recent} AND ${invoicing}` }))).toEqual([two.attemptId])
  })

  test('shows a transaction by its id, as existing clients read it', async () => {
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '5.00'), '5.00')

    const { status, body } = await get(`/transactions/${paymentId}`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ id: paymentId, submitTimeUTC: app.clock.now().toString(), status: 'TRANSMITTED' },
      processorInformation: { responseCode: '00', avs: { code: 'Y' } },
    })
    expect((await get('/transactions/123')).status).toBe(404)
  })

  test('is repeated by its id, and shows each organization its own', async () => {
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '6.00'), '6.00')
    const query = `id:${paymentId}`
    const { searchId } = (await search({ query, save: true, name: 'mine', timezone: 'UTC' })).body

    const again = await get(`/searches/${searchId}`)

    expect(again.body).toMatchObject({ searchId, save: true, name: 'mine', timezone: 'UTC', count: 1 })
    expect((await get(`/searches/${searchId}`, other)).status).toBe(404)
    expect((await get('/searches/unknown')).status).toBe(404)
    expect(idsOf(await search({ query }, other))).toEqual([])
    expect((await get(`/transactions/${paymentId}`, other)).status).toBe(404)
    expect(idsOf(await search({ query }, partner))).toEqual([paymentId])
  })

  test('of two merchants with the same imported id are two transactions', async () => {
    const fields = { 'Request.RequestID': 'twin' }
    const twin = { recordId: 'twin', fields }
    await anOrganization(app, 'sister', { parentId: 'portfolio' })
    await writeRecords(app.database, [twin, { ...twin, organizationId: 'sister', merchantId: 'sister' }])

    const { body } = await search({ query: 'id:twin' }, partner)

    expect([body.count, body.totalCount]).toEqual([2, 2])
    const merchants = body._embedded.transactionSummaries.map((one: { merchantId: string }) => one.merchantId)
    expect(merchants).toEqual(['shop', 'sister'])
    const named = await get('/transactions/twin?organizationId=sister', partner)
    expect([named.body.merchantId, named.body.applicationInformation.applications.length]).toEqual(['sister', 1])
  })

  test('does not wait for what another organization has written', async () => {
    await loader.stop()
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '7.00'), '7.00')

    const found = await search({ query: 'id:1' }, other)

    expect(found.status).toBe(201)
    loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
    expect(idsOf(await search({ query: `id:${paymentId}` }))).toEqual([paymentId])
  })

  test('has no page past the end', async () => {
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '8.00'), '8.00')
    const query = `id:${paymentId}`

    const { status, body } = await search({ query, offset: 1 })

    expect([status, body.count, body.totalCount, body._embedded]).toEqual([201, 0, 1, undefined])
    const none = await search({ query: 'id:1' })
    expect([none.body.totalCount, none.body._embedded]).toEqual([0, { transactionSummaries: [] }])
  })

  test('can be repeated for a day, and always if it is saved', async () => {
    const unsaved = (await search({ query: 'id:1' })).body.searchId
    const saved = (await search({ query: 'id:1', save: true })).body.searchId
    const statuses = async () => Promise.all([unsaved, saved].map(async (id) => (await get(`/searches/${id}`)).status))
    const start = app.clock.now()

    app.clock.set(start.add({ hours: 24 }).subtract({ seconds: 1 }).toString())
    expect(await statuses()).toEqual([200, 200])
    app.clock.set(start.add({ hours: 24 }).toString())
    expect(await statuses()).toEqual([404, 200])
    const before = await countSearches()
    expect(await deleteOldSearches(app.database.db, app.clock.now())).toBeGreaterThan(0)
    expect(await countSearches()).toMatchObject({ unsaved: 0, saved: before.saved })
    expect(await statuses()).toEqual([404, 200])
  })

  test('keeps the newest of each organization where there are too many', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c']) {
      tick()
      ids.push((await search({ query: 'id:1', save: true, name }, other)).body.searchId)
    }

    await deleteOldSearches(app.database.db, app.clock.now(), { saved: 2, unsaved: 2 })

    const statuses = await Promise.all(ids.map(async (id) => (await get(`/searches/${id}`, other)).status))
    expect(statuses).toEqual([404, 200, 200])
  })

  test.each([
    [{ query: 'planet:Mars' }, 'query'],
    [{ query: 'id:1', limit: 2_501 }, 'limit'],
    [{ query: 'id:1', offset: -1 }, 'offset'],
    [{ query: 'id:1', sort: 'amount' }, 'sort'],
    [{ query: 5 }, 'query'],
    [{ save: 'perhaps' }, 'save'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ name: 'x'.repeat(256) }, 'name'],
  ])('refuses %j and names the field', async (body, field) => {
    const refused = await search(body)

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ reason: 'VALIDATION_ERROR', details: [{ field }] })
  })
})

describe('payments received elsewhere', () => {
  const received = async (amount: string) => {
    const id = await aPayableInvoice(shop, amount)
    const payment = { amount, date: '2026-03-08', method: 'check', note: 'no. 12' }
    return (await app.paymentsOf(owner).receive(id, payment)).body as { id: string; invoiceId: string }
  }

  test('are found at once, among the others, and say that they were reversed', async () => {
    tick()
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '41.00'), '41.00')
    tick()
    const check = await received('42.00')
    tick()
    const query = 'orderInformation.amountDetails.totalAmount:[41 TO 42]'

    expect(idsOf(await search({ query }))).toEqual([check.id, paymentId])
    expect((await get(`/transactions/${check.id}`)).body).toMatchObject({
      ...{ id: check.id, status: 'COMPLETED' },
      clientReferenceInformation: { code: check.invoiceId, applicationName: 'Invoicing' },
      applicationInformation: { reasonCode: '100', rFlag: 'SOK', applications: [{ name: 'external_payment' }] },
      orderInformation: { amountDetails: { totalAmount: '42.00', currency: 'USD' } },
      paymentInformation: { paymentType: { name: 'check', type: 'external' } },
    })
    await app.paymentsOf(owner).reverse(check.id, { reason: 'bounced' })
    const { body } = await search({ query: `${query} AND applicationInformation.applications.name:external_payment` })
    expect(body._embedded.transactionSummaries).toMatchObject([{ id: check.id, status: 'REVERSED' }])
  })

  test('are in no report', async () => {
    const lonely = await anOrganization(app, 'lonely')
    const id = await aPayableInvoice(app.clientOf(lonely), '9.00')
    await app.paymentsOf(lonely).receive(id, { amount: '9.00', date: '2026-03-08', method: 'cash' })
    expect(idsOf(await search({}, lonely))).toHaveLength(1)
    const window = `startTime=2026-03-01T00:00:00Z&endTime=2026-03-31T00:00:00Z`

    const statuses = []
    for (const name of ON_DEMAND) {
      const path = `/reporting/v3/${name}?${window}`
      statuses.push([name, (await sendAs(app.port, lonely, { method: 'GET', path })).status])
    }

    expect(statuses).toEqual(ON_DEMAND.map((name) => [name, 404]))
    expect(REPORT_DEFINITIONS.filter(({ kind }) => kind === ('external-payment' as string))).toEqual([])
  })
})

const ON_DEMAND = [
  ...['purchase-refund-details', 'net-fundings', 'payment-batch-summaries', 'conversion-details'],
  ...['chargeback-details', 'chargeback-summaries', 'interchange-clearing-level-details'],
]
