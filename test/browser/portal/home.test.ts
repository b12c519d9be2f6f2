import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { startOutboxLoading } from '../../../src/records/index.ts'
import { startApp } from '../../support/apps/app.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aCard, payAs, paymentDeps } from '../../support/data/payments.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { invoicingClients } from '../../support/http/invoicing-clients.ts'
import { silentLog } from '../../support/processes/queue-node.ts'
import { fileResources } from '../../support/run/file-resources.ts'

// Home of a merchant with open, overdue and paid invoices in two currencies, read by mouse, by keys and as files.

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const TODAY = '2026-03-09'

const app = await startApp({
  hasEngine: true,
  environment: { QUITTANCE_BASE_URL: BASE_URL },
  with: [invoicingClients],
})
const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
fileResources.defer(() => loader.stop())
const deps = paymentDeps(app)

async function invoice(invoiceNumber: string, dueDate: string, totalAmount: string, currency = 'EUR'): Promise<void> {
  const client = app.clientOf(owner)
  const { status } = await client.create(
    anInvoiceBody({
      invoiceInformation: { invoiceNumber, dueDate, sendImmediately: true, deliveryMode: 'none' },
      orderInformation: {
        amountDetails: { totalAmount, currency },
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: totalAmount, totalAmount }],
      },
    }),
  )
  expect(status).toBe(201)
}

let owner: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop', { name: 'Corner Shop', timeZone: 'Europe/Berlin' })
  app.clock.set('2026-03-08T10:00:00Z')
  await invoice('LATE-1', '2026-02-20', '120.50')
  await invoice('LATE-2', '2026-02-25', '79.50')
  await invoice('SOON-1', '2026-04-01', '1000.00')
  await invoice('PAID-1', '2026-04-01', '30.00', 'USD')
  await invoice('TRIED-1', '2026-04-01', '45.00', 'USD')
  await payAs(deps, 'PAID-1', '30.00')
  app.clock.set(`${TODAY}T10:00:00Z`)
  await payAs(deps, 'TRIED-1', '45.00', { source: aCard('4000000000000069') })
})

async function openHome(path = '/o/shop') {
  const person = await aPerson(app, { roles: { shop: 'owner' } })
  const { cookie } = await aSession(app, person, { baseUrl: BASE_URL })
  const window = await openPortal(browser(), { url: app.url, cookie }, { viewport: DESK })
  return { ...window, page: await window.open(path) }
}

