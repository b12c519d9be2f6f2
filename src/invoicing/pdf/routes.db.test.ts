import { beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { fromPixels, somePixels } from '../../../test/support/data/images.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'

const app = await startApp({ with: [invoicingClients] })
let owner: Awaited<ReturnType<typeof anOrganization>>
let other: Keyed
let shop: Client
let settings: ReturnType<typeof settingsOf>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  other = await anOrganization(app, 'other')
  shop = app.clientOf(owner)
  settings = settingsOf(app, owner)
})

const get = (
  id: string,
  { as = owner, method = 'GET', headers = {} }: { as?: Keyed; method?: string; headers?: Record<string, string> } = {},
) => sendAs(app.port, as, { method, path: `/invoicing/v2/invoices/${id}/pdf`, headers })

async function anInvoiceOf(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await shop.create(
    anInvoiceBody({
      customerInformation: { name },
      invoiceInformation: { deliveryMode: 'none', sendImmediately: true },
      ...more,
    }),
  )
  return body.id
}

test('the PDF of an invoice has its number, its payer and a link to pay', async () => {
  const id = await anInvoiceOf('Иван 王小明', {
    orderInformation: { lineItems: [aLineBody({ productName: 'Kaffee 珈琲' })] },
  })
  const { body: invoice } = await shop.get(id)

  const { status, headers, bytes } = await get(id)

  const { pages, links, info } = await readPdf(bytes)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Invoice-${id}-shop.pdf"`,
    'content-length': String(bytes.length),
  })
  expect(pages.join()).toContain(id)
  expect(pages.join().replaceAll(/\s/g, '')).toContain('Иван王小明')
  expect(pages.join()).toContain('Kaffee')
  expect(pages.join()).toContain('Test mode: no money moves')
  expect(new Set(links)).toEqual(new Set([invoice.invoiceInformation.paymentLink]))
  expect(links[0]).toContain(BASE_URL)
  expect(info).toMatchObject({ Title: `Invoice ${id} · shop`, Language: 'en-US' })
})

test('a PDF and its ETag stay the same until the invoice or the settings change', async () => {
  const id = await anInvoiceOf('Ada')
  const first = await get(id)
  const again = await get(id)
  const known = await get(id, { headers: { 'if-none-match': String(first.headers['etag']) } })
  const head = await get(id, { method: 'HEAD' })

  expect(again.bytes).toEqual(first.bytes)
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  expect([head.status, head.headers['etag'], head.bytes.length]).toEqual([200, first.headers['etag'], 0])

  await settings.put({ merchantDisplayName: 'Another name' })
  const renamed = await get(id)

  expect(renamed.headers['etag']).not.toBe(first.headers['etag'])
  expect((await readPdf(renamed.bytes)).pages.join()).toContain('Another name')
})

test.each(['gif', 'png', 'jpeg'] as const)(
  'a %s is shown as the logo, in the language of the settings',
  async (format) => {
    const size = { width: 40, height: 30 }
    const logo = await fromPixels(somePixels(size), size).toFormat(format).toBuffer()
    const id = await anInvoiceOf('Ada')
    await settings.put({ merchantLogo: '' })
    const without = await get(id)
    await settings.put({ merchantLogo: logo.toString('base64'), deliveryLanguage: 'ja-JP' })

    const { status, bytes, headers } = await get(id)

    expect(status).toBe(200)
    expect(headers['etag']).not.toBe(without.headers['etag'])
    expect(bytes.toString('latin1')).toContain('/Subtype /Image')
    expect((await readPdf(bytes)).pages.join()).toContain('請求書')
  },
)

test('the PDF of a canceled invoice says so, and has no link', async () => {
  await settings.put({ deliveryLanguage: 'de-DE' })
  const id = await anInvoiceOf('Ada')
  await shop.cancel(id)

  const { pages, links } = await readPdf((await get(id)).bytes)

  expect(pages.join()).toContain('Storniert')
  expect(pages.join()).not.toMatch(/Offener Betrag|Fällig/)
  expect(links).toEqual([])
})

test('the PDF of an invoice with a language of its own is in that language', async () => {
  await settings.put({ deliveryLanguage: 'de-DE' })
  const { id } = (await shop.create(anInvoiceBody({ invoiceInformation: { deliveryLanguage: 'fr-FR' } }))).body

  expect((await readPdf((await get(id)).bytes)).pages.join()).toContain('Facture')
})

test('a PDF is refused for another merchant’s invoice, for an unknown one and without a key', async () => {
  const id = await anInvoiceOf('Ada')

  const [foreign, unknown, nobody] = [
    await get(id, { as: other }),
    await get('UNKNOWN-1'),
    await sendAs(app.port, undefined, { method: 'GET', path: `/invoicing/v2/invoices/${id}/pdf` }),
  ]

  expect([foreign.status, unknown.status, nobody.status]).toEqual([404, 404, 401])
  expect(foreign.body).toEqual({ ...unknown.body, submitTimeUtc: foreign.body.submitTimeUtc })
})
