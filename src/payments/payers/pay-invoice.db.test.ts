import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { type InvoicePayment, payInvoice } from './pay-invoice.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const FIELDS = '/invoicing/v2/Invoice/merchantDefinedFields'
const REVIEWED = aCard('4000000000009235')
const CHALLENGED = aCard('4000000000003220')

let shops = 0

/** A merchant with such settings. */
async function aShop(settings: object = {}, hasFraudManagement = false) {
  shops += 1
  const organizationId = `shop-${shops}`
  const owner = await anOrganization(app, organizationId, { hasFraudManagement })
  expect((await settingsOf(app, owner).put(settings)).status).toBe(200)
  const client = app.clientOf(owner)
  const payment = (invoiceNumber: string, given: Partial<InvoicePayment> = {}): InvoicePayment => ({
    ...{ organizationId, invoiceNumber, amount: usd('10.00'), requestKey: 'form 1', source: aCard() },
    ...{ payer: {}, returnUrl: 'https://pay.example.com' },
    ...given,
  })
  const pay = (invoiceNumber: string, given?: Partial<InvoicePayment>) =>
    payInvoice(deps, payment(invoiceNumber, given))
  return { owner, client, payments: app.paymentsOf(owner), pay, organizationId }
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
    const { client, pay } = await aShop({}, hasFraudManagement)
    const id = await aPayableInvoice(client, '10.00')

    const attempt = await pay(id, { source: REVIEWED })

    expect(attempt.status).toBe(status)
    expect((await client.get(id)).body.status).toBe(ofInvoice)
  })

  test.each([
    [{ payerAuthenticationInInvoicing: 'enable' }, 'waiting'],
    [{}, 'approved'],
  ])('whether the payer is authenticated: %j, %s', async (settings, status) => {
    const { client, pay } = await aShop(settings)

    const attempt = await pay(await aPayableInvoice(client, '10.00'), { source: CHALLENGED })

    expect(attempt.status).toBe(status)
  })

  test('what has to be entered, and nothing is charged before it is', async () => {
    const { client, pay } = await aShop({ email: true, phoneNumber: true, shipTo: true })
    const id = await aPayableInvoice(client, '10.00')

    await expect(pay(id, { payer: { email: 'ada' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('payer.email must be a mail address'),
    })

    const { body } = await client.get(id)
    expect([body.status, body.orderInformation.amountDetails.balanceAmount]).toEqual(['SENT', 10])
  })
})

test('what a payer entered is shown to the merchant and written to the records, also those of a refund', async () => {
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
  const shipTo = { name: 'Grace Hopper', companyName: 'Navy', address1: '1 Pier', city: 'Arlington', country: 'US' }
  const entered = { name: 'Ada King', email: 'ada.king@example.com', phone: '+1 555 0100', shipTo }

  const { attemptId } = await pay(created.body.id, { payer: { ...entered, customFields: { 1: 'PO-9', 2: 'lead' } } })
  const refund = await payments.refund(attemptId, { amount: '1.00' })

  const { body } = await payments.list(created.body.id)
  expect(body.payments[0].payer).toEqual({
    ...entered,
    customFields: [
      { definitionId: 1, label: 'Order', value: 'PO-9' },
      { definitionId: 2, label: 'Tier', value: 'gold' },
    ],
  })
  const expected = {
    ...{ 'BillTo.FirstName': 'Ada', 'BillTo.LastName': 'King', 'BillTo.Email': 'ada.king@example.com' },
    ...{ 'BillTo.Phone': '+1 555 0100', 'ShipTo.CompanyName': 'Navy', 'CustomerFields.ShippingCity': 'Arlington' },
    ...{ 'CustomerFields.ShippingLastName': 'Hopper', 'CustomerFields.ShippingCountry': 'US' },
    'Merchant-DefinedDataFields.MerchantDefinedData7': 'PO-9',
    'Merchant-DefinedDataFields.MerchantDefinedData12': 'gold',
  }
  expect(await recordOf(attemptId, 'ics_bill')).toMatchObject(expected)
  expect(await recordOf(refund.body.id, 'ics_credit')).toMatchObject(expected)
})

test('a form that is sent again shows its outcome, whatever the merchant asks for by now', async () => {
  const { owner, client, pay } = await aShop()
  const id = await aPayableInvoice(client, '10.00')
  const first = await pay(id)
  await settingsOf(app, owner).put({ email: true })

  const again = await pay(id)

  expect(again).toMatchObject({ attemptId: first.attemptId, status: 'approved' })
  await expect(pay(id, { requestKey: 'form 2' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})

test('another merchant’s invoice does not exist', async () => {
  const { client } = await aShop()
  const other = await aShop()
  const id = await aPayableInvoice(client, '10.00')

  await expect(other.pay(`${id}0`)).rejects.toMatchObject({ kind: 'not-found' })
})
