import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { newId } from '../../platform/secrets/random.ts'
import { INVOICE_EVENTS, type InvoiceEventType } from '../rules/invoice-event.ts'
import { invoiceEventPresenter } from './event-data.ts'

const app = await startApp({ with: [invoicingClients] })
const receiptTexts = (_: object, { amount, rest = 'nothing' }: { amount: string; rest: string | undefined }) => ({
  ...{
    subject: `Receipt of ${amount}`,
    intro: ['Received.', `Still due: ${rest}.`],
    button: 'View',
    thankYou: 'Thanks',
  },
})
const present = invoiceEventPresenter({ database: app.database, config: app.config, isSandbox: true, receiptTexts })
let shop: Client
let invoiceNumber: string
beforeAll(async () => {
  const address = { address1: 'Main St 1', locality: 'Austin', administrativeArea: 'TX', postalCode: '78701' }
  shop = app.clientOf(
    await anOrganization(app, 'shop', { name: 'Café Bar', contact: { phone: '+1 512 555 0100', address } }),
  )
  invoiceNumber = await aPayableInvoice(shop, '100.00')
})

const event = (type: InvoiceEventType, payload = {}) => ({
  ...{
    organizationId: 'shop',
    eventId: newId(),
    sequenceNumber: 1,
    subject: `invoice:${invoiceNumber}`,
    type,
    payload,
  },
  occurredAt: Temporal.Instant.from('2026-03-09T10:00:00Z'),
})

test('an invoice’s event has the merchant’s address and the texts for a message to the customer', async () => {
  const data = await present(event(INVOICE_EVENTS.send, { balanceAmount: '70.00', currency: 'USD' }))

  expect(data).toMatchObject({
    ...{ merchantName: 'Café Bar', merchantAddress: 'Main St 1', merchantCity: 'Austin', merchantState: 'TX' },
    ...{ merchantZip: '78701', merchantPhone: '+1 512 555 0100', organizationID: 'shop', emailLanguage: 'en-us' },
    ...{ eventType: INVOICE_EVENTS.send, balanceAmount: '70.00', currency: 'USD', invoiceBalance: '$70.00' },
    ...{ body: 'Café Bar sent you an invoice.', button: 'Pay $70.00', thankYou: 'Thank you' },
    subject: expect.stringContaining(`Invoice ${invoiceNumber} from Café Bar · $70.00 `),
    link: expect.stringContaining('/pay/'),
  })
  expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true)
})

test('an event of a payment has the texts of its receipt, with the balance at that time', async () => {
  const facts = { amount: '40.00', currency: 'USD' }
  const [part, all] = [
    await present(event(INVOICE_EVENTS.partialPayment, { ...facts, balanceAmount: '60.00' })),
    await present(event(INVOICE_EVENTS.paid, { ...facts, balanceAmount: '0.00' })),
  ]

  expect(part).toMatchObject({ subject: 'Receipt of $40.00', invoiceBalance: '$60.00', thankYou: 'Thanks' })
  expect([part['body'], all['body']]).toEqual(['Received. Still due: $60.00.', 'Received. Still due: nothing.'])
})

test('an event has every key of a message, with empty strings for missing values', async () => {
  const data = await present(event(INVOICE_EVENTS.send))

  for (const key of ['merchantAddress2', 'customMessage', 'payerName', 'emailTo']) expect(data).toHaveProperty(key)
  expect([data['merchantAddress2'], data['customMessage']]).toEqual(['', ''])
  expect(data['correlationId']).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  [INVOICE_EVENTS.send, 'Pay $100.00'],
  [INVOICE_EVENTS.overdueReminder, 'Pay $100.00'],
  [INVOICE_EVENTS.cancel, ''],
] as const)('the button of %s names the next step', async (type, button) => {
  expect((await present(event(type)))['button']).toBe(button)
})

test('a reminder’s event says what to do if it was paid', async () => {
  expect((await present(event(INVOICE_EVENTS.overdueReminder)))['body']).toBe(
    'We have not received your payment for this invoice yet. If you have already paid, please ignore this email.',
  )
})

test('an event of a missing invoice has its stored facts', async () => {
  const gone = { ...event(INVOICE_EVENTS.send, { invoiceNumber: 'X1' }), subject: 'invoice:X1' }

  expect(await present(gone)).toEqual({ invoiceNumber: 'X1' })
})
