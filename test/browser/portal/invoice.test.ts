import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import {
  brokenLabels,
  clippedTexts,
  needlesslyCutWords,
  sidewaysScrolling,
  smallTexts,
} from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { forgetCallers } from '../../support/data/changed-callers.ts'
import { LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../support/data/hostile-words.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { type Keyed, sendAs } from '../../support/http/send-request.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const EMAIL = 'tanya.lee@example.com'

let app: App
let shop: Keyed
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
  shop = await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin' })
})

async function signedInAs(role: 'owner' | 'clerk' | 'viewer', name = 'Ada Lovelace') {
  const person = await aPerson(app, { name, roles: { shop: role } })
  return { url: app.url, cookie: (await aSession(app, person, { baseUrl: BASE_URL })).cookie }
}

/** Creates an invoice and returns the path of its page. */
async function invoicePath(number: string, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const invoiceInformation = {
    invoiceNumber: number,
    sendImmediately: true,
    deliveryMode: 'email',
    dueDate: '2027-03-01',
  }
  const { status, body: created } = await sendAs(app.port, shop, {
    method: 'POST',
    path: '/invoicing/v2/invoices',
    body: anInvoiceBody({ customerInformation: { name: 'Tanya Lee', email: EMAIL }, invoiceInformation, ...body }),
  })
  expect([status, created]).toEqual([201, expect.anything()])
  return `/o/shop/invoices/${encodeURIComponent(number)}`
}

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

