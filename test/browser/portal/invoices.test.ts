import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { parseMoney, zero } from '../../../src/kernel/money.ts'
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
import { FLOATING } from '../../support/browser/portal/portal-acts.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_CUSTOMER, LONG_WORD } from '../../support/data/hostile-words.ts'
import { anInvoice, at } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { storeInvoices } from '../../support/data/stored-invoices.ts'
import { sendAs } from '../../support/http/send-request.ts'
import { eventually } from '../../support/run/eventually.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const INVOICES = 230
const STATUSES = ['SENT', 'PAID', 'CREATED', 'DRAFT', 'CANCELED', 'PARTIAL', 'SENT', 'SENT'] as const
const AMOUNTS = [
  ['2345.67', 'EUR'],
  ['7654321098.76', 'USD'],
  ['765432109876', 'JPY'],
  ['765432109.876', 'KWD'],
  ['1200.00', 'EUR'],
] as const
const CUSTOMERS = [
  { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
  { name: LONG_CUSTOMER.name, companyName: LONG_CUSTOMER.company.name, email: LONG_CUSTOMER.email },
  { name: ARABIC_CUSTOMER.name, email: 'accounts@gulf.example' },
  { name: JAPANESE_CUSTOMER.name, email: 'keiri@tokyo.example' },
  { name: LONG_WORD, email: 'word@example.com' },
  { name: undefined, email: LONG_CUSTOMER.email },
] as const

let app: App
let signedIn: { readonly url: string; readonly cookie: string }
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
  const shop = await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin' })
  const field = { fieldType: 'Text', label: 'Cost center' }
  await sendAs(app.port, shop, { method: 'POST', path: '/invoicing/v2/invoice/merchantDefinedFields', body: field })
  await storeInvoices(
    app.database,
    Array.from({ length: INVOICES }, (_, index) => storedInvoice(index)),
  )
  const person = await aPerson(app, { roles: { shop: 'owner' } })
  const { cookie } = await aSession(app, person, { baseUrl: 'http://127.0.0.1' })
  signedIn = { url: app.url, cookie }
})

function storedInvoice(index: number) {
  const status = STATUSES[index % STATUSES.length] ?? 'SENT'
  const [amount, currency] = AMOUNTS[index % AMOUNTS.length] ?? AMOUNTS[0]
  const total = parseMoney(amount, currency)
  const isSettled = status === 'PAID' || status === 'CANCELED'
  return anInvoice({
    position: index + 1,
    invoiceNumber: index % 7 === 3 ? `RECHNUNG-2026-0${4_000 + index}-NRW` : `A${1_000 + index}`,
    status,
    createdAt: at('2026-03-01T10:00:00Z').add({ minutes: index }),
    balance: isSettled ? zero(currency) : total,
    terms: {
      customer: CUSTOMERS[index % CUSTOMERS.length] ?? CUSTOMERS[0],
      dueOn: Temporal.PlainDate.from('2026-03-04').add({ days: index % 20 }),
      amounts: { total },
      customFieldValues: [{ definitionId: 1, value: index % 2 === 0 ? '4711' : LONG_WORD }],
    },
  })
}

const rowsOf = (page: Page) => page.locator('tbody tr:not(.spacer)')

/** All that a reader sees of a list. */
async function listOf(page: Page) {
  await loaded(page)
  return {
    view: await page.locator('.tabs a[aria-current]').allInnerTexts(),
    chips: await page.locator('.filter-chips .chip').allInnerTexts(),
    search: await page.getByRole('searchbox').inputValue(),
    heads: await page
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => [cell.textContent, cell.ariaSort])),
    result: await page.locator('.list-sums').innerText(),
    rows: await rowsOf(page).allInnerTexts(),
  }
}

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

browserTest('every filter, the sort and the columns are equal after a reload and in a new window', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/shop/invoices')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Open/ }).click()
  await addFilter(page, 'Status')
  await page.getByLabel('Open', { exact: true }).check()
  await apply(page)
  await addFilter(page, 'Issued')
  await page.getByRole('button', { name: 'This year' }).click()
  await addFilter(page, 'Due')
  await page.getByLabel('From').fill('2026-03-01')
  await page.getByLabel('To', { exact: true }).fill('2026-03-31')
  await apply(page)
  await addFilter(page, 'Currency')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await apply(page)
  await addFilter(page, 'Amount')
  await page.getByLabel('At least').fill('1.000')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: '€1,000.00' }).click()
  await page.getByLabel('At most').fill('2.345,67 €')
  await apply(page)
  await addFilter(page, 'Customer')
  await page.getByLabel('Email address').fill('tanya.lee@example.com')
  await apply(page)
  await addFilter(page, 'Language')
  await page.getByRole('button', { name: 'English' }).click()
  await addFilter(page, 'Custom field')
  await page.getByLabel('Value').fill('4711')
  await apply(page)
  await page.getByRole('searchbox').fill('TANYA')
  await page.waitForURL(/search=TANYA/)
  await page.getByRole('button', { name: 'Total' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Balance' }).click()
  await page.keyboard.press('Escape')
  await page.waitForURL(/columns=/)
  const before = await listOf(page)

  await page.reload()
  const reloaded = await listOf(page)
  const inNewWindow = await listOf(await open(page.url().slice(app.url.length)))

  expect(before.chips).toEqual([
    'Status: Open',
    'Issued: This year',
    'Due: Mar 1, 2026 – Mar 31, 2026',
    'Amount: €1,000.00 – €2,345.67',
    'Currency: EUR',
    'Customer: tanya.lee@example.com',
    'Language: English',
    'Custom field: Cost center = 4711',
  ])
  expect(before.heads.at(-1)).toEqual(['Total', 'descending'])
  expect(before.rows.length).toBeGreaterThan(1)
  expect(reloaded).toEqual(before)
  expect(inNewWindow).toEqual(before)
  expect(complaints).toEqual([])
  await close()
})

