import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const { payer } = app
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

async function aPage(total = '100.00', amountDetails: object = {}) {
  const id = await aPayableInvoice(shop, total, amountDetails)
  return { id, path: await payer.pathOf(id) }
}

/** The values of a form's hidden fields, as a browser sends them back. */
function hiddenValues(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

describe('while the page is open', () => {
  async function openPage(total = '100.00') {
    const { id, path } = await aPage(total)
    const { text } = await payer.ask(path)
    return { id, path, entered: { ...hiddenValues(text), ...CARD_VALUES, amountChoice: 'full' } }
  }
  const paymentsOf = async (id: string) => (await payments.list(id)).body.payments
  const updated = (amountDetails: object) =>
    anInvoiceBody({
      orderInformation: {
        amountDetails,
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: '1.00', totalAmount: '1.00' }],
      },
    })

  test.each([
    ['a higher total', { totalAmount: '900.00', currency: 'USD' }, 'Pay $900.00</button>'],
    ['another currency', { totalAmount: '100.00', currency: 'EUR' }, 'Pay €100.00</button>'],
  ])('the merchant sets %s: nothing is charged before the payer has seen it', async (_, amounts, button) => {
    const { id, path, entered } = await openPage()
    expect((await shop.call('PUT', `/invoices/${id}`, updated(amounts))).status).toBe(200)

    const shown = await payer.send(path, entered)
    expect([shown.status, await paymentsOf(id)]).toEqual([422, []])
    expect(shown.text).toContain('The amount due has changed. Check it, then pay.')
    expect(shown.text).toContain(button)
    expect(shown.text).toContain('value="Ada Lovelace"')

    await payer.send(path, { ...hiddenValues(shown.text), ...CARD_VALUES })
    expect(await paymentsOf(id)).toMatchObject([{ amount: Number(amounts.totalAmount), currency: amounts.currency }])
  })

  test('someone else pays a part: a payment in full is confirmed again, a typed amount is paid', async () => {
    const { id, path, entered } = await openPage()
    const other = await openPage()
    await payer.pay(path, { ...CARD_VALUES, amount: '40' })

    const all = await payer.send(path, entered)
    expect([all.status, all.text]).toEqual([422, expect.stringContaining('Pay $60.00</button>')])
    expect(all.text).toContain('Payments so far')
    await payer.send(path, { ...entered, amountChoice: 'other', amount: '20' })
    expect((await paymentsOf(id)).map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([20, 40])
    expect(await paymentsOf(other.id)).toEqual([])
  })

  test('someone else pays all: the page says so', async () => {
    const { path, entered } = await openPage()
    await payer.pay(path)
    const late = await payer.send(path, entered)
    expect([late.status, (await payer.ask(late.location)).text]).toEqual([
      303,
      expect.stringContaining('This invoice is paid'),
    ])
  })

  test('the script learns that the page is outdated, and sends the form in the ordinary way', async () => {
    const { id, path, entered } = await openPage()
    await payer.pay(path, { ...CARD_VALUES, amount: '40' })
    const { text } = await payer.send(path, entered, { accept: 'application/json' })
    expect(JSON.parse(text)).toEqual({ isOutdated: true })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('the sheet of a wallet is outdated: nothing is charged', async () => {
    const { id, path, entered } = await openPage()
    const sheet = await payer.send(path, { ...entered, method: 'paypal' })
    expect(sheet.text).toContain('Confirm with PayPal')
    expect(
      (await shop.call('PUT', `/invoices/${id}`, updated({ totalAmount: '900.00', currency: 'USD' }))).status,
    ).toBe(200)

    const confirmed = await payer.send(path, hiddenValues(sheet.text))
    expect([confirmed.status, confirmed.text]).toEqual([422, expect.stringContaining('The amount due has changed.')])
    expect(attemptKeyIn(confirmed.text)).not.toBe('')
    expect(await paymentsOf(id)).toEqual([])
  })
})

describe('everything below a link', () => {
  const LOGO = Buffer.from(
    'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', // A GIF of one pixel.
    'base64',
  )

  test('is not cached, indexed, framed or sent as referrer: pages, documents and the logo', async () => {
    const { path } = await aPage()
    const settings = { invoiceSettingsInformation: { merchantLogo: LOGO.toString('base64') } }
    expect((await shop.call('PUT', '/invoiceSettings', settings)).status).toBe(200)
    const paid = await payer.pay(path, { ...CARD_VALUES, amount: '40' })
    const attempt = paid.location.split('?')[0]

    for (const place of [path, `${path}/logo`, `${path}/invoice.pdf`, attempt, `${attempt}/receipt.pdf`]) {
      const { status, headers } = await payer.ask(String(place))
      expect([place, status, headers.get('cache-control')]).toEqual([place, 200, 'no-store'])
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('a replaced link, a draft and an unknown link have the same response, in every header and byte', async () => {
    const { id, path: replaced } = await aPage()
    const body = anInvoiceBody({
      customerInformation: { email: 'new@example.com' },
      orderInformation: {
        lineItems: [{ productSku: 'S', productName: 'T', quantity: 1, unitPrice: '1', totalAmount: '1' }],
      },
    })
    expect((await shop.call('PUT', `/invoices/${id}`, body)).status).toBe(200)
    const draft = await payer.pathOf((await shop.create(anInvoiceBody())).body.id)
    const own = new Set(['date', 'v-c-correlation-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    const seen = async (path: string, init: RequestInit) => {
      const { status, headers, text } = await payer.ask(path, init)
      const kept = [...headers].filter(([name]) => !own.has(name)).map(([name, value]) => `${name}: ${value}`)
      return [status, ...kept, text].join('\n').replaceAll(/nonce[-=]"?[^"']+/g, '')
    }
    const form = { method: 'POST', body: new URLSearchParams({ attempt: 'a'.repeat(22), ...CARD_VALUES }) }
    for (const [below, init] of [
      ['', {}],
      ['', form],
      ['/invoice.pdf', {}],
      ['/logo', {}],
      [`/attempts/${'a'.repeat(22)}`, {}],
      [`/attempts/${'a'.repeat(22)}/return`, form],
    ] as const) {
      const unknown = await seen(`/pay/${'x'.repeat(64)}${below}`, init)
      expect(unknown).toMatch(/^404\n/)
      expect(await seen(`${replaced}${below}`, init)).toBe(unknown)
      expect(await seen(`${draft}${below}`, init)).toBe(unknown)
    }
  })

  test('a GET request changes nothing, whatever its query says', async () => {
    const { id, path } = await aPage()
    const query = new URLSearchParams({ attempt: 'a'.repeat(22), confirmed: 'yes', ...CARD_VALUES })
    const before = (await shop.get(id)).body
    expect((await payer.ask(`${path}?${query}`)).status).toBe(200)
    expect([(await shop.get(id)).body, (await payments.list(id)).body.payments]).toEqual([before, []])
  })
})

test('the seller’s name, address and every contact can be read, not only clicked', async () => {
  const contact = { email: 'shop@example.com', phone: '+1 555 0100', address: { address1: '1 Main St', country: 'US' } }
  await app.database.pool.query('update organizations set contact = $1 where organization_id = $2', [contact, 'shop'])
  const { text } = await payer.ask((await aPage()).path)
  expect(text).toContain('1 Main St · United States')
  expect(text).toContain('<a href="mailto:shop@example.com">shop@example.com</a>')
  expect(text).toContain('<a href="tel:+15550100">+1 555 0100</a>')
})

test('labels of discount, tax and parts are the merchant’s own, on lines too', async () => {
  const customLabels = [
    { key: 'discount', value: 'Rebate' },
    { key: 'tax', value: 'GST' },
    { key: 'partialPayment', value: 'Deposit' },
  ]
  expect((await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { customLabels } })).status).toBe(
    200,
  )
  const line = { productSku: 'S', productName: 'T', quantity: 2, unitPrice: '50', totalAmount: '95' }
  const { body } = await shop.create(
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true },
      orderInformation: { lineItems: [{ ...line, discountAmount: '10', taxRate: '5' }] },
    }),
  )
  const { text } = await payer.ask(await payer.pathOf(body.id))
  expect(text.replaceAll('\u00a0', ' ')).toContain('2 × $50.00 · Rebate $10.00 · GST 5%')
  expect(text).toMatch(/value="other"><span>Deposit</)
  const none = customLabels.map(({ key }) => ({ key, value: '' }))
  await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { customLabels: none } })
})

test('a payment under review leads to paymentPending, without the link', async () => {
  const put = (paymentPending: string) =>
    shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { customRedirectUrls: { paymentPending } } })
  await app.database.pool.query('update organizations set has_fraud_management = true')
  expect((await put('https://shop.example/wait?status=own#top')).status).toBe(200)
  const { id, path } = await aPage()
  const paid = await payer.pay(path, { ...CARD_VALUES, cardNumber: '4000000000009235' })
  const { text } = await payer.ask(paid.location)
  const target = `https://shop.example/wait?status=pending&amp;invoiceNumber=${id}#top`
  expect(text).toContain(`<meta http-equiv="refresh" content="1;url=${target}">`)
  expect(text).toContain(`<a class="button wide" href="${target}" rel="noreferrer">`)
  await put('')
})