/** A file that a menu saves. */
async function saved(
  page: Page,
  title: string,
  item: string,
): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('button', { name: `Save chart: ${title}` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

browserTest('numbers lead to the invoices behind them, which have the same sum', async () => {
  const { page, complaints, close } = await openHome()
  const owed = page.getByRole('region', { name: 'Owed to you' })
  await owed.getByRole('img').waitFor()

  const shown = await owed.innerText()
  await owed.getByRole('link', { name: '€200.00' }).last().click()
  await page.getByRole('link', { name: 'LATE-1' }).or(page.getByText('LATE-1')).first().waitFor()
  await loaded(page)
  await page.locator('.list-sums .money').first().waitFor()
  const listed = await page.locator('.list-sums').innerText()
  const numbers = await page.locator('a.row-link').allInnerTexts()

  expect(shown).toContain('€1,200.00')
  expect(shown).toContain('3 open invoices')
  expect(shown).toContain('1–30 days overdue')
  expect(shown).not.toContain('31–60')
  expect(numbers.toSorted()).toEqual(['LATE-1', 'LATE-2'])
  expect(listed).toContain('€200.00')
  expect(new URL(page.url()).searchParams.get('currency')).toBe('EUR')
  expect(complaints).toEqual([])
  await close()
})

browserTest('payments received lead to the transactions that add up to them', async () => {
  const { page, complaints, close } = await openHome('/o/shop?currency=USD')
  const received = page.getByRole('region', { name: 'Received in the last 30 days' })

  await received.getByRole('link', { name: '$30.00', exact: true }).first().click()
  await page.waitForURL('**/o/shop/transactions?*')
  await page.locator('a.row-link', { hasText: 'PAID-1' }).waitFor()
  const references = await page.locator('a.row-link').allInnerTexts()
  const sums = page.locator('.list-sums', { hasText: '$30.00' })
  await sums.waitFor()

  expect(references).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})

browserTest('the chart is read by keys, shown as a table, and saved', async () => {
  const { page, complaints, close } = await openHome('/o/shop?currency=USD')
  const received = page.getByRole('region', { name: 'Received in the last 30 days' })
  const chart = received.getByRole('slider', { name: 'Payments by day' })

  await chart.focus()
  const today = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  const yesterday = await chart.getAttribute('aria-valuetext')
  const svg = await saved(page, 'Payments by day', 'Picture (SVG)')
  const csv = await saved(page, 'Payments by day', 'Numbers (CSV)')
  await received.getByRole('button', { name: 'Table' }).click()
  const row = await received.getByRole('row', { name: /Mar 8, 2026/ }).innerText()

  expect(await received.innerText()).toContain('$30.00')
  expect(today).toContain('Mar 9: $0.00, 0 payments')
  expect(yesterday).toContain('Mar 8: $30.00, 1 payment')
  expect(row).toContain('$30.00')
  expect([svg.name, csv.name]).toEqual([`shop-received-USD-${TODAY}.svg`, `shop-received-USD-${TODAY}.csv`])
  expect(svg.text).toMatch(/^<svg xmlns=.*Corner Shop.*<\/svg>\n$/s)
  expect(csv.text).toContain('\n"2026-03-08",30.00,0.00,0.00\n')
  expect(csv.text.trimEnd().split('\n')).toHaveLength(61)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a day of the chart leads to its payments: by Enter, by a click and in the table', async () => {
  const { page, complaints, close } = await openHome('/o/shop?currency=USD')
  const received = page.getByRole('region', { name: 'Received in the last 30 days' })
  const chart = received.getByRole('slider', { name: 'Payments by day' })
  const atPayments = async () => {
    await page.waitForURL('**/o/shop/transactions?*')
    await page.locator('.list-sums', { hasText: '$30.00' }).waitFor()
    await page.locator('a.row-link', { hasText: 'PAID-1' }).waitFor()
    const { searchParams } = new URL(page.url())
    await page.goBack()
    await chart.waitFor()
    return Object.fromEntries(searchParams)
  }
  /** The middle of the day before the last. */
  const yesterday = async () => {
    const box = await chart.boundingBox()
    const left = await chart.locator('rect.column').nth(28).boundingBox()
    return { x: (left?.x ?? 0) + (left?.width ?? 0) / 2 - (box?.x ?? 0), y: 100 }
  }

  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const byKey = await atPayments()
  await chart.click({ position: await yesterday() })
  const byClick = await atPayments()
  await received.getByRole('button', { name: 'Table' }).click()
  await received.getByRole('link', { name: 'Mar 8, 2026' }).click()
  await page.waitForURL('**/o/shop/transactions?*')
  const inTable = Object.fromEntries(new URL(page.url()).searchParams)

  expect(byKey).toEqual({
    ...{ type: 'PAYMENT', state: 'COMPLETED', currency: 'USD', movedFrom: '2026-03-08', movedTo: '2026-03-08' },
  })
  expect([byClick, inTable]).toEqual([byKey, byKey])
  expect(complaints).toEqual([])
  await close()
})

browserTest('another currency is another address, and the declined payment leads to its invoice', async () => {
  const { page, complaints, close } = await openHome()
  await page.getByRole('radio', { name: 'USD' }).click()
  await page.waitForURL('**/o/shop?currency=USD')
  await page.reload()
  await loaded(page)

  const owed = await page.getByRole('region', { name: 'Owed to you' }).innerText()
  const needs = page.getByRole('region', { name: 'Declined payments' })
  const text = await needs.innerText()
  await needs.getByRole('link', { name: /^Open invoice: TRIED-1/ }).click()
  await page.waitForURL('**/o/shop/invoices/TRIED-1')

  expect(owed).toContain('$45.00')
  expect(text).toContain('$45.00')
  expect(text).toMatch(/^Declined .* · Card expired$/m)
  expect(complaints).toEqual([])
  await close()
})
