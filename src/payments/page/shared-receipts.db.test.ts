import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const { payer } = app
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

/** Everything that only the payer's own receipt may show. */
const OF_THE_PAYER = ['Visa', '••••', 'Grace Hopper', 'grace@example.com', '+1 555 0199']

async function aPage(total = '100.00') {
  const id = await aPayableInvoice(shop, total)
  return { id, path: await payer.pathOf(id) }
}

async function payAsGrace(id: string, amount: string) {
  const details = { name: 'Grace Hopper', email: 'grace@example.com', phone: '+1 555 0199' }
  await payAs(deps, id, amount, { source: aCard(), payer: details })
}

const receiptsIn = (page: string) =>
  [...page.matchAll(/href="([^"]+\/payments\/[^"]+receipt\.pdf[^"]*)"/g)].map(([, link = '']) => link)

describe('a receipt that is reached by the link alone', () => {
  test('has date, amount, kind of method and transaction, and nothing of the payer', async () => {
    const { id, path } = await aPage()
    await payAsGrace(id, '100.00')
    const [payment] = (await payments.list(id)).body.payments

    const page = await payer.ask(path)
    const [link = ''] = receiptsIn(page.text)
    const receipt = await payer.pdfAt(link)

    expect(page.text).toContain('This invoice is paid')
    expect(page.text).toContain('<dd>Card</dd>')
    expect(page.text).toContain('Download receipt')
    for (const text of ['$100.00', 'Card', payment.id, 'Ada Lovelace']) expect(receipt).toContain(text)
    for (const text of OF_THE_PAYER) expect([page.text, receipt].join()).not.toContain(text)
    expect(receipt).not.toContain('4242')
  })

  test('is offered for every payment so far, in the language of the page', async () => {
    const { id, path } = await aPage()
    await payAsGrace(id, '40.00')
    await payAsGrace(id, '25.00')

    const { text } = await payer.ask(`${path}?lang=de-DE`)
    const links = receiptsIn(text)
    const receipts = await Promise.all(links.map((link) => payer.pdfAt(link)))

    expect(text).toContain('Bisherige Zahlungen')
    expect(receipts.map((receipt) => receipt.includes('Zahlungsbeleg'))).toEqual([true, true])
    for (const amount of ['40,00', '25,00']) expect(receipts.join()).toContain(amount)
    expect(receipts.join()).toContain('\u221265,00')
    for (const hidden of OF_THE_PAYER) expect([text, ...receipts].join()).not.toContain(hidden)
  })

  test('is not found for a payment of another invoice, under review, or unknown', async () => {
    const [mine, other] = [await aPage(), await aPage()]
    await payAsGrace(other.id, '100.00')
    await app.database.pool.query('update organizations set has_fraud_management = true')
    const review = { ...CARD_VALUES, cardNumber: '4000000000009235' }
    await payer.pay(mine.path, review)
    const idOf = async (id: string) => (await payments.list(id)).body.payments[0].id
    const ids = [await idOf(other.id), await idOf(mine.id), '1'.repeat(22), 'none']

    const found = await Promise.all(ids.map((id) => payer.ask(`${mine.path}/payments/${id}/receipt.pdf`)))

    expect(found.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('costs no statement that reads the account', async () => {
    const { id, path } = await aPage()
    await payAsGrace(id, '100.00')
    const [link = ''] = receiptsIn((await payer.ask(path)).text)
    await app.database.pool.query('update payment_attempts set facts = null, payer = $1', [{}])

    expect(await payer.pdfAt(link)).toContain('$100.00')
  })
})

describe('the payer’s own receipt', () => {
  test('says where it was mailed to, and has the digits of the card', async () => {
    const { path } = await aPage()
    const paid = await payer.pay(path)

    const { text } = await payer.ask(paid.location)

    expect(text).toContain('Receipt sent to ada@example.com.')
    expect(text).toContain('Visa •••• 4242')
  })

  test('does not say so of a payer who was erased', async () => {
    const { id, path } = await aPage()
    const paid = await payer.pay(path)
    await app.database.pool.query(`update payment_attempts set payer = '{}' where invoice_number = $1`, [id])

    const { text } = await payer.ask(paid.location)

    expect(text).toContain('$100.00 paid</h1>')
    expect(text).not.toContain('Receipt sent')
  })

  test('of a payment under review names it, and says that a mail follows', async () => {
    await app.database.pool.query('update organizations set has_fraud_management = true')
    const { id, path } = await aPage()
    const paid = await payer.pay(path, { ...CARD_VALUES, cardNumber: '4000000000009235' })
    const [payment] = (await payments.list(id)).body.payments

    const own = await payer.ask(paid.location)
    const byLink = await payer.ask(path)

    for (const text of ['Your payment is under review', '$100.00', payment.id, 'You will get an email']) {
      expect(own.text).toContain(text)
    }
    expect(own.text).toContain('<title>Under review · shop</title>')
    expect(byLink.text).toContain('A payment is under review')
    expect(byLink.text).toContain(payment.id)
    expect(byLink.text).not.toContain('••••')
  })
})
