import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { aPng } from '../../../test/support/data/images.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { invoiceMails } from '../../invoicing/index.ts'
import type { MailComposer, MailKind, OutboxMail } from '../../notifications/pure.ts'
import { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { newId } from '../../platform/secrets/random.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import { startDecision } from '../reviews/decide-review.ts'
import { paymentMailComposers } from './composers.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const pdfs = new PrintedPdfs()
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
beforeAll(async () => {
  owner = await anOrganization(app, 'shop', { contact: { email: 'contact@shop.example' } })
  shop = app.clientOf(owner)
})
afterAll(() => pdfs.close())

const settings = (values: object) => settingsOf(app, owner).put(values)

async function mailsOf(id: string): Promise<readonly OutboxMail[]> {
  const { rows } = await app.database.pool.query(
    `select organization_id as "organizationId", mail_id as "mailId", kind, subject, cause, payload,
      created_at as "createdAt", json_build_object('name', recipient_name, 'address', recipient_address) as recipient
      from mail_outbox where subject = $1 and kind <> 'invoice' order by cause`,
    [`invoice:${id}`],
  )
  return rows
}

async function composed(id: string, kind: MailKind, { hasMailPdfs = true } = {}) {
  const config = { baseUrl: BASE_URL, hasMailPdfs }
  const composerDeps = { database: app.database, clock: app.clock, pdfs, isSandbox: true, config }
  const composers = { ...invoiceMails.composers(composerDeps), ...paymentMailComposers(composerDeps) }
  const all = await app.database.pool.query(
    `select organization_id as "organizationId", mail_id as "mailId", kind, subject, cause, payload,
      created_at as "createdAt", json_build_object('name', recipient_name, 'address', recipient_address) as recipient
      from mail_outbox where subject = $1 and kind = $2`,
    [`invoice:${id}`, kind],
  )
  const mail = all.rows[0] as OutboxMail
  return (composers as Record<string, MailComposer>)[kind]?.(mail)
}

test('each payment has one receipt with its transaction, to the address that the payer gave', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const first = await payAs(deps, id, '60.00', { payer: { name: 'Bob', email: 'bob@example.com' } })
  const second = await payAs(deps, id, '40.00')

  const mails = await mailsOf(id)

  expect(mails).toMatchObject([
    {
      kind: 'partial-receipt',
      cause: `partial-receipt ${first.paymentId}`,
      recipient: { name: 'Bob', address: 'bob@example.com' },
      payload: { transactionId: first.paymentId, amount: '60.00', currency: 'USD', balance: '40.00' },
    },
    {
      kind: 'receipt',
      cause: `receipt ${second.paymentId}`,
      recipient: { name: 'Ada Lovelace', address: 'ada@example.com' },
      payload: { transactionId: second.paymentId, balance: '0.00' },
    },
  ])
  const partial = await composed(id, 'partial-receipt')
  expect(partial?.text).toContain('$40.00 is still due.')
  expect(partial?.text).toContain('Pay $40.00:')
  // As it was after the first payment.
  expect(partial?.text).toContain('Total: $100.00\nPaid so far: −$60.00\nAmount due: $40.00')
  const receipt = await composed(id, 'receipt')
  expect(receipt?.subject).toBe(`Receipt from shop for invoice ${id} · $40.00 paid`)
  expect(receipt?.text).toContain('Test mode: no money moves')
  expect(receipt?.text).toContain('View receipt:')
  expect(receipt?.html).not.toContain('class="button"')
  expect(receipt?.attachments.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(new RegExp(`^Receipt-${id}-\\d{4}-\\d\\d-\\d\\d-shop\\.pdf$`)),
  ])
  const pdf = (await readPdf(receipt?.attachments[0]?.content as Buffer)).pages.join()
  expect([pdf.includes(second.paymentId), pdf.includes('Test mode: no money moves')]).toEqual([true, true])
  expect((await composed(id, 'receipt', { hasMailPdfs: false }))?.attachments).toEqual([])
})

