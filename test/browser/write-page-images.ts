import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { FailureName } from '../../src/payments/page/failure-of-status.ts'
import { failurePage } from '../../src/payments/page/html/failure.ts'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'

// Writes pictures of every state of the payment page to docs/images/pay: on a phone and on a desk, light and dark.
// Run it with `npm run images [state…]` after a change of the page, and look at what it wrote.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images/pay')
const PROGRAM = join(ROOT, 'src/main/quittance.ts')
const MERCHANT = 'sandbox-merchant'
const VIEWS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const
const COLORS = 48
/** Methods that the sandbox takes on a page of its own, for the pictures of a hosted checkout. */
const HOSTED = { QUITTANCE_SANDBOX_HOSTED_METHODS: 'card,paypal' }
/** Everything is chosen on the sandbox's own page. */
const CHOSEN_THERE = { QUITTANCE_SANDBOX_HOSTED_METHODS: 'hosted' }
/** No processor is configured. */
const LIVE = { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' }

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
const { browser, folder, close } = await openPictureBrowser()

/** Draws states of a service that is started for them. */
async function withService(more: Readonly<Record<string, string>>, pictures: readonly State[]): Promise<void> {
  if (pictures.length === 0) return
  const port = await freePort()
  const environment = {
    ...env,
    QUITTANCE_DATA_DIR: join(folder, `data-${port}`),
    QUITTANCE_PORT: String(port),
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: '1',
    QUITTANCE_PAGE_RATE_LIMIT: '0',
    ...more,
  }
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve'], { env: environment, stdio: 'ignore' })
  colors = undefined
  try {
    const service = await serviceWhenReady(port, environment)
    for (const state of pictures) await picture(service, state)
  } finally {
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

async function serviceWhenReady(port: number, environment: typeof env): Promise<Service> {
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(200)
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, [PROGRAM, ...words], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
  const key = environment['QUITTANCE_MODE'] === 'live' ? newMerchantKey(run) : sandboxKey(environment)
  return {
    url,
    call: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Invoice
    },
    command: (...words) => void run(...words),
  }
}

function sandboxKey(environment: typeof env): string {
  const file = join(environment['QUITTANCE_DATA_DIR'] ?? '', 'sandbox-credentials.json')
  const { merchant } = JSON.parse(readFileSync(file, 'utf8')) as { merchant: { bearer: { key: string } } }
  return merchant.bearer.key
}

function newMerchantKey(run: (...words: readonly string[]) => string): string {
  const contact = ['--contact-email', 'hello@cafe.example', '--contact-phone', '+1 555 0100']
  const made = run('organizations', 'create', MERCHANT, '--name', 'Café Bar', ...contact, '--json')
  return (JSON.parse(made) as { bearer: { key: string } }).bearer.key
}

async function picture(service: Service, { name, prepare, act }: State): Promise<void> {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      await page.goto(await prepare(service))
      await act?.(page)
      await checkFonts(page)
      await writePicture(page, { file: join(IMAGES, `${name}-${view}-${colorScheme}.png`), colors: COLORS })
      await context.close()
    }
  }
}

/** A heading in a font without semibold, or of another script, would not show the real look of the page. */
async function checkFonts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const selector = (await page.locator('.amount').count()) > 0 ? '.amount' : 'h1'
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  const names = fonts.map(({ postScriptName }) => postScriptName)
  if (!names.every((name) => /^NotoSans(-SemiBold|(JP|SC|TC)-Regular)$/.test(name)))
    throw new Error(`${page.url()} is drawn with ${names.join(', ')}.`)
}

/** The pages of a processor with its own checkout. */
function hostedStates(): readonly State[] {
  return [
    { name: 'hosted', prepare: (service) => link(service) },
    { name: 'leaving', prepare: (service) => link(service), act: stopBeforeCheckout },
    { name: 'hosted-checkout', prepare: (service) => link(service), act: toCheckout },
  ]
}

