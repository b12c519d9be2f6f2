import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { parseMoney } from '../../../src/kernel/money.ts'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { clippedTexts, sidewaysScrolling, smallTexts } from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { settle } from '../../support/browser/portal/visit-portal.ts'
import { anInvoice, at } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { storeInvoices } from '../../support/data/stored-invoices.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const INVOICES = 230

let app: App
let signedIn: { readonly url: string; readonly cookie: string }
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
  await anOrganization(app, 'partner', { type: 'partner', name: 'Payments & Co' })
  await anOrganization(app, 'shop', { parentId: 'partner', name: 'Café Bar', timeZone: 'Europe/Berlin' })
  await anOrganization(app, 'sister', { parentId: 'partner', name: '居酒屋 たなか' })
  await storeInvoices(app.database, [
    ...Array.from({ length: INVOICES }, (_, index) => storedInvoice(index)),
    { ...storedInvoice(1), organizationId: 'sister', position: 1, paymentToken: 's'.repeat(64) },
  ])
  const person = await aPerson(app, { roles: { partner: 'clerk', shop: 'clerk' } })
  const { cookie } = await aSession(app, person, { baseUrl: 'http://127.0.0.1' })
  signedIn = { url: app.url, cookie }
})

/** A1000, A1001 … with 1.00, 2.00 … in turn in euros and dollars. */
function storedInvoice(index: number) {
  const total = parseMoney(`${index + 1}.00`, index % 2 === 0 ? 'EUR' : 'USD')
  return anInvoice({
    organizationId: 'shop',
    position: index + 1,
    invoiceNumber: `A${1_000 + index}`,
    status: index % 10 === 0 ? 'DRAFT' : 'SENT',
    createdAt: at('2026-03-01T10:00:00Z').add({ minutes: index }),
    balance: total,
    terms: { customer: { name: 'Tanya Lee', email: 'tanya.lee@example.com' }, amounts: { total } },
  })
}

const OLDEST_FIRST = 'sort=createdDate%3Aasc'
const box = (page: Page, number: string) =>
  page.getByRole('checkbox', { name: `Select invoice ${number}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected invoices' })
const tickedOf = (page: Page) =>
  page.locator('tr.selected a.row-link').evaluateAll((links) => links.map(({ textContent }) => textContent))

/** The numbers in the file of the bar. */
async function exported(page: Page): Promise<readonly (string | undefined)[]> {
  const download = page.waitForEvent('download')
  await bar(page).getByRole('link', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('"')[1])
}

browserTest('ticked rows are the same after a reload and in a new window, with their sums and their file', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open(`/o/shop/invoices?${OLDEST_FIRST}`)
  await box(page, 'A1001').click()
  await box(page, 'A1004').click({ modifiers: ['Shift'] })
  await box(page, 'A1002').click()
  await page.waitForURL(/selected=A1001%2CA1003%2CA1004/)
  await bar(page).getByText('3 selected').waitFor()
  await bar(page).getByText('€5.00', { exact: true }).waitFor()
  await page.getByText('1 more currency').last().click()
  await bar(page).getByText('$6.00', { exact: true }).waitFor()

  await page.reload()
  await loaded(page)
  const reloaded = await tickedOf(page)
  const other = await open(page.url().slice(app.url.length))

  expect(reloaded).toEqual(['A1001', 'A1003', 'A1004'])
  expect(await tickedOf(other)).toEqual(reloaded)
  expect(await exported(other)).toEqual(['A1004', 'A1003', 'A1001'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('by keyboard, x ticks the row, with the shift key all since the last one, and Escape clears', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open(`/o/shop/invoices?${OLDEST_FIRST}`)
  await loaded(page)
  await settle(page)

  await page.locator('a.row-link').first().focus()
  await page.keyboard.press('x')
  await page.waitForURL(/selected=A1000$/)
  for (const key of ['ArrowDown', 'j', 'Shift+X']) await page.keyboard.press(key)
  await page.waitForURL(/selected=A1000%2CA1001%2CA1002$/)
  await bar(page).getByText('3 selected').waitFor()
  await page.keyboard.press('x')
  await page.waitForURL(/selected=A1000%2CA1001$/)
  const focused = await page.evaluate('document.activeElement.textContent')
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })

  expect(focused).toBe('A1002')
  expect(page.url()).not.toContain('selected')
  expect(complaints).toEqual([])
  await close()
})

browserTest('“Select all” means all that match, loaded or not, until the filters change', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=open')
  await page.getByRole('checkbox', { name: 'Select all loaded invoices' }).click()
  await bar(page).getByText('100 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Select all 207' }).click()
  await bar(page).getByText('207 selected').waitFor()
  await page.waitForURL(/selected=\*|selected=%2A/)

  await page.reload()
  await loaded(page)
  await bar(page).getByText('207 selected').waitFor()
  const file = await exported(page)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Drafts/ })
    .click()
  await bar(page).waitFor({ state: 'detached' })

  expect(new Set(file).size).toBe(207)
  expect(complaints).toEqual([])
  await close()
})

browserTest('invoices of two merchants with the same number are two, and merchants are named', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/partner/invoices?search=A1001&columns=merchant,language,total')
  await page.getByText('居酒屋 たなか').waitFor()
  const row = page.locator('tr', { hasText: '居酒屋 たなか' })
  await row.getByRole('checkbox').click()
  await page.waitForURL(/selected=sister%3AA1001/)

  expect(await row.innerText()).toContain('English (default)')
  expect(await page.locator('tr.selected').count()).toBe(1)
  expect(await exported(page)).toEqual(['A1001'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a tick draws its own row again, and no other', async () => {
  const { open, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open(`/o/shop/invoices?${OLDEST_FIRST}`)
  await page.locator('a.row-link').first().focus()
  await page.keyboard.press('x')
  await bar(page).waitFor()

  // Rows that are drawn again lose the marks that were written behind React's back; the others keep it.
  await page.evaluate(
    "document.querySelectorAll('tbody tr td.total').forEach((cell) => { cell.firstChild.data = 'kept' })",
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.waitForURL(/A1000%2CA1001$/)

  expect(await page.getByText('kept').count()).toBeGreaterThan(10)
  await close()
})

browserTest('on a phone a mode selects with a tap, the bar fits, and axe finds nothing', async () => {
  const window = await openPortal(browser(), signedIn, { viewport: PHONE, colorScheme: 'dark', language: 'de-DE' })
  const page = await window.open(`/o/shop/invoices?${OLDEST_FIRST}`)
  await page.getByRole('button', { name: 'Auswählen' }).click()
  await page.locator('tbody tr:not(.spacer)').nth(1).click()
  await page.locator('tbody tr:not(.spacer)').nth(2).click()
  await page.waitForURL(/selected=A1001%2CA1002/)
  await page.getByText('2 ausgewählt').waitFor()
  await loaded(page)

  const faults = [...(await sidewaysScrolling(page)), ...(await clippedTexts(page)), ...(await smallTexts(page))]
  expect([...faults, ...(await accessibilityProblems(page))]).toEqual([])
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await page.locator('tr.selected').first().waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
  await window.close()
})
