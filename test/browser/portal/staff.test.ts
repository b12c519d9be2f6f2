import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../support/apps/app.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { forgetCallers } from '../../support/data/changed-callers.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { aPersonWithPassword, PASSWORD } from '../../support/data/sign-ins.ts'
import { type Keyed, sendAs } from '../../support/http/send-request.ts'

// Stories of people at work: in several merchants, without a mouse, and when their session ends.

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const MERCHANTS = ['north', 'south', 'west'] as const

let app: App
let foreign: Keyed
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
  await anOrganization(app, 'partner', { type: 'partner', name: 'Partner' })
  for (const id of MERCHANTS) {
    const merchant = await anOrganization(app, id, { name: `Shop ${id}`, parentId: 'partner' })
    await addInvoice(merchant, `${id.toUpperCase()}-1`)
  }
  foreign = await anOrganization(app, 'foreign', { name: 'Foreign' })
  await addInvoice(foreign, 'FOREIGN-1')
})

async function addInvoice(owner: Keyed, invoiceNumber: string): Promise<void> {
  const terms = { invoiceNumber, sendImmediately: true, deliveryMode: 'none', dueDate: '2027-03-01' }
  const { status, body } = await sendAs(app.port, owner, {
    method: 'POST',
    path: '/invoicing/v2/invoices',
    body: anInvoiceBody({ invoiceInformation: terms }),
  })
  expect([status, body]).toEqual([201, expect.anything()])
}

async function signedIn(person: Parameters<typeof aSession>[1]) {
  return { url: app.url, cookie: (await aSession(app, person, { baseUrl: BASE_URL })).cookie }
}

const numbersOf = async (page: Page) => {
  await loaded(page)
  return page.locator('a.row-link').allInnerTexts()
}

async function switchTo(page: Page, id: (typeof MERCHANTS)[number]): Promise<void> {
  const name = `Shop ${id}`
  await page.getByRole('button', { name: /Switch organization/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name }).click()
  // The address changes before the page: until then the links are still those of the merchant before.
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.locator('a.row-link').first().waitFor()
}

browserTest('a partner’s staff switch between three merchants in two tabs, which never mix', async () => {
  const staff = await signedIn(await aPerson(app, { roles: { partner: 'clerk' } }))
  const { open, complaints, close } = await openPortal(browser(), staff, { viewport: DESK })
  const one = await open('/o/partner/invoices')
  const all = await numbersOf(one)

  await switchTo(one, 'north')
  const north = await numbersOf(one)
  const two = await open('/o/south/invoices')
  const south = await numbersOf(two)
  await switchTo(two, 'west')
  const west = await numbersOf(two)
  // The first tab loads again what it shows: it is still the same merchant.
  await one.reload()
  const northAgain = await numbersOf(one)
  const foreignPages = ['/o/west/invoices/NORTH-1', '/o/foreign/invoices', '/o/foreign/invoices/FOREIGN-1']
  for (const path of foreignPages) {
    await two.goto(`${app.url}${path}`)
    await two.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }

  expect(all.toSorted()).toEqual(['NORTH-1', 'SOUTH-1', 'WEST-1'])
  expect([north, south, west, northAgain]).toEqual([['NORTH-1'], ['SOUTH-1'], ['WEST-1'], ['NORTH-1']])
  expect(new URL(one.url()).pathname).toBe('/o/north/invoices')
  // Browsers write the 404 of these pages into their console.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  await close()
})

browserTest(
  'a session that ends in a half-filled dialog is renewed over the page, and the payment is recorded',
  async () => {
    const person = await aPersonWithPassword(app, { roles: { north: 'owner' } })
    const { open, close } = await openPortal(browser(), await signedIn(person), { viewport: DESK })
    const page = await open('/o/north/invoices/NORTH-1')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Record a payment' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.34')
    await page.getByLabel('Note').fill('Paid at the counter')
    await app.database.pool.query('update sessions set ended_at = now() where person_id = $1', [person.personId])
    await forgetCallers(app)

    await page.getByRole('button', { name: 'Record $12.34' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    const kept = [
      await page.getByRole('textbox', { name: 'Amount', includeHidden: true }).inputValue(),
      await page.getByLabel('Note').inputValue(),
    ]
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('The payment of $12.34 is recorded.').waitFor()
    await page.getByText('Payment received elsewhere · $12.34').waitFor()

    expect(kept).toEqual(['12.34', 'Paid at the counter'])
    await close()
  },
)

browserTest('keys alone lead from the list to a recorded payment and to a cancellation', async () => {
  await addInvoice(foreign, 'KEYS-2')
  const person = await aPerson(app, { roles: { foreign: 'owner' } })
  const { open, complaints, close } = await openPortal(browser(), await signedIn(person), { viewport: DESK })
  const page = await open('/o/foreign/')
  const keyboard = page.keyboard
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  /** Tab, until the focus is there. */
  const tabTo = async (text: RegExp) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await keyboard.press('Tab')
      if (text.test(await focused())) return
    }
    throw new Error(`The focus never reached ${text}.`)
  }
  const choose = async (name: RegExp) => {
    await tabTo(/^More actions/)
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    for (let steps = 0; steps < 8 && !name.test(await focused()); steps += 1) await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    // A toast is a dialog, too.
    await page.locator('.dialog').waitFor()
  }

  await keyboard.type('gi')
  await page.locator('a.row-link').first().waitFor()
  await tabTo(/^KEYS-2$/)
  await keyboard.press('ArrowDown')
  expect(await focused()).toBe('FOREIGN-1')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /Invoice FOREIGN-1/ }).waitFor()
  await choose(/^Record a payment/)
  await keyboard.press('Control+a')
  await keyboard.type('10.00')
  await keyboard.press('Enter')
  await page.getByText('The payment of $10.00 is recorded.').waitFor()
  await page.goBack()
  await page.locator('a.row-link').first().waitFor()
  await tabTo(/^KEYS-2$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /Invoice KEYS-2/ }).waitFor()
  await choose(/^Cancel invoice/)
  await tabTo(/^Cancel invoice KEYS-2$/)
  await keyboard.press('Enter')
  await page.getByText('Invoice KEYS-2 is canceled.').waitFor()

  expect(complaints).toEqual([])
  await close()
})
