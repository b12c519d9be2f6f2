import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { hostileLogo } from '../../../test/support/data/hostile.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { watchStatements } from '../../../test/support/stores/watched-statements.ts'
import { dateText } from '../../kernel/language.ts'
import { getOrganization } from '../../organizations/index.ts'

const app = await startApp({ with: [invoicingClients, paymentClients, payers] })
const { payer } = app
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop', { contact: { email: 'hello@shop.example' } })
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

async function aPage(total = '100.00') {
  const id = await aPayableInvoice(shop, total)
  return { id, path: await payer.pathOf(id) }
}

const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1]

describe('the tab', () => {
  test('says in its title what has become of the invoice', async () => {
    const [paid, canceled] = [await aPage(), await aPage()]
    expect(titleOf((await payer.ask(paid.path)).text)).toBe('Pay shop')

    const part = await payer.pay(paid.path, { ...CARD_VALUES, amount: '40' })
    expect(titleOf((await payer.ask(part.location)).text)).toBe('Partly paid · shop')
    const rest = await payer.pay(paid.path)
    expect(titleOf((await payer.ask(rest.location)).text)).toBe('Paid · shop')
    expect(titleOf((await payer.ask(`${paid.path}?lang=de-DE`)).text)).toBe('Bezahlt · shop')
    await shop.call('POST', `/invoices/${canceled.id}/cancelation`, {})
    expect(titleOf((await payer.ask(canceled.path)).text)).toBe('Canceled · shop')
  })

  test('has the merchant’s initial in its colors as icon, cached forever and the same for every link', async () => {
    const headerStyle = { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' }
    await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { headerStyle } })
    const pages = await Promise.all([await aPage(), await aPage()].map(({ path }) => payer.ask(path)))
    const [icon = '', other] = pages.map(({ text }) => /<link rel="icon"[^>]* href="([^"]+)"/.exec(text)?.[1])

    const { status, headers, text } = await payer.ask(icon)

    expect(icon).toBe(other)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(text).toContain('#0B5D3B')
    expect(text).toContain('>S</text>')
    expect(pages[0]?.text).toContain('<meta name="theme-color" content="#0B5D3B">')
    expect((await payer.ask('/pay/assets/icon-3c-000-fff.svg')).status).toBe(404)
  })

  test('has an icon with the mark of the outcome, whose name is one of few', async () => {
    const iconOf = async (path: string) =>
      /<link rel="icon"[^>]* href="[^"]*-(\w+)\.svg"/.exec((await payer.ask(path)).text)?.[1]
    const [paid, canceled] = [await aPage(), await aPage()]
    const plain = await iconOf(paid.path)
    const part = await payer.pay(paid.path, { ...CARD_VALUES, amount: '40' })
    expect(await iconOf(part.location)).toBe('partial')
    expect(await iconOf(paid.path)).toBe(plain)
    await payer.pay(paid.path)
    expect(await iconOf(paid.path)).toBe('paid')
    await shop.call('POST', `/invoices/${canceled.id}/cancelation`, {})
    expect(await iconOf(canceled.path)).toBe('canceled')

    const { status, headers } = await payer.ask('/pay/assets/icon-53-000-fff-paid.svg')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await payer.ask('/pay/assets/icon-53-000-fff-sold.svg')).status).toBe(404)
  })
})

test('the preview of the link names the merchant and the number, and no amount', async () => {
  const { id, path } = await aPage('4321.00')

  const { text } = await payer.ask(path)

  expect(text).toContain(`<meta property="og:title" content="Invoice ${id} · shop">`)
  expect(text.match(/<meta property="og:[^>]*4,?321/)).toBeNull()
})

test.each([
  ['white', 'plate dark'],
  ['dark', 'plate'],
  ['wide', 'plate'],
] as const)('a %s logo without a ground stands on a %s', async (logo, plate) => {
  const { path } = await aPage()
  const merchantLogo = hostileLogo(logo).toString('base64')
  await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { merchantLogo } })

  const { text } = await payer.ask(path)

  await shop.call('PUT', '/invoiceSettings', { invoiceSettingsInformation: { merchantLogo: '' } })
  expect(text).toContain(`<span class="${plate}"><img`)
})

