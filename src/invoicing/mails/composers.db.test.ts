import { afterAll, beforeEach, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import type { MailComposer, OutboxMail } from '../../notifications/pure.ts'
import { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { recordPayment } from '../index.ts'
import { remindOf } from '../reminders/send-reminders.ts'
import type { ReminderKind } from '../rules/reminded.ts'
import { invoiceMailComposers } from './composers.ts'

const app = await startApp({ with: [invoicingClients] })
const { database, clock } = app
const pdfs = new PrintedPdfs()
afterAll(() => pdfs.close())

const DUE_ON = '2026-04-01'
const REMINDERS = {
  reminder: { mailKind: 'reminder', at: '2026-03-27T09:00:00Z' },
  overdueReminder: { mailKind: 'overdue-reminder', at: '2026-04-02T09:00:00Z' },
} as const

let shop: Client
let shopNumber = 0
let organizationId: string
beforeEach(async () => {
  clock.set('2026-03-09T10:00:00Z')
  shopNumber += 1
  organizationId = `shop${shopNumber}`
  shop = await app.merchant(organizationId)
  await settings({ enableReminders: true, merchantDisplayName: 'Café Bar', merchantEmail: 'billing@cafebar.example' })
})

async function settings(values: object): Promise<void> {
  const response = await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: values })
  expect(response.status).toBe(200)
}

const terms = (dueDate: string) =>
  anInvoiceBody({
    invoiceInformation: { sendImmediately: true, allowPartialPayments: true, dueDate },
    orderInformation: {
      lineItems: [{ productSku: 'S', productName: 'Espresso', quantity: 1, unitPrice: 100, totalAmount: 100 }],
    },
  })

/** Sends an invoice over 100 dollars and its reminder; returns its id and the mail. */
async function reminded(kind: ReminderKind): Promise<{ readonly id: string; readonly mail: OutboxMail }> {
  const { id } = (await shop.create(terms(DUE_ON))).body
  const { mailKind, at } = REMINDERS[kind]
  clock.set(at)
  await remindOf(app, { organizationId, invoiceNumber: id, kind, dueOn: Temporal.PlainDate.from(DUE_ON) })
  const { rows } = await database.pool.query(
    `select organization_id as "organizationId", mail_id as "mailId", kind, subject, cause, payload,
      created_at as "createdAt", json_build_object('name', recipient_name, 'address', recipient_address) as recipient
      from mail_outbox where organization_id = $1 and kind = $2`,
    [organizationId, mailKind],
  )
  return { id, mail: rows[0] }
}

async function composed(mail: OutboxMail, { hasMailPdfs = true } = {}) {
  const config = { baseUrl: BASE_URL, hasMailPdfs }
  const composers = invoiceMailComposers({ database, clock, pdfs, isSandbox: true, config })
  return (composers as Readonly<Record<string, MailComposer>>)[mail.kind]?.(mail)
}

async function pay(invoiceNumber: string, amount: string): Promise<void> {
  const payment = { invoiceNumber, amount: usd(amount), transactionId: 'T', origin: 'external' } as const
  await database.transaction((tx) => recordPayment(tx, app, { organizationId, by: aTester }, payment))
}

test('a reminder has the amount, the due date, the link and the PDF', async () => {
  const { id, mail } = await reminded('reminder')

  const reminder = await composed(mail)

  expect(mail.recipient.address).toBe('ada@example.com')
  expect(reminder?.subject).toMatch(/^Reminder/)
  expect(reminder).toMatchObject({
    language: 'en-US',
    sender: { name: 'Café Bar' },
    replyTo: 'billing@cafebar.example',
  })
  const { invoiceInformation } = (await shop.get(id)).body
  for (const part of [reminder?.text, reminder?.html]) {
    expect(part).toContain('$100.00')
    expect(part).toContain('April 1, 2026')
    expect(part).toContain(invoiceInformation.paymentLink.slice(0, 60))
    expect(part).not.toMatch(/overdue/i)
  }
  const [pdf] = reminder?.attachments ?? []
  expect((await readPdf(pdf?.content as Buffer)).pages.join()).toContain('Espresso')
  expect((await composed(mail, { hasMailPdfs: false }))?.attachments).toEqual([])
})

test('an overdue reminder says so, in the language of the settings', async () => {
  await settings({ enableReminders: true, deliveryLanguage: 'de-DE', merchantDisplayName: 'Café Bar' })
  const { mail } = await reminded('overdueReminder')

  const reminder = await composed(mail)

  expect(reminder?.language).toBe('de-DE')
  expect(`${reminder?.subject} ${reminder?.text}`).toMatch(/überfällig/i)
  expect(reminder?.text).toContain('1. April 2026')
})

test('a reminder’s button names the amount and stands above the sentence for those who have paid', async () => {
  const { mail } = await reminded('overdueReminder')

  const { text = '', html = '' } = (await composed(mail)) ?? {}

  expect(text).toMatch(/We have not received.*\n\nPay \$100\.00:\nhttp\S+\n\nIf you have already paid/)
  expect(html.indexOf('>Pay $100.00</a>')).toBeLessThan(html.indexOf('If you have already paid'))
})

test('the merchant’s message is in the first mail of an invoice and in no reminder', async () => {
  await settings({ enableReminders: true, customEmailMessage: 'We deliver on Tuesdays.' })
  const { mail } = await reminded('overdueReminder')

  expect((await composed({ ...mail, kind: 'invoice' }))?.text).toContain('We deliver on Tuesdays.')
  for (const kind of ['resend', 'overdue-reminder'] as const)
    expect((await composed({ ...mail, kind }))?.text).not.toContain('We deliver on Tuesdays.')
})

test('a reminder of a partly paid invoice asks for the balance', async () => {
  const { id, mail } = await reminded('overdueReminder')
  await pay(id, '40.00')

  expect((await composed(mail))?.text).toContain('Pay $60.00:')
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['was paid', (id) => pay(id, '100.00')],
  ['was canceled', (id) => shop.cancel(id)],
  ['is due on another day', (id) => shop.update(id, terms('2026-05-01'))],
  [
    'belongs to an organization that was suspended',
    () =>
      database.pool.query(`update organizations set status = 'SUSPENDED' where organization_id = $1`, [organizationId]),
  ],
])('a reminder is not sent if the invoice %s', async (_what, change) => {
  const { id, mail } = await reminded('reminder')
  expect(await composed(mail, { hasMailPdfs: false })).toBeDefined()
  await change(id)

  expect(await composed(mail, { hasMailPdfs: false })).toBeUndefined()
})