browserTest(
  'a reminder, a recorded payment and a cancellation tell what they did, and the timeline has them',
  async () => {
    const { open, complaints, close } = await openPortal(browser(), await signedInAs('owner'), { viewport: DESK })
    const page = await open(await invoicePath('A1'))

    await page.getByRole('button', { name: 'Send reminder' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send reminder' }).click()
    await page.getByText(`The reminder is on its way to ${EMAIL}.`).waitFor()
    await page.getByText(`Reminder to ${EMAIL}`).waitFor()
    await act(page, 'Record a payment')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('1.234')
    await dialog.getByLabel('Note').fill('Counter')
    const question = await dialog.locator('.problem').innerText()
    await dialog.getByLabel('Amount').fill('10,00')
    await dialog.getByLabel('Method').selectOption('Cash')
    await dialog.getByRole('button', { name: 'Record $10.00' }).click()
    await page.getByText('The payment of $10.00 is recorded.').waitFor()
    await page.getByText('Payment received elsewhere · $10.00').waitFor()
    await page.getByText('Partly paid').first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    const cancel = page.getByRole('menuitem', { name: 'Cancel invoice' })

    expect(question).toContain('Do you mean')
    expect(await cancel.getAttribute('aria-disabled')).toBe('true')
    expect(await cancel.innerText()).toContain('A partially paid invoice cannot be canceled.')
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('a clerk reverses one of two payments received elsewhere, with a reason', async () => {
  const path = await invoicePath('R1')
  for (const amount of ['10.00', '5.00']) {
    const body = { amount, date: '2026-03-01', method: 'check' }
    await sendAs(app.port, shop, { method: 'POST', path: '/payments/v1/invoices/R1/external-payments', body })
  }
  const { open, complaints, close } = await openPortal(browser(), await signedInAs('clerk'), { viewport: DESK })
  const page = await open(path)
  const { body: before } = await sendAs(app.port, shop, { method: 'GET', path: '/invoicing/v2/invoices/R1' })

  await act(page, 'Reverse a payment')
  const dialog = page.getByRole('dialog')
  const check = await dialog.locator('option', { hasText: '$5.00' }).getAttribute('value')
  await dialog.getByLabel('Payment').selectOption(check)
  await dialog.getByText('$5.00 is owed on the invoice again.').waitFor()
  await dialog.getByRole('button', { name: 'Reverse $5.00' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('The check bounced')
  await dialog.getByRole('button', { name: 'Reverse $5.00' }).click()
  await page.getByText('$5.00 is owed again.').waitFor()
  await page.getByText('Reversed · Check').waitFor()
  const { body: after } = await sendAs(app.port, shop, { method: 'GET', path: '/invoicing/v2/invoices/R1' })
  await act(page, 'Reverse a payment')
  await dialog.getByRole('button', { name: 'Reverse $10.00' }).waitFor()

  const balanceOf = (invoice: typeof after) => invoice.orderInformation.amountDetails.balanceAmount
  expect(balanceOf(after) - balanceOf(before)).toBe(5)
  expect(await dialog.getByLabel('Payment').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a draft is sent and shown as the payer sees it, and it is canceled by its name', async () => {
  const { open, complaints, close } = await openPortal(browser(), await signedInAs('owner'), { viewport: DESK })
  const draft = { invoiceInformation: { invoiceNumber: 'B 2/3', sendImmediately: false, deliveryMode: 'email' } }
  const page = await open(await invoicePath('B 2/3', draft))

  await page.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send invoice' }).click()
  await page.getByText(`The invoice is on its way to ${EMAIL}.`).waitFor()
  const shown = await page.frameLocator('.invoice-document iframe').locator('h1').first().innerText()
  await act(page, 'Cancel invoice')
  await page.getByRole('button', { name: 'Cancel invoice B 2/3' }).click()
  await page.getByText('Invoice B 2/3 is canceled.').waitFor()

  expect(shown).not.toBe('')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a viewer is offered nothing that changes an invoice, and the service refuses it too', async () => {
  const viewer = await signedInAs('viewer')
  const { open, complaints, close } = await openPortal(browser(), viewer, { viewport: DESK })
  const page = await open(await invoicePath('C1'))

  const buttons = await page.getByRole('button').allInnerTexts()
  const navigation = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts()
  const refused = await page.request.post(`${app.url}/invoicing/v2/invoices/C1/cancelation?organizationId=shop`, {
    headers: { origin: app.url, 'sec-fetch-site': 'same-origin' },
    data: {},
  })

  expect(buttons).not.toContain('More actions')
  expect(buttons.filter((text) => /Send|Cancel|Record|Refund/.test(text))).toEqual([])
  expect(navigation).not.toContain('Organization')
  expect(refused.status()).toBe(403)
  expect(complaints).toEqual([])
  await close()
})

browserTest(
  'a session that ends in the middle of something asks to sign in over the page, and nothing typed is lost',
  async () => {
    const owner = await signedInAs('owner')
    const { open, close } = await openPortal(browser(), owner, { viewport: DESK })
    const page = await open(await invoicePath('D1'))
    await act(page, 'Record a payment')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('Paid at the counter')
    await app.database.pool.query('update sessions set ended_at = now()')
    await forgetCallers(app)

    await dialog.getByRole('button', { name: /^Record/ }).click()
    await page.getByText('Your session has ended').waitFor()

    expect(await page.getByLabel('Note').inputValue()).toBe('Paid at the counter')
    await close()
  },
)

const PATHS = ['/o/shop/organization/users', '/profile', '/reset', '/reset/new?token=x', '/invitation', '/sign-in']

/** Texts that are cut, too small or outside of the window. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const checks = { sidewaysScrolling, clippedTexts, needlesslyCutWords, brokenLabels, smallTexts }
  const found = await Promise.all(Object.values(checks).map((check) => check(page)))
  return found.flat().map((fault) => `${new URL(page.url()).pathname} ${fault}`)
}

browserTest('hostile data fits and axe finds nothing, in light on a desk and in dark on a narrow phone', async () => {
  const signedIn = await signedInAs('owner', LONG_WORD)
  const hostile = await invoicePath('RECHNUNG-2026-04711-NRW', {
    customerInformation: { name: LONG_CUSTOMER.name, company: LONG_CUSTOMER.company, email: LONG_CUSTOMER.email },
    invoiceInformation: {
      invoiceNumber: 'RECHNUNG-2026-04711-NRW',
      sendImmediately: true,
      deliveryMode: 'email',
      dueDate: '2026-02-01',
      description: PARAGRAPH,
    },
  })
  const looks = [
    { viewport: DESK, colorScheme: 'light', language: 'en-US' },
    { viewport: { width: 320, height: 740 }, colorScheme: 'dark', language: 'de-DE' },
  ] as const
  const problems: string[] = []
  for (const look of looks) {
    const window = await openPortal(browser(), signedIn, look)
    for (const path of [hostile, ...PATHS]) {
      const page = await window.open(path)
      await loaded(page)
      problems.push(...(await faultsOf(page)), ...(await accessibilityProblems(page)))
      await page.close()
    }
    problems.push(...window.complaints)
    await window.close()
  }

  expect(problems).toEqual([])
})
