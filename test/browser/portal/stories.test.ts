import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { heading } from '../../support/browser/payer-window.ts'
import { loaded } from '../../support/browser/portal/portal-window.ts'
import { pay } from '../../support/browser/states/payer-acts.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { sendRequest } from '../../support/http/send-request.ts'
import { type ServiceProcess, startService } from '../../support/processes/service-process.ts'
import { fileResources } from '../../support/run/file-resources.ts'
import { makeTemporaryFolder } from '../../support/stores/temporary-folder.ts'

// The first minutes of a new user: the service is a process as `npm start` runs it, on an empty data folder.

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 640 }
const EMAIL = 'tanya.lee@example.com'
const REMINDER = /Reminder: .*FIRST-1/

type Credentials = {
  readonly portal: { readonly email: string; readonly password: string }
  readonly merchant: { readonly organizationId: string; readonly bearer: { readonly key: string } }
}

let service: ServiceProcess
let credentials: Credentials
beforeAll(async () => {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  service = await startService(folder)
  fileResources.defer(service.terminate)
  credentials = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8')) as Credentials
})

/** Creates an overdue invoice with the key of the file, as the README does. */
async function anOverdueInvoice(invoiceNumber: string): Promise<void> {
  const { key } = credentials.merchant.bearer
  const terms = { invoiceNumber, dueDate: '2026-01-31', deliveryMode: 'email', sendImmediately: true }
  const { status, text } = await sendRequest(Number(new URL(service.url).port), {
    method: 'POST',
    path: '/invoicing/v2/invoices',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      anInvoiceBody({ customerInformation: { name: 'Tanya Lee', email: EMAIL }, invoiceInformation: terms }),
    ),
  })
  expect([status, text]).toEqual([201, expect.anything()])
}

/** A window of somebody whom the service does not know, and what must not happen in it. */
async function aWindow(from: Browser, options: BrowserContextOptions) {
  const context = await from.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, complaints, close: () => context.close() }
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(credentials.portal.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.portal.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function remind(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send reminder' }).click()
  await page.getByText(`The reminder is on its way to ${EMAIL}.`).waitFor()
}

const STEPS_MAX = 60

/** Presses a key until the element with this name has the focus. */
async function pressTo(page: Page, key: 'Tab' | 'ArrowDown', target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${target}.`)
}

/** Pays as the customer does, with a test card. */
async function payAsCustomer(link: string): Promise<string> {
  const { page, close } = await aWindow(browser(), { viewport: PHONE })
  await page.goto(link)
  await pay(page)
  const paid = await heading(page)
  await close()
  return paid
}

browserTest('the link of the banner leads to the first paid invoice, and keys alone to its refund', async () => {
  const link = /http:\/\/127\.0\.0\.1:\d+\/sign-in\/link\S+/.exec(service.output())?.[0] ?? ''
  const { page, complaints, close } = await aWindow(browser(), { viewport: DESK })

  await page.goto(link)
  await loaded(page)
  await page.getByRole('link', { name: 'Create invoice' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Tanya Lee')
  await page.getByRole('combobox', { name: 'Email' }).fill(EMAIL)
  await page.locator('[name="lines.0.item"]').fill('Two nights')
  await page.locator('[name="lines.0.price"]').fill('250.05')
  await page.getByRole('button', { name: 'Send $250.05 to Tanya Lee' }).click()
  await page.getByText(`The invoice is on its way to ${EMAIL}.`).waitFor()
  const paymentLink = await page.locator('.payment-link a').first().getAttribute('href')
  const paid = await payAsCustomer(paymentLink ?? '')
  await page.reload()
  await page.locator('h1 .badge.paid').waitFor()

  await pressTo(page, 'Tab', page.getByRole('button', { name: 'More actions' }))
  await page.keyboard.press('Enter')
  const refund = page.getByRole('menuitem', { name: 'Refund a payment' })
  await refund.waitFor()
  await pressTo(page, 'ArrowDown', refund)
  await page.keyboard.press('Enter')
  await pressTo(page, 'Tab', page.getByRole('textbox', { name: 'Amount (USD)' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('50.05')
  await pressTo(page, 'Tab', page.getByRole('button', { name: 'Refund $50.05' }))
  await page.keyboard.press('Enter')
  await page.getByText(/^\$50\.05 is refunded|^The refund of \$50\.05/).waitFor()

  expect(paid).toBe('$250.05 paid')
  expect(complaints).toEqual([])
  const used = await aWindow(browser(), { viewport: DESK })
  await used.page.goto(link)
  await used.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(used.page.url()).search).toBe('?reason=link')
  await used.close()
  await close()
})

browserTest('the password of the file leads to an overdue invoice, and its reminder is in the inbox', async () => {
  await anOverdueInvoice('FIRST-1')
  const { page, complaints, close } = await aWindow(browser(), { viewport: DESK })

  await page.goto(`${service.url}/`)
  await signIn(page)
  await page.getByRole('link', { name: /Sandbox merchant/ }).click()
  await page.getByRole('link', { name: /^Overdue/ }).click()
  await page.getByRole('link', { name: /FIRST-1/ }).click()
  await remind(page)
  // The inbox opens for people who have signed in to the portal.
  await page.goto(`${service.url}/sandbox/inbox`)
  await page.getByRole('link', { name: REMINDER }).first().click()
  await page.waitForURL(/\/sandbox\/inbox\/.+/)
  await page.getByText(REMINDER).first().waitFor()

  expect(complaints).toEqual([])
  await close()
})

browserTest('on a phone the password of the file leads to Home, and a finger sends a reminder', async () => {
  await anOverdueInvoice('PHONE-1')
  const look = { viewport: PHONE, hasTouch: true, isMobile: true }
  const { page, complaints, close } = await aWindow(browser(), look)

  await page.goto(`${service.url}/`)
  await signIn(page)
  await page.getByRole('link', { name: /Sandbox merchant/ }).tap()
  await page.getByRole('link', { name: /^Overdue/ }).tap()
  await page.getByRole('link', { name: /PHONE-1/ }).tap()
  const reminder = page.getByRole('button', { name: 'Send reminder' })
  await reminder.waitFor()
  const isAmountSeen = await page.locator('.invoice-summary .amount').isVisible()
  const box = await reminder.boundingBox()
  await reminder.tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Send reminder' }).tap()
  await page.getByText(`The reminder is on its way to ${EMAIL}.`).waitFor()

  expect(isAmountSeen).toBe(true)
  // The next action is on the first screen, and large enough for a finger.
  expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(complaints).toEqual([])
  await close()
})