/** The form where the processor's page offers the methods. */
function chosenThereStates(): readonly State[] {
  const german = async (service: Service): Promise<string> => `${await link(service)}&lang=de-DE`
  return [
    { name: 'hosted-choice', prepare: (service) => link(service) },
    { name: 'hosted-choice-german', prepare: german },
    { name: 'hosted-choice-checkout', prepare: german, act: toCheckout },
  ]
}

/** The page before a merchant can take payments. */
function liveStates(): readonly State[] {
  const here = async (service: Service): Promise<string> => {
    const { pathname, search } = new URL(await link(service))
    return service.url + pathname + search
  }
  return [{ name: 'no-method', prepare: here }]
}

/** Every state once, the suspension last, since it stays. */
function states(): readonly State[] {
  return [
    { name: 'form', prepare: (service) => link(service) },
    { name: 'form-address', prepare: (service) => link(service, ADDRESS) },
    { name: 'bank-debit', prepare: (service) => link(service), act: (page) => page.getByLabel('Bank debit').check() },
    { name: 'small-rest', prepare: (service) => link(service, PARTS), act: typeSmallRest },
    { name: 'form-german', prepare: async (service) => `${await link(service, PARTS)}&lang=de-DE` },
    { name: 'form-japanese', prepare: async (service) => `${await link(service)}&lang=ja-JP` },
    { name: 'form-problems', prepare: (service) => link(service), act: (page) => submit(page) },
    { name: 'declined', prepare: (service) => link(service), act: (page) => pay(page, '4000000000009995') },
    { name: 'wallet', prepare: (service) => link(service), act: wallet },
    { name: 'thanks', prepare: (service) => link(service), act: (page) => pay(page) },
    { name: 'thanks-partial', prepare: (service) => link(service, PARTS), act: payPart },
    { name: 'paid', prepare: (service) => link(service), act: payAndReturn },
    { name: 'challenge', prepare: authenticated, act: (page) => pay(page, '4000000000003220') },
    { name: 'under-review', prepare: reviewed, act: (page) => pay(page, '4000000000009235') },
    { name: 'canceled', prepare: canceled },
    { name: 'expired', prepare: (service) => link(service, { invoice: { expirationDate: TODAY } }) },
    { name: 'held', prepare: async (service) => (await unanswered(service)).link },
    { name: 'working', prepare: async (service) => (await unanswered(service)).attempt },
    { name: 'refused', prepare: (service) => link(service), act: sendBroken },
    ...(['tooMany', 'failed', 'unavailable'] as const).map((name) => failureState(name)),
    { name: 'nothing-to-pay', prepare: (service) => link(service, { total: '0.00' }) },
    { name: 'preview', prepare: (service) => preview(service, { sendImmediately: false }) },
    { name: 'preview-published', prepare: (service) => preview(service) },
    { name: 'not-found', prepare: async ({ url }) => `${url}/pay/${'x'.repeat(64)}` },
    { name: 'suspended', prepare: suspended },
  ]
}

const TOTAL = '250.05'
/** A link ends when its expiration date begins. */
const TODAY = new Date().toISOString().slice(0, 10)
/** The sandbox never answers for this card and amount. */
const UNANSWERED = { cardNumber: '4111111111111111', total: '4000.00' }

type PageInput = {
  readonly total?: string
  readonly invoice?: object
  readonly amounts?: object
  readonly processing?: object
}
const PARTS: PageInput = { invoice: { allowPartialPayments: true }, amounts: { minimumPartialAmount: '20.00' } }

const ADDRESS: PageInput = { processing: { requestPhone: true, requestShipping: true } }

/** The page of a service that is too busy or broken. It is drawn directly: the running service is neither. */
function failureState(name: FailureName): State {
  const act = (page: Page): Promise<void> => {
    return page.setContent(failurePage({ name, language: 'en-US', nonce: '', again: '?' }).text)
  }
  return { name: `failure-${name.toLowerCase()}`, prepare: async () => 'about:blank', act }
}