browserTest('sums are those of all that is filtered, for each currency, and so is the file', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=paid')
  const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const csv = await (await page.request.get(`${app.url}${href}`)).text()

  expect(await page.locator('.list-sums .result').innerText()).toBe('29 invoices')
  await page.getByText('2 more currencies').click()
  const sums = await page.locator('.list-sums .money').allInnerTexts()
  expect(sums.map((sum) => sum.replace('\u00a0', ' '))).toEqual([
    '€21,274.02',
    '¥4,592,592,659,256',
    'KWD 3,827,160,549.380',
    '$45,925,926,592.56',
  ])
  expect(csv.trim().split('\n').length).toBe(29 + 1)
  expect(csv.split('\n')[0]).toContain('"Number","Customer","Email","Status"')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a long list loads while it is scrolled, and arrow keys and Enter open an invoice', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/shop/invoices?sort=invoiceNumber%3Aasc')

  await page.locator('a.row-link').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const focused = await page.evaluate('document.activeElement.textContent')
  await eventually(async () => {
    await page.keyboard.press('End')
    return (await page.locator(`tr[aria-rowindex="${INVOICES + 1}"]`).count()) === 1
  })

  expect(focused).toBe('A1001')
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(INVOICES + 1))
  expect(await rowsOf(page).count()).toBeLessThan(60)
  await rowsOf(page).last().locator('a.row-link').focus()
  const number = await page.evaluate('document.activeElement.textContent')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/shop/invoices/${number}`)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a saved view opens the saved list, says that it was changed, and can be deleted', async () => {
  const { open, complaints, close } = await openPortal(browser(), signedIn, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=overdue&currency=EUR')
  const saved = await listOf(page)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Late euros')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The view “Late euros” is saved.').waitFor()

  const other = await open('/o/shop/invoices?view=paid')
  await other.getByRole('button', { name: 'Saved views' }).click()
  await other.getByRole('menuitem', { name: 'Late euros' }).click()
  await other.waitForURL(/view=overdue/)
  const opened = await listOf(other)
  await other.getByRole('link', { name: 'Remove filter: Currency: EUR' }).click()
  await other.getByRole('button', { name: 'Late euros Changed' }).click()
  await other.getByRole('menuitem', { name: 'Delete view' }).click()
  await other.getByRole('button', { name: 'Delete view “Late euros”' }).click()
  await other.getByRole('button', { name: 'Saved views' }).waitFor()

  expect(opened).toEqual(saved)
  expect(complaints).toEqual([])
  await close()
})

const PATHS = [
  '/o/shop/',
  '/o/shop/invoices?view=open&currency=USD&createdFrom=2026-01-01',
  `/o/shop/customers/${encodeURIComponent(LONG_CUSTOMER.email)}`,
]

/** The frame of the portal has tests of its own. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const checks = { sidewaysScrolling, clippedTexts, needlesslyCutWords, brokenLabels, smallTexts }
  const found = await Promise.all(Object.values(checks).map((check) => check(page)))
  return found.flat().map((fault) => `${new URL(page.url()).pathname} ${fault}`)
}

browserTest('hostile data fits at 320 px, at 200 % zoom and on a desk', async () => {
  const widths = [320, DESK.width / 2, DESK.width]
  const faults: string[] = []
  for (const [index, width] of widths.entries()) {
    const language = ['de-DE', 'ja-JP', 'fr-FR'][index] ?? 'en-US'
    const window = await openPortal(browser(), signedIn, { viewport: { width, height: 700 }, language })
    for (const path of PATHS) {
      const page = await window.open(path)
      faults.push(...(await faultsOf(page)).map((fault) => `${width} px: ${fault}`))
      await page.close()
    }
    faults.push(...window.complaints)
    await window.close()
  }

  expect(faults).toEqual([])
})

browserTest('axe finds nothing, in light and dark, on a desk and on a phone, with an open filter too', async () => {
  const looks = [
    { viewport: DESK, colorScheme: 'light', language: 'en-US' },
    { viewport: PHONE, colorScheme: 'dark', language: 'de-DE' },
  ] as const
  const problems: string[] = []
  for (const look of looks) {
    const window = await openPortal(browser(), signedIn, look)
    for (const path of PATHS) {
      const page = await window.open(path)
      problems.push(...(await accessibilityProblems(page)))
      if (path.includes('/invoices')) {
        await page.locator('.add-filter button').click()
        await page.getByRole('dialog').waitFor()
        // It may cover a part of the list behind it.
        problems.push(...(await accessibilityProblems(page, { only: FLOATING })))
      }
      await page.close()
    }
    problems.push(...window.complaints)
    await window.close()
  }

  expect(problems).toEqual([])
})
