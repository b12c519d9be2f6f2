import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { sidewaysScrolling } from '../../support/browser/geometry.ts'
import { openPortal } from '../../support/browser/portal/portal-window.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { type Keyed, sendAs } from '../../support/http/send-request.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const BASE_URL = 'http://127.0.0.1'
const NEW = '/o/shop/invoices/-/new'

let app: App
let shop: Keyed
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
  shop = await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin' })
})

async function aClerk(name = 'Ada Lovelace') {
  const person = await aPerson(app, { name, roles: { shop: 'clerk' } })
  return { url: app.url, cookie: (await aSession(app, person, { baseUrl: BASE_URL })).cookie }
}

const invoiceOf = async (number: string) => {
  const { body } = await sendAs(app.port, shop, { method: 'GET', path: `/invoicing/v2/invoices/${number}` })
  return body
}
const invoiceCount = async () => {
  const { rows } = await app.database.pool.query('select count(*)::int as count from invoices')
  return rows[0].count as number
}

/** Creates an invoice; by default a draft. */
async function anInvoice(invoiceNumber: string, information: Readonly<Record<string, unknown>> = {}, more = {}) {
  const body = anInvoiceBody({
    ...more,
    customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@example.com', merchantCustomerId: 'C-9' },
    invoiceInformation: {
      invoiceNumber,
      deliveryMode: 'email',
      sendImmediately: false,
      dueDate: '2027-03-01',
      ...information,
    },
  })
  const { status, body: created } = await sendAs(app.port, shop, {
    method: 'POST',
    path: '/invoicing/v2/invoices',
    body,
  })
  expect([status, created]).toEqual([201, expect.anything()])
}

/** Types into the field that has the focus, then goes to the next one. */
async function typeAll(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await page.keyboard.type(text)
    if (index < texts.length - 1) await page.keyboard.press('Tab')
  }
}