test('a refund is mailed to the payer, and to a merchant that wants to be notified', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  await settings({ enableMerchantEmailNotifications: true, merchantEmail: 'boss@example.com' })
  const { paymentId } = await payAs(deps, id, '100.00', { payer: { email: 'bob@example.com' } })
  await app.paymentsOf(owner).refund(paymentId, { amount: '10.50' })
  await settings({ enableMerchantEmailNotifications: false })
  await app.paymentsOf(owner).refund(paymentId, { amount: '5.00' })

  const mails = await mailsOf(id)

  expect(mails.map(({ kind, recipient, payload }) => [kind, recipient.address, payload['amount']])).toEqual(
    expect.arrayContaining([
      ['merchant-notification', 'boss@example.com', '100.00'],
      ['merchant-notification', 'boss@example.com', '10.50'],
      ['receipt', 'bob@example.com', '100.00'],
      ['refund', 'bob@example.com', '10.50'],
      ['refund', 'bob@example.com', '5.00'],
    ]),
  )
  expect(mails).toHaveLength(5)
  const notified = await composed(id, 'merchant-notification')
  expect(notified?.subject).toBe(`Payment received · $100.00 for invoice ${id}`)
  expect(notified?.text).toContain('Email: bob@example.com')
  expect(notified?.text).toContain(`View invoice:\n${BASE_URL}/o/shop/invoices/${id}`)
  expect(notified?.replyTo).toBeUndefined()
  expect((await composed(id, 'refund'))?.text).toMatch(/shop refunded \$(10\.50|5\.00) to your original payment method/)
})

test('mails of an invoice with a language of its own are in it; the merchant’s are in that of the settings', async () => {
  await settings({
    ...{ deliveryLanguage: 'de-DE', enableMerchantEmailNotifications: true, merchantEmail: 'boss@example.com' },
  })
  const body = anInvoiceBody({ invoiceInformation: { sendImmediately: true, deliveryLanguage: 'fr-FR' } })
  const { id } = (await shop.create(body)).body
  await payAs(deps, id, '100.00')

  const languages = await Promise.all(
    (['invoice', 'receipt', 'merchant-notification'] as const).map(
      async (kind) => (await composed(id, kind))?.language,
    ),
  )

  expect(languages).toEqual(['fr-FR', 'fr-FR', 'de-DE'])
  await settings({ deliveryLanguage: 'en-US', enableMerchantEmailNotifications: false })
})

test('a payment under review is mailed as such, and has its receipt once it is accepted', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const source = aCard('4000000000009235')
  const { paymentId } = await payAs(deps, id, '100.00', { source, canReview: true })
  const held = await mailsOf(id)
  const merchant = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } } as const
  const decided = await startDecision(deps, app.database, merchant, {
    paymentId,
    decision: 'accept',
    comment: undefined,
  })
  await carryOut(deps, followUpEffects, merchant, decided.attempt)

  const mails = await mailsOf(id)

  expect(held.map(({ kind }) => kind)).toEqual(['review'])
  expect(mails.map(({ cause }) => cause)).toEqual([`receipt ${paymentId}`, `review ${paymentId}`])
  expect((await composed(id, 'review'))?.text).toContain('You do not need to pay again.')
})

test('a payment received elsewhere has a receipt until it is reversed', async () => {
  const id = await aPayableInvoice(shop, '100.00')
  const { body } = await app.paymentsOf(owner).receive(id, { amount: 100, date: '2026-03-08', method: 'cash' })

  expect((await composed(id, 'receipt'))?.text).toContain('Paid on March 8, 2026')

  await app.paymentsOf(owner).reverse(body.id, { reason: 'bounced' })
  expect(await composed(id, 'receipt')).toBeUndefined()
})

