import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'
import { loaded } from '../support/browser/portal/portal-window.ts'
import { demoInvoices } from '../support/data/demo-invoices.ts'
import { DEMO_INVOICE, DEMO_LOGO, DEMO_SETTINGS } from '../support/data/demo-shop.ts'
import { reportTable } from '../support/data/report-table.ts'

// Writes every picture of docs/images: the payment page, a mail, the inbox, a report and the portal, as a real service shows
// them. Run it with `npm run images:docs [page report portal]` after a change of what people see, and look at what it wrote.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images')
const PROGRAM = join(ROOT, 'src/main/quittance.ts')
const READY_MS_MAX = 120_000
const REPORT_MS_MAX = 60_000
const SCHEMES = ['light', 'dark'] as const
const DESK = { viewport: { width: 1280, height: 1000 }, deviceScaleFactor: 1 }
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 }
/** Enough for the greys of text in the merchant's color. */
const COLORS = 96

type Owner = 'merchant' | 'partner'
type Invoice = { readonly invoiceInformation: { readonly paymentLink: string } }
type Messages = { readonly messages: readonly { readonly kind: string; readonly html: string }[] }

const { browser, folder, close } = await openPictureBrowser()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const environment = {
  ...env,
  QUITTANCE_DATA_DIR: join(folder, 'data'),
  QUITTANCE_PORT: String(port),
  QUITTANCE_PAGE_RATE_LIMIT: '0',
}

function run(...words: readonly string[]): void {
  execFileSync(process.execPath, [PROGRAM, ...words], { env: environment, stdio: 'ignore' })
}

type Credentials = Readonly<Record<Owner, { readonly bearer: { readonly key: string } }>> & {
  readonly portal: { readonly email: string; readonly password: string }
}

function credentials(): Credentials {
  return JSON.parse(readFileSync(join(folder, 'data/sandbox-credentials.json'), 'utf8')) as Credentials
}

const keyOf = (owner: Owner): string => credentials()[owner].bearer.key
const portalCredentials = () => credentials().portal