/** As a spreadsheet does it. */
async function pasteInto(page: Page, name: string, cells: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(cells)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('[name="${name}"]').dispatchEvent(paste)
  }`)
}

/** One line, so that the invoice is itemized. */
const ITEMIZED = {
  orderInformation: {
    amountDetails: { totalAmount: '20.00', currency: 'USD' },
    lineItems: [{ productSku: 'CRM-1', productName: 'Crème', quantity: 2, unitPrice: '10', totalAmount: '20.00' }],
  },
}

const sendButton = (page: Page) => page.getByRole('button', { name: /^Send \$/ })

browserTest('an invoice with three items is written by keyboard alone, and sent once by two presses', async () => {
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices')
  const before = await invoiceCount()

  await page.keyboard.press('c')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).focus()
  await typeAll(page, 'Tanya Lee', 'tanya.lee@example.com')
  await page.locator('[name="lines.0.item"]').focus()
  await typeAll(page, 'Widget', '3', '70')
  await page.keyboard.press('Enter')
  await typeAll(page, 'Nut', '2', '10.00')
  await page.keyboard.press('Enter')
  await typeAll(page, 'Work', '1', '0.05')
  await page.keyboard.press('Alt+ArrowUp')
  await page.locator('[name="tax"]').focus()
  await page.keyboard.type('8.7%')
  const button = page.getByRole('button', { name: 'Send $250.06 to Tanya Lee' })
  await button.focus()
  await page.evaluate('document.activeElement.click(); document.activeElement.click()')
  await page.getByText('The invoice is on its way to tanya.lee@example.com.').waitFor()
  await page.locator('.invoice-summary').waitFor()
  const number = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const invoice = await invoiceOf(number)

  expect(await invoiceCount()).toBe(before + 1)
  expect(invoice.status).toBe('SENT')
  expect(invoice.warnings).toBeUndefined()
  expect(invoice.orderInformation.lineItems.map(({ productName }: { productName: string }) => productName)).toEqual([
    ...['Widget', 'Work', 'Nut'],
  ])
  expect(invoice.orderInformation.amountDetails).toMatchObject({ totalAmount: 250.06, taxDetails: { rate: 8.7 } })
  expect(complaints).toEqual([])
  await close()
})

browserTest('cells of a spreadsheet fill lines, and an amount with two meanings is asked about', async () => {
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open(NEW)

  await pasteInto(page, 'lines.0.item', 'Widget\t3\t1.234\nNut "M8"\t2\t10,50\n')
  await page.locator('[name="lines.0.price"]').focus()
  await page.keyboard.press('Tab')
  await page.getByText('Do you mean').waitFor()
  await page.getByRole('button', { name: '$1,234.00' }).click()
  await page.locator('.sums .total').filter({ hasText: '$3,723.00' }).waitFor()
  await sendButton(page).click()
  await page.getByText('Please check the marked fields.').waitFor()

  expect(await page.locator('[name="lines.1.item"]').inputValue()).toBe('Nut "M8"')
  expect(await page.locator('[name="name"]').getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate('document.activeElement.name')).toMatch(/name|email/)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a draft is changed beside its preview, keeps what the editor does not show, and is sent', async () => {
  await anInvoice('E1')
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E1/edit')

  await page.getByLabel('What it is for').fill('Two nights')
  const preview = page.frameLocator('.preview-screen iframe.shown')
  await preview.getByText('Two nights').first().waitFor()
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  await preview.getByText('Tanya Lee').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save draft' }).click()
  await page.getByText('Invoice E1 is changed.').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await sendButton(page).click()
  await page.getByText('The invoice is on its way to tanya.lee@example.com.').waitFor()

  const invoice = await invoiceOf('E1')
  expect(invoice.status).toBe('SENT')
  expect(invoice.invoiceInformation).toMatchObject({ description: 'Two nights', dueDate: '2027-03-01' })
  expect(invoice.customerInformation.merchantCustomerId).toBe('C-9')
  expect(complaints).toEqual([])
  await close()
})

browserTest('two people change one invoice: nobody overwrites anybody unseen, and both changes can stay', async () => {
  await anInvoice('E2', { sendImmediately: true })
  const { open, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E2/edit')
  await page.getByLabel('What it is for').fill('Mine')
  const theirs = await invoiceOf('E2')
  const { invoiceInformation } = theirs
  // The key of the shop is a program; the dialog names it.
  const body = { ...theirs, invoiceInformation: { ...invoiceInformation, dueDate: '2027-04-01' } }
  await sendAs(app.port, shop, { method: 'PUT', path: '/invoicing/v2/invoices/E2', body })

  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Saved now: 2027-04-01').waitFor()
  await dialog.getByText(/^Changed by the program with the key /).waitFor()
  const unseen = await invoiceOf('E2')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Invoice E2 is changed.').waitFor()

  expect(unseen.invoiceInformation.description).not.toBe('Mine')
  expect((await invoiceOf('E2')).invoiceInformation).toMatchObject({ description: 'Mine', dueDate: '2027-04-01' })
  await close()
})

browserTest('a window that is closed in the middle of typing loses nothing, and sends nothing', async () => {
  const clerk = await aClerk()
  const before = await invoiceCount()
  const first = await openPortal(browser(), clerk, { viewport: DESK })
  const typed = await first.open(NEW)
  await typed.getByLabel('Name', { exact: true }).fill('Half a na')
  const kept = typed.waitForResponse((response) => response.url().includes('/portal/v1/edits/'))
  await typed.locator('[name="lines.0.price"]').fill('12,')
  await kept
  await first.close()

  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open(NEW)
  const blank = await page.getByLabel('Name', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Continue where you left off' }).click()

  expect(blank).toBe('')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a na')
  expect(await page.locator('[name="lines.0.price"]').inputValue()).toBe('12,')
  expect(await invoiceCount()).toBe(before)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a draft is discarded by its menu, and a copy of it is a new invoice', async () => {
  await anInvoice('E4')
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E4/edit')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'New invoice' }).waitFor()
  const copied = await page.locator('[name="email"]').inputValue()

  await page.goto(`${app.url}/o/shop/invoices/E4/edit`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The invoice is discarded.').waitFor()

  expect(copied).toBe('tanya.lee@example.com')
  expect((await invoiceOf('E4')).status).toBe('CANCELED')
  expect(complaints).toEqual([])
  await close()
})

browserTest('the editor is accessible, and a phone shows one side of it at a time', async () => {
  const { open, close } = await openPortal(browser(), await aClerk(), { viewport: { width: 360, height: 740 } })
  const page = await open(NEW)
  const written = await accessibilityProblems(page)
  const sideways = await sidewaysScrolling(page)
  await page.locator('.editor-switch label').last().click()
  await page.frameLocator('.preview-screen iframe.shown').locator('h1').first().waitFor()

  expect(written).toEqual([])
  expect(sideways).toEqual([])
  expect(await page.locator('.editor-form').isVisible()).toBe(false)
  await close()
})

browserTest('a published invoice asks before it is left with changes, and a new address gets a new link', async () => {
  await anInvoice('E3', { sendImmediately: true })
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E3/edit')
  await page.locator('[name="email"]').fill('new@example.com')
  await page.locator('.back-link').click()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Keep writing' }).click()

  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The payment link has changed').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The invoice is on its way to new@example.com.').waitFor()

  expect(complaints).toEqual([])
  await close()
})

browserTest('an earlier item is suggested while its name is typed, and fills the row by keyboard', async () => {
  await anInvoice('E5', {}, ITEMIZED)
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open(NEW)

  await page.locator('[name="lines.0.item"]').focus()
  await page.keyboard.type('cre')
  await page.locator('.suggestions [role=option]').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.suggestions [role=option]').first().waitFor({ state: 'detached' })
  const afterEscape = await page.locator('[name="lines.0.item"]').inputValue()
  await page.keyboard.type('m')
  await page.locator('.suggestions [role=option]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  expect(afterEscape).toBe('cre')
  await page.waitForFunction('document.activeElement.name === "lines.0.quantity"')
  expect(await page.locator('[name="lines.0.item"]').inputValue()).toBe('Crème')
  expect(await page.locator('[name="lines.0.price"]').inputValue()).toBe('10.00')
  expect(await page.locator('[name="lines.1.item"]').count()).toBe(0)
  await page.getByLabel('Show SKUs').check()
  expect(await page.locator('[name="lines.0.sku"]').inputValue()).toBe('CRM-1')
  expect(complaints).toEqual([])
  await close()
})

const versionOf = async (number: string) => {
  const { rows } = await app.database.pool.query('select version from invoices where invoice_number = $1', [number])
  return rows[0].version as number
}

browserTest('a draft is stored when it is left and after a quiet minute, and only if it is complete', async () => {
  await anInvoice('E6', {}, ITEMIZED)
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E6/edit')
  await page.locator('.back-link').click()
  await page.getByRole('heading', { name: 'Invoices' }).waitFor()
  const untouched = await versionOf('E6')

  await page.goto(`${app.url}/o/shop/invoices/E6/edit`)
  await page.getByLabel('What it is for').fill('Left')
  await page.locator('.back-link').click()
  await page.getByText('Draft E6 is saved.').waitFor()
  const left = await invoiceOf('E6')

  await page.clock.install()
  await page.goto(`${app.url}/o/shop/invoices/E6/edit`)
  await page.locator('[name="lines.0.price"]').fill('12,')
  await page.getByLabel('What it is for').fill('Not yet')
  await page.clock.fastForward(61_000)
  await page.locator('[name="lines.0.price"]').fill('12')
  await page.clock.fastForward(59_000)
  const early = await invoiceOf('E6')
  await page.clock.fastForward(2_000)
  await page.getByText('Draft E6 is saved.').waitFor()
  const quiet = await invoiceOf('E6')
  await page.getByLabel('What it is for').fill('Sent')
  await page.clock.resume()
  await sendButton(page).click()
  await page.getByText('The invoice is on its way to tanya.lee@example.com.').waitFor()

  expect(untouched).toBe(1)
  expect([left.status, left.invoiceInformation.description]).toEqual(['DRAFT', 'Left'])
  expect(early.invoiceInformation.description).toBe('Left')
  expect(quiet.invoiceInformation.description).toBe('Not yet')
  expect(quiet.orderInformation.lineItems[0].unitPrice).toBe(12)
  expect((await invoiceOf('E6')).invoiceInformation.description).toBe('Sent')
  // The clock of the test is a script, which frames of previews do not allow.
  expect(complaints.filter((text) => !text.includes('frame is sandboxed'))).toEqual([])
  await close()
})

browserTest('an invoice whose number is a word of the portal’s paths has its pages', async () => {
  await anInvoice('new')
  const { open, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/new')
  await page.getByRole('heading', { name: 'Invoice new' }).waitFor()

  await page.goto(`${app.url}/o/shop/invoices/new/edit`)
  await page.getByRole('heading', { name: 'Edit invoice new' }).waitFor()
  expect(await page.locator('[name="email"]').inputValue()).toBe('tanya.lee@example.com')
  await close()
})

browserTest('a line is moved by its handle, with the mouse and with arrows', async () => {
  const { open, complaints, close } = await openPortal(browser(), await aClerk(), { viewport: DESK })
  const page = await open(NEW)
  await pasteInto(page, 'lines.0.item', 'One\t1\t1\nTwo\t1\t2\nThree\t1\t3\n')
  const items = () => page.evaluate(`[...document.querySelectorAll('[name$=".item"]')].map(({ value }) => value)`)
  const handle = page.getByRole('button', { name: 'Move item 1', exact: true })
  const from = await handle.boundingBox()
  const to = await page.getByRole('button', { name: 'Move item 3', exact: true }).boundingBox()
  if (from === null || to === null) throw new Error('The handles are visible.')

  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + to.height, { steps: 8 })
  await page.mouse.up()
  await page.mouse.move(from.x + 8, from.y + 8)
  const dragged = await items()
  await page.keyboard.press('ArrowUp')
  const pressed = await items()

  expect(dragged).toEqual(['Two', 'Three', 'One'])
  expect(pressed).toEqual(['Two', 'One', 'Three'])
  expect(await page.evaluate('document.activeElement.dataset.line')).toBe('1')
  expect(complaints).toEqual([])
  await close()
})