test('an invoice mail has message, PDF and the merchant’s language; a canceled one is not asked to be paid', async () => {
  await settings({
    ...{ deliveryLanguage: 'de-DE', customEmailMessage: 'Zahlbar <sofort>\nDanke', merchantEmail: 'boss@example.com' },
    ...{ merchantDisplayName: 'Café Bar', headerStyle: { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' } },
  })
  const id = await aPayableInvoice(shop, '250.05')

  const mail = await composed(id, 'invoice')

  expect(mail).toMatchObject({ language: 'de-DE', sender: { name: 'Café Bar' }, replyTo: 'boss@example.com' })
  expect(mail?.subject).toBe(`Rechnung ${id} von Café Bar · 250,05\u00A0$ fällig am 1. April`)
  expect(mail?.html).toContain('Zahlbar &lt;sofort&gt;<br>Danke')
  expect(mail?.text).toContain(`250,05\u00A0$ zahlen:\n${BASE_URL}/pay/`)
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`Rechnung-${id}-Cafe-Bar.pdf`])
  expect((await readPdf(mail?.attachments[0]?.content as Buffer)).pages.join()).toContain('Testmodus')

  await shop.cancel(id)
  expect(await composed(id, 'invoice')).toBeUndefined()
  const canceled = await composed(id, 'cancellation')
  expect(canceled?.subject).toBe(`Rechnung ${id} von Café Bar wurde storniert`)
  expect(canceled?.html).toMatch(/line-through[^>]*>250,05\s\$</)
})

test('a merchant’s logo, labels and business contact are in its mails', async () => {
  const { status } = await settings({
    ...{ enableMerchantEmailNotifications: true, merchantEmail: null, deliveryLanguage: 'en-US' },
    merchantLogo: (await aPng()).toString('base64'),
    customLabels: [
      { key: 'billTo', value: 'Sold to' },
      { key: 'invoiceNumber', hidden: true },
    ],
  })
  const id = await aPayableInvoice(shop, '100.00')
  await payAs(deps, id, '100.00')

  const mail = await composed(id, 'invoice')
  const logo = mail?.attachments.find(({ contentId }) => contentId !== undefined)

  expect(status).toBe(200)
  expect(logo).toMatchObject({ contentId: 'logo', contentType: 'image/png', filename: 'logo.png' })
  expect(mail?.html).toContain('src="cid:logo"')
  expect(mail?.replyTo).toBe('contact@shop.example')
  expect([mail?.text.includes('Sold to'), mail?.text.includes('Invoice number')]).toEqual([true, false])
  expect((await mailsOf(id)).map(({ kind, recipient }) => [kind, recipient.address])).toContainEqual([
    'merchant-notification',
    'contact@shop.example',
  ])
})

test('the alert about card testing is in the language of the merchant and in its time zone, without an answer', async () => {
  await settings({ deliveryLanguage: 'de-DE' })
  const composers = paymentMailComposers({
    ...{ database: app.database, clock: app.clock, pdfs, isSandbox: true },
    config: { baseUrl: BASE_URL, hasMailPdfs: true },
  })

  const mail = await composers['card-testing']({
    ...{ organizationId: 'shop', mailId: newId(), kind: 'card-testing', subject: 'organization:shop', cause: 'attack' },
    ...{ recipient: { name: undefined, address: 'boss@example.com' }, payload: { declines: 20, attempts: 41 } },
    createdAt: Temporal.Instant.from('2026-03-09T10:00:00Z'),
  })

  expect(mail).toMatchObject({ language: 'de-DE', sender: { name: undefined }, replyTo: undefined, attachments: [] })
  expect(mail?.subject).toMatch(/^Viele abgelehnte Zahlungen bei /)
  expect(mail?.text).toContain(`Bezahlte Rechnungen ansehen:\n${BASE_URL}/o/shop/invoices?view=paid\n`)
  expect(mail?.text).toContain('Abgelehnte Versuche: 20\nVersuche insgesamt: 41\nFestgestellt am: 09.03.2026, 1')
})
