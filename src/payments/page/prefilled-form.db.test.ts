import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const { payer } = app
const owner = await anOrganization(app, 'shop')
const shop = app.clientOf(owner)
const contact = { address: { country: 'DE' } }
await app.database.pool.query('update organizations set contact = $1', [contact])
await settingsOf(app, owner).put({ email: true, shipTo: true })

/** The path of the page of a new invoice. */
async function aPage(amountDetails: object = {}) {
  const { body } = await shop.create(
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true },
      customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com' },
      orderInformation: { amountDetails: { totalAmount: '10.00', currency: 'USD', ...amountDetails } },
    }),
  )
  return { id: body.id as string, path: await payer.pathOf(body.id) }
}

test('the form has the customer’s mail and name and the merchant’s country, and asks as that country does', async () => {
  const { text } = await payer.ask((await aPage()).path)

  expect(text).toMatch(/<input id="email"[^>]+value="ada@example.com"/)
  expect(text).toMatch(/<input id="shipName"[^>]+value="Ada Lovelace"/)
  expect(text).toContain('<option value="DE" selected>')
  expect(text).toContain('<label for="postalCode">Postal code</label>')
  expect(text).toMatch(/<div class="field" hidden><label for="region">/)
  expect(text.indexOf('id="country"')).toBeLessThan(text.indexOf('id="street"'))
  expect(text).not.toMatch(/<input id="cardName"[^>]+value="[^"]/)
})

test('a payer may empty a prefilled field, and it stays empty', async () => {
  const { path } = await aPage()

  const { text } = await payer.pay(path, { ...CARD_VALUES, email: '', shipName: '', country: '' })

  expect(text).toMatch(/<input id="email"[^>]+value=""/)
  expect(text).toMatch(/<input id="shipName"[^>]+value=""/)
  expect(text).not.toContain('<option value="DE" selected>')
  expect(text).toContain('<p class="problem" id="country-problem">Choose a country.</p>')
})

test('a bank debit in another currency than US dollars is not offered, and refused', async () => {
  const { id, path } = await aPage({ currency: 'EUR' })
  const account = { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }
  const address = { email: 'ada@example.com', shipName: 'Ada', street: 'Weg 1', postalCode: '10115', town: 'Berlin' }

  const { text } = await payer.ask(path)
  const refused = await payer.pay(path, { method: 'bankDebit', ...account, ...address, country: 'DE' })

  expect(text).not.toContain('value="bankDebit"')
  expect(text).not.toContain('Test bank accounts')
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('href="#method"')])
  expect((await app.paymentsOf(owner).list(id)).body.totalPayments).toBe(0)
})
