import { describe, expect, test } from 'vitest'
import { REPORT_DEFINITIONS } from '../../../src/catalogue/report-definitions.ts'
import { idsOf, type SearchApp } from '../apps/search-app.ts'
import { anOrganization } from '../data/organizations.ts'
import { writeRecords } from '../data/own-records.ts'
import { aCard, aPayableInvoice, payAs } from '../data/payments.ts'
import { sendAs } from '../http/send-request.ts'

const ON_DEMAND = [
  ...['purchase-refund-details', 'net-fundings', 'payment-batch-summaries', 'conversion-details'],
  ...['chargeback-details', 'chargeback-summaries', 'interchange-clearing-level-details'],
]

/** The contract of transaction search, whatever the engine. */
export function describeFoundTransactions(app: SearchApp): void {
  describe('transaction search', () => {
    describeFinding(app)
    describePresentation(app)
  })
  describe('payments received elsewhere', () => {
    describeExternalPayments(app)
  })
}

function describeFinding(app: SearchApp): void {
  const { deps, shop, search, tick } = app
  test('finds a committed payment immediately, with all its services', async () => {
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

  test('has no page past the end', async () => {
    const { paymentId } = await payAs(deps, await aPayableInvoice(shop, '8.00'), '8.00')
    const query = `id:${paymentId}`

    const { status, body } = await search({ query, offset: 1 })

    expect([status, body.count, body.totalCount, body._embedded]).toEqual([201, 0, 1, undefined])
    const none = await search({ query: 'id:1' })
    expect([none.body.totalCount, none.body._embedded]).toEqual([0, { transactionSummaries: [] }])
  })
}

function describePresentation(app: SearchApp): void {
  const { deps, shop, partner, search, get } = app
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

  test('finds an imported transaction by name in any letter case, and shows its fields', async () => {
    const fields = {
      'Request.RequestID': 'spoken-1',
      'Request.Comments': 'by phone, "urgent"',
      'BillTo.LastName': 'Ångström',
      'PaymentData.RequestedAmount': '1234.5',
      'PaymentData.RequestedAmountCurrencyCode': 'JPY',
      'CustomerFields.ShippingCity': 'Tromsø',
      'CustomerFields.ShippingCountry': 'NO',
      'Merchant-DefinedDataFields.MerchantDefinedData7': 'seven',
      'Merchant-DefinedDataFields.MerchantDefinedData100': 'hundred',
    }
    await writeRecords(app.database, [{ recordId: 'spoken', fields }])

    expect(idsOf(await search({ query: 'orderInformation.billTo.lastName:ÅNGSTRÖM' }))).toEqual(['spoken-1'])
    expect((await get('/transactions/spoken-1')).body).toMatchObject({
      clientReferenceInformation: { comments: 'by phone, "urgent"' },
      orderInformation: {
        billTo: { lastName: 'Ångström' },
        shipTo: { locality: 'Tromsø', country: 'NO' },
      },
      merchantDefinedInformation: [
        { key: '7', value: 'seven' },
        { key: '100', value: 'hundred' },
      ],
      submitTimeUtc: '2026-03-09T10:00:00Z',
    })
  })

  test('keeps apart transactions of two merchants with the same imported id', async () => {
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
}

function describeExternalPayments(app: SearchApp): void {
  const { deps, shop, owner, search, get, tick } = app
  const received = async (amount: string) => {
    const id = await aPayableInvoice(shop, amount)
    const payment = { amount, date: '2026-03-08', method: 'check', note: 'no. 12' }
    return (await app.paymentsOf(owner).receive(id, payment)).body as { id: string; invoiceId: string }
  }

  test('are found immediately, among the others, and say that they were reversed', async () => {
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
}
