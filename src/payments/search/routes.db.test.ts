import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { writeRecords } from '../../../test/support/data/own-records.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { startOutboxLoading } from '../../records/index.ts'

const app = await startApp({ hasEngine: true, with: [invoicingClients] })
const deps = paymentDeps(app)
const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
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

  test.each([
    [{ query: 'planet:Mars' }, 'query'],
    [{ query: 'id:1', limit: 2_501 }, 'limit'],
    [{ query: 'id:1', offset: -1 }, 'offset'],
    [{ query: 'id:1', sort: 'amount' }, 'sort'],
    [{ query: 5 }, 'query'],
    [{ save: 'perhaps' }, 'save'],
  ])('refuses %j and names the field', async (body, field) => {
    const refused = await search(body)

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ reason: 'VALIDATION_ERROR', details: [{ field }] })
  })
})
