import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { watchStatements } from '../../../test/support/stores/watched-statements.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const deps = paymentDeps(app)
const { payer } = app
const FIELDS = '/invoicing/v2/Invoice/merchantDefinedFields'
const REVIEWED = { ...CARD_VALUES, cardNumber: '4000000000009235' }
const CHALLENGED = { ...CARD_VALUES, cardNumber: '4000000000003220' }

let shops = 0

/** A merchant with such settings. */
async function aShop(settings: object = {}, hasFraudManagement = false) {
  shops += 1
  const organizationId = `shop-${shops}`
  const owner = await anOrganization(app, organizationId, { hasFraudManagement })
  expect((await settingsOf(app, owner).put(settings)).status).toBe(200)
  const client = app.clientOf(owner)
  const payments = app.paymentsOf(owner)
  const pay = async (id: string, values: Readonly<Record<string, string>> = CARD_VALUES) =>
    payer.pay(await payer.pathOf(id, organizationId), values)
  /** Of the newest charge; `not started` if there is none. */
  const attemptStatus = async (id: string) => {
    const { rows } = await sql<{ status: string }>`select status from payment_attempts
      where organization_id = ${organizationId} and invoice_number = ${id} order by created_at desc`.execute(
      app.database.db,
    )
    return rows[0]?.status ?? 'not started'
  }
  return { owner, client, payments, pay, organizationId, attemptStatus }
}

const recordOf = async (attemptId: string, application: string) => {
  const { rows } = await sql<{ fields: Record<string, string> }>`select record -> 'fields' as fields from record_outbox
    where record ->> 'recordId' = ${`${attemptId}-${application}`}`.execute(app.database.db)
  return rows[0]?.fields
}

describe('the settings of the merchant decide', () => {
  test.each([
    [true, 'review', 'PENDING'],
    [false, 'approved', 'PAID'],
  ])('whether a payment is held for review: fraud management %j, %s', async (hasFraudManagement, status, ofInvoice) => {
    const { client, pay, attemptStatus } = await aShop({}, hasFraudManagement)
    const id = await aPayableInvoice(client, '10.00')

    await pay(id, REVIEWED)

    expect(await attemptStatus(id)).toBe(status)
    expect((await client.get(id)).body.status).toBe(ofInvoice)
  })

  test.each([
    [{ payerAuthenticationInInvoicing: 'enable' }, 'waiting'],
    [{}, 'approved'],
  ])('whether the payer is authenticated: %j, %s', async (settings, status) => {
    const { client, pay, attemptStatus } = await aShop(settings)
    const id = await aPayableInvoice(client, '10.00')

    await pay(id, CHALLENGED)

    expect(await attemptStatus(id)).toBe(status)
  })

  test('which fields are required, and nothing is charged without them', async () => {
    const { client, pay, attemptStatus } = await aShop({ email: true, phoneNumber: true, shipTo: true })
    const id = await aPayableInvoice(client, '10.00')

    const { status, text } = await pay(id, { ...CARD_VALUES, email: 'ada' })

    expect([status, await attemptStatus(id)]).toEqual([422, 'not started'])
    expect(text).toContain('<p class="problem" id="email-problem">Check the email address.</p>')
    expect(text).toContain('<p class="problem" id="phone-problem">Enter a phone number.</p>')
    const { body } = await client.get(id)
    expect([body.status, body.orderInformation.amountDetails.balanceAmount]).toEqual(['SENT', 10])
  })
})

test('the payer’s details are shown to the merchant and written to the records, also those of a refund', async () => {
  const { owner, client, payments, pay } = await aShop({ email: true, shipTo: true })
  const define = (body: object) => sendAs(app.port, owner, { method: 'POST', path: FIELDS, body })
  await define({
    fieldType: 'Text',
    label: 'Order',
    customerVisible: true,
    readOnly: false,
    merchantDefinedDataIndex: 7,
  })
  await define({
    fieldType: 'Text',
    label: 'Tier',
    customerVisible: false,
    readOnly: true,
    merchantDefinedDataIndex: 12,
  })
  const created = await client.create(
    anInvoiceBody({
      ...{ processingInformation: { requestPhone: true }, invoiceInformation: { sendImmediately: true } },
      orderInformation: {
        amountDetails: { totalAmount: '10.00', currency: 'USD' },
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: '10.00', totalAmount: '10.00' }],
      },
      merchantDefinedFieldValues: [{ definitionId: 2, value: 'gold' }],
    }),
  )
  expect(created.status, created.text).toBe(201)
  const contact = { email: 'ada.king@example.com', phone: '+1 555 0100' }

  await pay(created.body.id, {
    ...{ ...CARD_VALUES, ...contact, cardName: 'Ada King', 'custom-1': 'PO-9', 'custom-2': 'lead' },
    ...{ shipName: 'Grace Hopper', street: '1 Pier', streetMore: 'Door 2', town: 'Arlington', region: 'VA' },
    ...{ postalCode: '22202', country: 'US' },
  })
  const { body } = await payments.list(created.body.id)
  const attemptId = body.payments[0].id
  const refund = await payments.refund(attemptId, { amount: '1.00' })

  expect(body.payments[0].payer).toEqual({
    ...{ ...contact, name: 'Ada King' },
    shipTo: {
      ...{ name: 'Grace Hopper', address1: '1 Pier', address2: 'Door 2', city: 'Arlington', state: 'VA' },
      ...{ zip: '22202', country: 'US' },
    },
    customFields: [
      { definitionId: 1, label: 'Order', value: 'PO-9' },
      { definitionId: 2, label: 'Tier', value: 'gold' },
    ],
  })
  const expected = {
    ...{ 'BillTo.FirstName': 'Ada', 'BillTo.LastName': 'King', 'BillTo.Email': 'ada.king@example.com' },
    ...{ 'BillTo.Phone': '+1 555 0100', 'CustomerFields.ShippingCity': 'Arlington' },
    ...{ 'CustomerFields.ShippingLastName': 'Hopper', 'CustomerFields.ShippingCountry': 'US' },
    'Merchant-DefinedDataFields.MerchantDefinedData7': 'PO-9',
    'Merchant-DefinedDataFields.MerchantDefinedData12': 'gold',
  }
  expect(await recordOf(attemptId, 'ics_bill')).toMatchObject(expected)
  expect(await recordOf(refund.body.id, 'ics_credit')).toMatchObject(expected)
})

