import { Agent, request as startRequest } from 'node:http'
import pg from 'pg'
import sharp from 'sharp'
import type { Language } from '../src/kernel/language.ts'
import { bearerKeyIn, benchFolder, elapsedMs, postgresUrlIn, removeFolder, startBenchService } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { withBareServer } from './http-load.ts'

const INVOICES = 40
const ROUNDS = 25
const TIMES_MAX = 3
const BYTES_MAX = 100_000
const REQUESTS_MAX = 3
const PDF_MS_MAX = 150
/** The first PDF also opens the fonts. */
const FIRST_PDF_MS_MAX = 300
const LOGO_SIDE = 400
const PRODUCTS = ['Espresso machine service', '珈琲豆 エチオピア 深煎り', '技术咨询服务费', 'Обслуживание']
const PDF_LANGUAGES: readonly Language[] = ['en-US', 'ja-JP', 'zh-CN', 'zh-TW']

/** A page that is ready. */
const STATIC_PAGE = `
const [page] = process.argv.slice(1)
require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(page)
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** One statement that finds the invoice of a link. */
const BARE_QUERY = 'select * from invoices where payment_token = $1'

/** How long a payer waits for the page and for its PDF, and how much the browser loads. */
export async function benchPage(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder, { QUITTANCE_PAGE_RATE_LIMIT: '0' })
  try {
    const links = await makeInvoices(`${service.url}/invoicing/v2`, bearerKeyIn(folder))
    return [await firstByte(links, postgresUrlIn(folder)), ...(await firstLoad(links[0] ?? '')), ...(await pdfs(links))]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

/** Invoices with everything that costs time: a logo, colors, lines, tax, parts to pay, an address to ask for. */
async function makeInvoices(api: string, key: string): Promise<readonly string[]> {
  const send = async (method: string, path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(api + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, Record<string, string>>
  }
  await send('PUT', '/invoiceSettings', {
    invoiceSettingsInformation: {
      merchantLogo: await aLogo(),
      merchantDisplayName: 'Café Bar',
      headerStyle: { backgroundColor: '#7A1F3D', fontColor: '#FFFFFF' },
    },
  })
  const links: string[] = []
  for (let index = 0; index < INVOICES; index += 1) {
    const made = await send('POST', '/invoices', anInvoice(index))
    links.push(made['invoiceInformation']?.['paymentLink'] ?? '')
  }
  return links
}

function anInvoice(index: number): object {
  // Amounts of its own, as every invoice has.
  const price = 30 + index
  const unitPrice = price.toFixed(2)
  const totalAmount = (2 * price).toFixed(2)
  const lineItems = PRODUCTS.map((productName, position) => ({
    ...{ productSku: `SKU-${index}-${position}`, productName, quantity: 2, unitPrice, totalAmount },
  }))
  return {
    customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com', company: { name: 'Engines & Söhne' } },
    invoiceInformation: {
      description: `Delivery ${index}`,
      dueDate: '2030-01-01',
      deliveryMode: 'none',
      sendImmediately: true,
      allowPartialPayments: true,
    },
    orderInformation: {
      amountDetails: {
        ...{ totalAmount: (8 * price + 21).toFixed(2), currency: 'USD', minimumPartialAmount: '10.00' },
        ...{ taxDetails: { amount: '20.95' }, freight: { amount: '0.05' } },
      },
      lineItems,
    },
  }
}

/** Noise, which no format can compress. */
async function aLogo(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: LOGO_SIDE, height: LOGO_SIDE, channels: 3, background: '#FFFFFF', noise } as const
  return (await sharp({ create }).png().toBuffer()).toString('base64')
}

/** The three alternate, so that other load on the machine affects all of them alike. */
async function firstByte(links: readonly string[], postgresUrl: string): Promise<Figure> {
  const { body } = await timed(links[0] ?? '')
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    return await withBareServer(STATIC_PAGE, [body.toString()], async (staticUrl) => {
      const tooks = { ours: [] as number[], query: [] as number[], page: [] as number[] }
      for (let round = -2; round < ROUNDS; round += 1) {
        for (const link of links) {
          const values = [tokenOf(link)]
          const query = await elapsedMs(async () => void (await client.query({ name: 'q', text: BARE_QUERY, values })))
          const page = await timed(staticUrl)
          const ours = await timed(link)
          if (round < 0) continue
          tooks.query.push(query)
          tooks.page.push(page.firstByteMs)
          tooks.ours.push(ours.firstByteMs)
        }
      }
      return {
        what: 'first byte of the page',
        unit: 'ms',
        ours: median(tooks.ours),
        limit: median(tooks.query) + median(tooks.page),
        limitIs: 'a bare query that finds the invoice, and a bare node:http server with a page that is ready',
        isRate: false,
        bar: { timesMax: TIMES_MAX },
      }
    })
  } finally {
    await client.end()
  }
}

function tokenOf(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? ''
}

const LOADED = /<(?:link rel="stylesheet" href|script src)="([^"]+)"/g

/** The first requests of a browser, uncompressed, before the logo. */
async function firstLoad(link: string): Promise<readonly Figure[]> {
  const page = await timed(link)
  const paths = [...page.body.toString().matchAll(LOADED)].map(([, path]) => path ?? '')
  const others = await Promise.all(paths.map((path) => timed(new URL(path, link).href)))
  const bytes = others.reduce((sum, { body }) => sum + body.length, page.body.length)
  const limitIs = 'the document alone'
  return [
    figure('bytes of the first load', 'bytes', { ours: bytes, limit: page.body.length, limitIs, max: BYTES_MAX }),
    figure('requests of the first load', 'requests', { ours: 1 + paths.length, limit: 1, limitIs, max: REQUESTS_MAX }),
  ]
}

/** Each is printed once and then sent again from the cache. */
async function pdfs(links: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const language of PDF_LANGUAGES) {
    const tooks = { printed: [] as number[], cached: [] as number[] }
    for (const link of links) {
      const url = `${new URL(link).origin}${new URL(link).pathname}/invoice.pdf?lang=${language}`
      tooks.printed.push((await timed(url)).wholeMs)
      tooks.cached.push((await timed(url)).wholeMs)
    }
    const [first = 0] = tooks.printed
    const cached = { limit: median(tooks.cached), limitIs: 'the same PDF from the cache' }
    if (language === 'en-US') {
      figures.push(
        figure('first PDF of a page that was opened', 'ms', { ...cached, ours: first, max: FIRST_PDF_MS_MAX }),
      )
    }
    const printed = { ...cached, ours: median(tooks.printed), max: PDF_MS_MAX }
    figures.push(figure(`PDF in ${language}, three scripts in it`, 'ms', printed))
  }
  return figures
}

type Measured = { readonly ours: number; readonly limit: number; readonly limitIs: string; readonly max: number }

function figure(what: string, unit: string, { max, ...measured }: Measured): Figure {
  return { what, unit, ...measured, isRate: false, bar: { oursMax: max } }
}

type Timed = { readonly firstByteMs: number; readonly wholeMs: number; readonly body: Buffer }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function timed(url: string): Promise<Timed> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    startRequest(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The page answered ${response.statusCode}.`))
      const pieces: Buffer[] = []
      let firstByteMs = 0
      response
        .on('data', (piece: Buffer) => {
          if (pieces.length === 0) firstByteMs = performance.now() - startedAt
          pieces.push(piece)
        })
        .once('end', () =>
          resolve({ firstByteMs, wholeMs: performance.now() - startedAt, body: Buffer.concat(pieces) }),
        )
    })
      .once('error', reject)
      .end()
  })
}