describe('another language', () => {
  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'Auf Deutsch ansehen'],
    ['ja', '日本語で表示'],
  ])('that the browser prefers (%s) is offered in one line', async (accepted, offer) => {
    const { path } = await aPage()

    const { text } = await payer.ask(path, { headers: { 'accept-language': accepted } })

    expect(text).toContain(`>${offer}</a>`)
    expect(text).toContain('<html lang="en-US">')
  })

  test('is not offered to browsers of the same or an unknown language, nor after a choice', async () => {
    const { path } = await aPage()
    const asked = async (below: string, accepted: string) =>
      (await payer.ask(`${path}${below}`, { headers: { 'accept-language': accepted } })).text

    const pages = [await asked('', 'en-GB'), await asked('', 'xx'), await asked('?lang=en-US', 'de')]

    for (const page of pages) expect(page).not.toContain('class="offer"')
  })

  test('is chosen by a form that keeps the preview', async () => {
    const { body } = await shop.create(anInvoiceBody())
    const { body: preview } = await payments.call('POST', `/invoices/${body.id}/preview`)
    const { pathname, search } = new URL(preview.previewLink)

    const { text } = await payer.ask(pathname + search)

    const code = new URLSearchParams(search).get('preview')
    expect(text).toContain(`<input type="hidden" name="preview" value="${code}">`)
    expect(text).toContain('<option value="en-US" lang="en-US" selected>English</option>')
    expect(text.match(/<p class="banner">/g)).toHaveLength(1)
    expect(text).toContain('Test mode · Preview · customers cannot see this invoice yet')
  })
})

describe('an end', () => {
  test('names the invoice and its amount, and a way to reach the merchant', async () => {
    const { id, path } = await aPage('250.05')
    await shop.call('POST', `/invoices/${id}/cancelation`, {})

    const { text } = await payer.ask(path)

    expect(text).toContain(`<p class="about money">Invoice ${id} · <s>$250.05</s></p>`)
    expect(text).toContain(
      `<a class="button wide" href="mailto:hello@shop.example?subject=Invoice%20${id}">Email shop</a>`,
    )
  })

  test('says on which day the invoice was canceled, in the merchant’s time zone', async () => {
    const { id, path } = await aPage()
    await shop.call('POST', `/invoices/${id}/cancelation`, {})
    const { timeZone } = await getOrganization(app.database.db, 'shop')
    const day = app.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    const now = app.clock.now()
    app.clock.set(now.add({ hours: 240 }).toString())

    const { text } = await payer.ask(path)

    app.clock.set(now.toString())
    expect(text).toContain(`<dt>Canceled on</dt><dd>${dateText(day, 'en-US')}</dd>`)
  })

  test('says on which day the link expired', async () => {
    const { path } = await aPage()
    const now = app.clock.now()
    app.clock.set('2029-01-01T00:00:00Z')

    const { text } = await payer.ask(path)

    app.clock.set(now.toString())
    expect(text).toMatch(/<dt>Expired on<\/dt><dd>\w+ \d+, \d{4}<\/dd>/)
  })
})

describe('the summary', () => {
  async function pageOf(orderInformation: object, invoiceInformation: object = {}) {
    const given = { invoiceInformation: { sendImmediately: true, ...invoiceInformation }, orderInformation }
    const { body } = await shop.create(anInvoiceBody(given))
    return (await payer.ask(await payer.pathOf(body.id))).text
  }
  const line = (index: number) => ({
    ...{ productSku: `S-${index}`, productName: `Thing ${index}`, quantity: 1, unitPrice: '1', totalAmount: '1' },
  })

  test('of an invoice that is nothing but its total says what it is for, and repeats nothing', async () => {
    const text = await pageOf({ amountDetails: { totalAmount: '100.00', currency: 'USD' } })

    expect(text).toMatch(/<p class="amount money">\$100\.00<\/p>\s*<p class="purpose">Engine parts<\/p>/)
    expect(text).not.toContain('<dt>Total</dt>')
  })

  test('folds all lines but five, and shows them without script', async () => {
    const lineItems = Array.from({ length: 30 }, (_, index) => line(index + 1))
    const text = await pageOf({ amountDetails: { totalAmount: '30.00', currency: 'USD' }, lineItems })
    const [shown = '', folded = ''] = text.split('<details class="fold">')

    expect(shown.match(/class="item"/g)).toHaveLength(5)
    expect(folded.match(/class="item"/g)).toHaveLength(25)
    expect(folded).toContain('Show all 30 items')
  })

  test('subtracts with a minus, and says that a part is paid, or that the rest is overdue', async () => {
    const { path } = await aPage()
    await payer.pay(path, { ...CARD_VALUES, amount: '40' })
    const now = app.clock.now()

    const inTime = (await payer.ask(path)).text
    app.clock.set('2026-04-02T00:00:00Z')
    const late = (await payer.ask(path)).text

    app.clock.set(now.toString())
    expect(inTime).toContain('<dd class="money">\u2212$40.00</dd>')
    expect(inTime).toContain('<span class="badge partial">Partly paid</span>')
    expect(late).toContain('<span class="badge overdue">Overdue</span>')
  })
})

test('a page costs one statement, with payments too', async () => {
  const { path } = await aPage()
  await payer.pay(path, { ...CARD_VALUES, amount: '40' })
  const statementsOf = watchStatements(app.database.pool)

  const statements = await statementsOf(() => payer.ask(path))

  expect(statements).toHaveLength(1)
})