test('the company of a shipping address is written to the records', async () => {
  const { client, organizationId } = await aShop()
  const id = await aPayableInvoice(client, '10.00')
  const shipTo = { name: 'Grace Hopper', companyName: 'Navy', address1: '1 Pier', city: 'Arlington', country: 'US' }

  const { attemptId } = await payAs(deps, id, '10.00', { organizationId, payer: { shipTo } })

  expect(await recordOf(attemptId, 'ics_bill')).toMatchObject({ 'ShipTo.CompanyName': 'Navy' })
})

test('a form that is sent again shows its outcome, whatever the merchant asks for by now', async () => {
  const { owner, client, organizationId, pay } = await aShop()
  const id = await aPayableInvoice(client, '10.00')
  const path = await payer.pathOf(id, organizationId)
  const first = await payer.pay(path, { ...CARD_VALUES, amount: '4.00' })
  await settingsOf(app, owner).put({ email: true })

  const again = await payer.send(path, { attempt: first.attempt, ...CARD_VALUES, amount: '4.00' })

  expect([again.status, again.location]).toEqual([303, first.location])
  expect((await pay(id)).status).toBe(422)
  expect((await client.get(id)).body.orderInformation.amountDetails.balanceAmount).toBe(6)
})

test('another merchant’s invoice does not exist', async () => {
  const { client, organizationId } = await aShop()
  const other = await aShop()
  const id = await aPayableInvoice(client, '10.00')

  const payment = payAs(deps, `${id}0`, '10.00', { organizationId: other.organizationId })

  await expect(payment).rejects.toMatchObject({ kind: 'not-found' })
  expect(await payer.pathOf(id, organizationId)).not.toBe(await payer.pathOf(id, other.organizationId))
})

describe('a form that is sent', () => {
  const LOOKS_UP_KEY = /^select organization_id, attempt_id.+ from payment_attempts\s+where .+request_key =/s

  test('looks its key up once, and loads invoice, settings and questions once', async () => {
    const { client, organizationId } = await aShop({ email: true })
    const path = await payer.pathOf(await aPayableInvoice(client, '10.00'), organizationId)
    const attempt = attemptKeyIn((await payer.ask(path)).text)
    const entered = { attempt, ...CARD_VALUES, email: 'ada@example.com' }
    const statementsOf = watchStatements(app.database.pool)

    const statements = await statementsOf(async () => {
      expect((await payer.send(path, entered)).status).toBe(303)
    })
    const again = await statementsOf(() => payer.send(path, entered))

    const before = statements.slice(
      0,
      statements.findIndex((one) => one.startsWith('begin')),
    )
    expect(before).toEqual([
      expect.stringMatching(/from invoices.+invoice_settings/s),
      expect.stringMatching(LOOKS_UP_KEY),
    ])
    expect(statements.filter((one) => LOOKS_UP_KEY.test(one))).toHaveLength(1)
    expect(again).toHaveLength(2)
  })

  test('several times concurrently pays once, and each response shows the outcome', async () => {
    const { client, organizationId, payments } = await aShop()
    const id = await aPayableInvoice(client, '10.00')
    const path = await payer.pathOf(id, organizationId)
    const attempt = attemptKeyIn((await payer.ask(path)).text)

    const responses = await Promise.all([
      payer.send(path, { attempt, ...CARD_VALUES }),
      payer.send(path, { attempt, ...CARD_VALUES }),
      payer.send(path, { attempt, ...CARD_VALUES }),
    ])

    const location = `${path}/attempts/${attempt}?lang=en-US`
    expect(responses.map(({ status, location }) => [status, location])).toEqual(responses.map(() => [303, location]))
    expect((await payments.list(id)).body.payments).toMatchObject([{ amount: 10 }])
  })
})
