import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { hostileLogo } from '../../../test/support/data/hostile.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { sendAs, sendRequest } from '../../../test/support/http/send-request.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import { LANGUAGES } from '../../kernel/language.ts'

const app = await startApp({ with: [invoicingClients] })
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
beforeAll(async () => {
  owner = await anOrganization(app, 'shop', { contact: { email: 'hello@shop.example' } })
  shop = app.clientOf(owner)
})

type Kind = 'page' | 'mail' | 'pdf'
const preview = (body: unknown, kind: Kind = 'page') =>
  sendAs(app.port, owner, { method: 'POST', path: `/portal/v1/previews/${kind}`, body: body as object })

/** Leaves out the parts that may differ: the banner, the key of the form, the token of the link and what belongs to one response. */
function comparable(html: string): string {
  return html
    .replaceAll(/\/pay\/[\w-]{64}/g, '/pay/TOKEN')
    .replace(/<p class="banner">.*?<\/p>/, '')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/name="attempt" value="[^"]*"/g, '')
    .replaceAll(/<button[^>]*type="submit"[^>]*>/g, '<button>')
}

const ITEMIZED = anInvoiceBody({
  invoiceInformation: { sendImmediately: true, deliveryMode: 'none' },
  orderInformation: {
    amountDetails: { totalAmount: '119.00', taxDetails: { type: 'USt.', rate: '19' } },
    lineItems: [aLineBody()],
  },
})

describe('the page of an invoice that is not saved', () => {
  test.each(LANGUAGES)('is the page that its payer will see, in %s', async (language) => {
    const { text, status } = await preview({ invoice: ITEMIZED, language })
    const { body } = await shop.create(ITEMIZED)
    const path = `/portal/v1/invoices/${body.id}/page?language=${language}`
    const saved = await sendAs(app.port, owner, { method: 'GET', path })

    expect(status).toBe(200)
    expect(comparable(text)).toBe(comparable(saved.text))
  })

  test('is inert and can be framed by pages of the service only', async () => {
    const { headers } = await preview({ invoice: ITEMIZED })

    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'; sandbox allow-same-origin")
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  test('can be asked for by a form, which fills a frame', async () => {
    const answer = await sendRequest(app.port, {
      method: 'POST',
      path: '/portal/v1/previews/page',
      headers: {
        authorization: `Bearer ${owner.bearer.key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ preview: JSON.stringify({ invoice: ITEMIZED }) }).toString(),
    })

    expect([answer.status, answer.text.includes('Gear wheel')]).toEqual([200, true])
  })

  test('shows an unfinished invoice as far as it has come', async () => {
    const lineItems = [{ productName: 'Half a line', quantity: 2, unitPrice: 'x' }]

    const { status, text } = await preview({ invoice: { orderInformation: { lineItems } } })

    expect([status, text.includes('Half a line')]).toEqual([200, true])
  })

  test('shows settings that are not saved, and a sample without an invoice', async () => {
    const settings = {
      merchantDisplayName: 'New name',
      headerStyle: { backgroundColor: '#0B5D3B', fontColor: 'not a color' },
      merchantLogo: hostileLogo('dark').toString('base64'),
    }

    const { status, text } = await preview({ settings, language: 'de-DE' })

    expect(status).toBe(200)
    expect(text).toContain('Beratung')
    expect(text).toContain('#0B5D3B')
    expect(text).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="New name">/)
    expect((await shop.call('GET', '/invoiceSettings')).text).not.toContain('New name')
  })

  test('lays changes over a saved invoice and keeps its number', async () => {
    const { body } = await shop.create(ITEMIZED)
    const invoice = anInvoiceBody({
      orderInformation: { amountDetails: { totalAmount: '77.00' }, lineItems: [aLineBody()] },
    })

    const { text } = await preview({ invoice, invoiceNumber: body.id })

    expect(text).toContain('$77.00')
    expect(text).toContain(`Invoice ${body.id}`)
    expect((await shop.get(body.id)).body.orderInformation.amountDetails.totalAmount).toBe(119)
  })

  test('of a new invoice has the number that it will get', async () => {
    const { text } = await preview({ invoice: ITEMIZED })
    const { body } = await shop.create(ITEMIZED)

    expect(text).toContain(`Invoice ${body.id} `)
  })

  test.each([
    ['no object', '[]', 400, 'VALIDATION_ERROR'],
    ['an invoice that is a text', { invoice: 'x' }, 400, 'invoice'],
    ['a language that is unknown', { language: 'xx-XX' }, 400, 'language'],
    ['an invoice that does not exist', { invoiceNumber: 'NONE' }, 404, 'NOT_FOUND'],
  ])('is refused for %s', async (_what, body, status, word) => {
    const headers = { 'content-type': 'application/json' }
    const path = '/portal/v1/previews/page'
    const answer = await sendAs(app.port, owner, { method: 'POST', path, body, headers })

    expect([answer.status, answer.text.includes(word)]).toEqual([status, true])
  })

  test('stores nothing and takes no number', async () => {
    const count = async () =>
      (
        await app.database.pool.query(
          'select count(*)::int from invoices union all select last_number from invoice_counters',
        )
      ).rows
    const before = await count()

    for (const kind of ['page', 'mail', 'pdf'] as const) await preview({ invoice: ITEMIZED, settings: {} }, kind)

    expect(await count()).toEqual(before)
  })
})

test('the mail of an invoice that is not saved is the mail that its customer will get', async () => {
  const invoice = anInvoiceBody({ invoiceInformation: { deliveryLanguage: 'de-DE' } })

  const { status, text, headers } = await preview(
    { invoice, settings: { customEmailMessage: 'Unsaved words.' } },
    'mail',
  )

  expect(status).toBe(200)
  expect(text).toContain('100,00')
  expect(text).toContain('Unsaved words.')
  expect(text).toContain('ada@example.com')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
})

test('the PDF of an invoice that is not saved has its lines', async () => {
  const { status, bytes, headers } = await preview({ invoice: ITEMIZED }, 'pdf')

  const { pages } = await readPdf(new Uint8Array(bytes))

  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-security-policy']).toBe("frame-ancestors 'self'")
  expect(pages.join()).toContain('Gear wheel')
})