async function call(owner: Owner, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${keyOf(owner)}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

async function called<T>(...request: Parameters<typeof call>): Promise<T> {
  const response = await call(...request)
  if (!response.ok) throw new Error(`${request.slice(1, 3).join(' ')}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Draws one page in both color schemes, as `docs/images/<name>-<scheme>.png`. */
async function draw(
  name: string,
  view: typeof DESK,
  open: (page: Page) => Promise<unknown>,
  fullPage = false,
): Promise<void> {
  for (const colorScheme of SCHEMES) await drawOnce(`${name}-${colorScheme}`, { ...view, colorScheme }, open, fullPage)
}

async function drawOnce(
  name: string,
  view: typeof DESK & { readonly colorScheme: (typeof SCHEMES)[number] },
  open: (page: Page) => Promise<unknown>,
  fullPage = false,
): Promise<void> {
  const page = await browser.newPage(view)
  await open(page)
  await writePicture(page, { file: join(IMAGES, `${name}.png`), colors: COLORS, fullPage })
  await page.close()
}

async function logoPng(): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 320, height: 96 } })
  await page.setContent(DEMO_LOGO)
  const png = await page.screenshot()
  await page.close()
  return `data:image/png;base64,${png.toString('base64')}`
}

async function drawInvoice(): Promise<void> {
  const logo = await logoPng()
  run('organizations', 'update', 'sandbox-merchant', ...DEMO_SETTINGS.contact)
  await called('merchant', 'PUT', '/invoicing/v2/invoiceSettings', {
    invoiceSettingsInformation: { ...DEMO_SETTINGS.settings, merchantLogo: logo },
  })
  const made = await called<Invoice>('merchant', 'POST', '/invoicing/v2/invoices', DEMO_INVOICE)
  const link = made.invoiceInformation.paymentLink
  await draw('page-desk', DESK, (page) => page.goto(link))
  await draw('page-phone', PHONE, (page) => page.goto(link))
  const mail = await waitUntil(
    async () => {
      const { messages } = await called<Messages>('merchant', 'GET', '/sandbox/v1/messages')
      return messages.find(({ kind }) => kind === 'invoice')
    },
    { withinMs: REPORT_MS_MAX },
  )
  if (mail === undefined) throw new Error('The invoice was not mailed.')
  await draw('mail', PHONE, (page) => page.setContent(mail.html.replaceAll(/cid:[^"']+/g, logo)))
  await drawOnce('inbox', { ...DESK, colorScheme: 'light' }, openMessage)
}

async function openMessage(page: Page): Promise<void> {
  await page.goto(`${url}/sandbox/inbox`)
  await page.locator('[name=key]').fill(keyOf('merchant'))
  await page.locator('[name=key]').press('Enter')
  await page.locator('main a[href*="/inbox/"]').first().click()
  await page.frameLocator('iframe.mail').getByText('Tanya Lee').first().waitFor()
}

/** The report of the README, over whole days. */
async function drawReport(): Promise<void> {
  run('demo', '--profile', 'shop-year', '--transactions', '10000')
  const daysAgo = (days: number): string => new Date(Date.now() - days * 864e5).toISOString().slice(0, 10)
  const ordered = await call('partner', 'POST', '/reporting/v3/reports', {
    ...{ reportDefinitionName: 'DepositDetailClass', reportName: 'Deposits', timezone: 'GMT' },
    reportFields: ['Request.MerchantID', 'Deposit.Time', 'Deposit.Amount', 'Deposit.Currency', 'Deposit.Status'],
    ...{ reportStartTime: `${daysAgo(8)}T00:00:00Z`, reportEndTime: `${daysAgo(1)}T00:00:00Z` },
  })
  if (!ordered.ok) throw new Error(`The report was refused: ${await ordered.text()}`)
  const path = `/reporting/v3/report-downloads?reportName=Deposits&reportDate=${daysAgo(1)}`
  const csv = await waitUntil(
    async () => {
      const response = await call('partner', 'GET', path)
      return response.ok ? response.text() : undefined
    },
    { withinMs: REPORT_MS_MAX },
  )
  if (csv === undefined) throw new Error('The report is not there.')
  const view = { viewport: { width: 960, height: 400 }, deviceScaleFactor: 1 }
  await draw('report', view, (page) => page.setContent(reportTable('deposits.csv', csv)), true)
}

/** The portal as the merchant's owner sees it some weeks after the beginning. */
async function drawPortal(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const made = await called<{ readonly id: string }>('merchant', 'POST', '/invoicing/v2/invoices', DEMO_INVOICE)
  for (const { body, fate, total } of demoInvoices(today)) {
    const { id } = await called<{ readonly id: string }>('merchant', 'POST', '/invoicing/v2/invoices', body)
    if (fate === 'canceled') await called('merchant', 'POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
    if (fate !== 'paid' && fate !== 'partly paid') continue
    const payment = { amount: fate === 'paid' ? total : total / 2, date: today, method: 'bankTransfer' }
    await called('merchant', 'POST', `/payments/v1/invoices/${id}/external-payments`, payment)
  }
  await called('merchant', 'POST', '/sandbox/v1/demo-data', {})
  const merchant = `${url}/o/sandbox-merchant`
  await drawSignedIn('portal-invoices', { ...DESK, viewport: { width: 1280, height: 860 } }, `${merchant}/invoices`)
  await drawSignedIn('portal-invoice', DESK, `${merchant}/invoices/${made.id}`)
  await drawSignedIn('portal-home-phone', PHONE, merchant)
  await drawSignedIn('portal-home', DESK, merchant)
}

async function drawSignedIn(name: string, view: typeof DESK, address: string): Promise<void> {
  const { email, password } = portalCredentials()
  await draw(name, view, async (page) => {
    await page.goto(`${url}/sign-in?to=${encodeURIComponent(new URL(address).pathname)}`)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.locator('input[type=password]').press('Enter')
    await page.waitForURL(address)
    // Until the page of the sign-in is gone, and what it leads to is there with its frames.
    await page.locator('nav').first().waitFor()
    await loaded(page)
    await page.waitForLoadState('networkidle')
  })
}

async function isReady(): Promise<true | undefined> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.ok ? true : undefined
}

mkdirSync(IMAGES, { recursive: true })
const service: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve'], { env: environment, stdio: 'ignore' })
try {
  if (!(await waitUntil(isReady, { withinMs: READY_MS_MAX }))) throw new Error('The service did not start.')
  const wanted = argv.slice(2)
  const parts = { page: drawInvoice, report: drawReport, portal: drawPortal }
  for (const [part, drawPart] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(part)) await drawPart()
  }
} finally {
  service.kill()
  await new Promise((resolve) => service.once('exit', resolve))
  await close()
}
