import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { findBrowser } from '../support/browser/find-browser.ts'
import { browserSearch } from '../support/run/test-run.ts'

// Writes pictures of every state of the payment page to docs/images/pay: on a phone and on a desk, light and dark.
// Run it with `npm run images` after a change of the page, and look at what it wrote.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images/pay')
const PROGRAM = join(ROOT, 'src/main/quittance.ts')
const MERCHANT = 'sandbox-merchant'
const VIEWS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const
const COLORS = 64

type Service = {
  readonly url: string
  readonly call: (method: string, path: string, body?: unknown) => Promise<Invoice>
  readonly command: (...words: readonly string[]) => void
}
type Invoice = { readonly id: string; readonly invoiceInformation: { readonly paymentLink: string } }
type State = {
  readonly name: string
  readonly prepare: (service: Service) => Promise<string>
  readonly act?: (page: Page) => Promise<void>
}

let colors: Promise<unknown> | undefined
let lastLink: Promise<string> | undefined
const folder = mkdtempSync(join(tmpdir(), 'quittance-images-'))
const port = await freePort()
const environment = { ...env, QUITTANCE_DATA_DIR: join(folder, 'data'), QUITTANCE_PORT: String(port) }
const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve'], { env: environment, stdio: 'ignore' })
const found = await findBrowser(browserSearch)
const browser: Browser = await chromium.launch({
  executablePath: found.executable,
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...env, ...found.environment, FONTCONFIG_FILE: fontConfiguration() },
})

/** The fonts of the PDFs, so that every language can be read on every machine. */
function fontConfiguration(): string {
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  const source = join(ROOT, 'assets/fonts')
  for (const name of readdirSync(source).filter((file) => file.endsWith('.zst'))) {
    writeFileSync(join(fonts, name.replace('.zst', '')), zstdDecompressSync(readFileSync(join(source, name))))
  }
  const file = join(folder, 'fonts.conf')
  const prefer = '<alias><family>system-ui</family><prefer><family>Noto Sans</family></prefer></alias>'
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${prefer}</fontconfig>`,
  )
  return file
}

async function serviceWhenReady(): Promise<Service> {
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(200)
  const file = join(folder, 'data/sandbox-credentials.json')
  const { merchant } = JSON.parse(readFileSync(file, 'utf8')) as { merchant: { bearer: { key: string } } }
  return {
    url,
    call: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${merchant.bearer.key}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Invoice
    },
    command: (...words) => {
      execFileSync(process.execPath, [PROGRAM, ...words], { env: environment, stdio: 'ignore' })
    },
  }
}

async function picture(service: Service, { name, prepare, act }: State): Promise<void> {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      await page.goto(await prepare(service))
      await act?.(page)
      const png = await page.screenshot({ fullPage: true })
      const small = await sharp(png).png({ palette: true, colors: COLORS, effort: 10 }).toBuffer()
      writeFileSync(join(IMAGES, `${name}-${view}-${colorScheme}.png`), small)
      await context.close()
    }
  }
}

/** Every state once, the suspension last, since it stays. */
function states(): readonly State[] {
  return [
    { name: 'form', prepare: (service) => link(service) },
    { name: 'form-german', prepare: async (service) => `${await link(service, PARTS)}&lang=de-DE` },
    { name: 'form-japanese', prepare: async (service) => `${await link(service)}&lang=ja-JP` },
    { name: 'form-problems', prepare: (service) => link(service), act: (page) => submit(page) },
    { name: 'declined', prepare: (service) => link(service), act: (page) => pay(page, '4000000000009995') },
    { name: 'wallet', prepare: (service) => link(service), act: wallet },
    { name: 'thanks', prepare: (service) => link(service), act: (page) => pay(page) },
    { name: 'thanks-partial', prepare: (service) => link(service, PARTS), act: payPart },
    { name: 'challenge', prepare: authenticated, act: (page) => pay(page, '4000000000003220') },
    { name: 'under-review', prepare: reviewed, act: (page) => pay(page, '4000000000009235') },
    { name: 'canceled', prepare: canceled },
    { name: 'nothing-to-pay', prepare: (service) => link(service, { total: '0.00' }) },
    { name: 'preview', prepare: preview },
    { name: 'not-found', prepare: async ({ url }) => `${url}/pay/${'x'.repeat(64)}` },
    { name: 'suspended', prepare: suspended },
  ]
}

type Given = { readonly total?: string; readonly invoice?: object; readonly amounts?: object }
const PARTS: Given = { invoice: { allowPartialPayments: true }, amounts: { minimumPartialAmount: '20.00' } }

async function newInvoice(service: Service, { total = '250.05', invoice = {}, amounts = {} }: Given): Promise<Invoice> {
  colors ??= service.call('PUT', '/invoicing/v2/invoiceSettings', {
    invoiceSettingsInformation: {
      merchantDisplayName: 'Café Bar',
      headerStyle: { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' },
      payerAuthenticationInInvoicing: 'enable',
    },
  })
  await colors
  const lines = [
    {
      productSku: 'W-1',
      productName: 'Espresso machine service',
      quantity: 3,
      unitPrice: '70.00',
      totalAmount: '210.00',
    },
  ]
  const parts = { taxDetails: { amount: '20.00' }, freight: { amount: '20.05' } }
  const isZero = total === '0.00'
  return service.call('POST', '/invoicing/v2/invoices', {
    customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com', company: { name: 'Analytical Engines' } },
    invoiceInformation: {
      description: 'Maintenance in the second quarter',
      dueDate: '2027-07-11',
      deliveryMode: 'none',
      sendImmediately: true,
      ...invoice,
    },
    orderInformation: {
      amountDetails: { totalAmount: total, currency: 'USD', ...(isZero ? {} : parts), ...amounts },
      ...(isZero ? {} : { lineItems: lines }),
    },
  })
}

async function link(service: Service, given: Given = {}): Promise<string> {
  return (await newInvoice(service, given)).invoiceInformation.paymentLink
}

async function canceled(service: Service): Promise<string> {
  const { id, invoiceInformation } = await newInvoice(service, {})
  await service.call('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
  return invoiceInformation.paymentLink
}

async function preview(service: Service): Promise<string> {
  const { id } = await newInvoice(service, { invoice: { sendImmediately: false } })
  const made = (await service.call('POST', `/payments/v1/invoices/${id}/preview`)) as unknown as { previewLink: string }
  return made.previewLink
}

async function authenticated(service: Service): Promise<string> {
  return link(service)
}

async function reviewed(service: Service): Promise<string> {
  service.command('organizations', 'update', MERCHANT, '--fraud-management', 'on')
  return link(service)
}

async function suspended(service: Service): Promise<string> {
  lastLink ??= link(service).then((made) => {
    service.command('organizations', 'suspend', MERCHANT, '--reason', 'an example')
    return made
  })
  return lastLink
}

async function submit(page: Page): Promise<void> {
  await page.locator('form.pay button[type=submit]').click()
  await page.locator('.problem, .notice:visible, .card').first().waitFor()
}

async function pay(page: Page, number = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('1230')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await submit(page)
}

async function payPart(page: Page): Promise<void> {
  await page.locator('[name=amount]').fill('40.00')
  await pay(page)
}

async function wallet(page: Page): Promise<void> {
  await page.getByLabel('Apple Pay').check()
  await submit(page)
}

try {
  const service = await serviceWhenReady()
  mkdirSync(IMAGES, { recursive: true })
  for (const state of states()) await picture(service, state)
} finally {
  await browser.close()
  child.kill()
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