async function newInvoice(
  service: Service,
  { total = TOTAL, invoice = {}, amounts = {}, processing = {} }: PageInput,
): Promise<Invoice> {
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
  const hasLines = total === TOTAL
  return service.call('POST', '/invoicing/v2/invoices', {
    customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com', company: { name: 'Analytical Engines' } },
    invoiceInformation: {
      description: 'Maintenance in the second quarter',
      dueDate: '2027-07-11',
      deliveryMode: 'none',
      sendImmediately: true,
      ...invoice,
    },
    processingInformation: processing,
    orderInformation: {
      amountDetails: { totalAmount: total, currency: 'USD', ...(hasLines ? parts : {}), ...amounts },
      ...(hasLines ? { lineItems: lines } : {}),
    },
  })
}

async function link(service: Service, given: PageInput = {}): Promise<string> {
  return (await newInvoice(service, given)).invoiceInformation.paymentLink
}

async function canceled(service: Service): Promise<string> {
  const { id, invoiceInformation } = await newInvoice(service, {})
  await service.call('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
  return invoiceInformation.paymentLink
}

/** A payment whose outcome is not known yet, and which holds the balance. */
async function unanswered(service: Service): Promise<{ readonly link: string; readonly attempt: string }> {
  const made = await link(service, { total: UNANSWERED.total })
  const key = /name="attempt" value="([^"]+)"/.exec(await (await fetch(made)).text())?.[1] ?? ''
  const card = { cardNumber: UNANSWERED.cardNumber, cardExpiry: '12/30', cardCode: '123', cardName: 'Ada Lovelace' }
  const body = new URLSearchParams({ attempt: key, language: 'en-US', method: 'card', ...card })
  const { headers } = await fetch(made.replace(/\?.*/, ''), { method: 'POST', body, redirect: 'manual' })
  return { link: made, attempt: new URL(headers.get('location') ?? '', made).href }
}

async function preview(service: Service, invoice: object = {}): Promise<string> {
  const { id } = await newInvoice(service, { invoice })
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
  await page.getByLabel('Expiration date').fill('1230')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await submit(page)
}

/** A form that a program has broken. */
async function sendBroken(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.evaluate(`document.querySelector('[name=attempt]').remove(); document.querySelector('form.pay').submit()`),
  ])
  await page.waitForLoadState()
}

async function payPart(page: Page): Promise<void> {
  await page.locator('[name=amount]').fill('40.00')
  await pay(page)
}

/** The script says what would remain before the form is sent. */
async function typeSmallRest(page: Page): Promise<void> {
  await page.locator('[name=amount]').fill('240.00')
  await page.locator('.rest').filter({ hasText: '10.05' }).waitFor()
}

async function payAndReturn(page: Page): Promise<void> {
  const link = page.url()
  await pay(page)
  await page.goto(link)
}

/** Our page that leads to the processor's, as it stays if that cannot be opened. */
async function stopBeforeCheckout(page: Page): Promise<void> {
  await page.route(/sandbox\/checkout/, (route) => route.abort())
  await page.locator('form.pay button[type=submit]').click()
  await page.locator('form[data-send], a[data-go], main .card').first().waitFor()
}

/** Through our page to the processor's. */
async function toCheckout(page: Page): Promise<void> {
  await page.locator('form.pay button[type=submit]').click()
  await page.waitForURL(/sandbox\/checkout/)
}

async function wallet(page: Page): Promise<void> {
  await page.getByLabel('Apple Pay').check()
  await submit(page)
}

try {
  mkdirSync(IMAGES, { recursive: true })
  const wanted = process.argv.slice(2)
  const isWanted = ({ name }: State) => wanted.length === 0 || wanted.includes(name)
  await withService({}, states().filter(isWanted))
  await withService(HOSTED, hostedStates().filter(isWanted))
  await withService(CHOSEN_THERE, chosenThereStates().filter(isWanted))
  await withService(LIVE, liveStates().filter(isWanted))
} finally {
  await close()
}
