import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { sidewaysScrolling } from '../../support/browser/geometry.ts'
import { DESK, editorShop, ITEMIZED, NEW, sendButton } from '../../support/browser/portal/editor-shop.ts'
import { openPortal } from '../../support/browser/portal/portal-window.ts'

const browser = fileBrowser()
const shop = editorShop()

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

browserTest('an invoice with three items is written by keyboard alone, and sent once by two presses', async () => {
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices')
  const before = await shop.invoiceCount()

  await page.keyboard.press('c')
  await page.getByLabel('Name', { exact: true }).waitFor()
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
  await page.waitForFunction('document.activeElement.tagName === "H1"')
  const number = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const invoice = await shop.invoiceOf(number)

  expect(await shop.invoiceCount()).toBe(before + 1)
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
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
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
  await shop.anInvoice('E1')
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
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

  const invoice = await shop.invoiceOf('E1')
  expect(invoice.status).toBe('SENT')
  expect(invoice.invoiceInformation).toMatchObject({ description: 'Two nights', dueDate: '2027-03-01' })
  expect(invoice.customerInformation.merchantCustomerId).toBe('C-9')
  expect(complaints).toEqual([])
  await close()
})

browserTest('the button that sends is in view wherever the form is, on a desk and on a phone', async () => {
  for (const viewport of [DESK, { width: 360, height: 740 }]) {
    const { open, close } = await openPortal(browser(), await shop.aClerk(), { viewport })
    const page = await open(NEW)
    await page.locator('[name="language"]').scrollIntoViewIfNeeded()
    const isCovered = await page.evaluate(`{
      const button = [...document.querySelectorAll('.page-head .actions button')].at(-1)
      const { left, top, width, height } = button.getBoundingClientRect()
      !button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }`)

    expect([viewport.width, isCovered]).toEqual([viewport.width, false])
    await close()
  }
})

browserTest('a draft is discarded by its menu, and a copy of it is a new invoice', async () => {
  await shop.anInvoice('E4')
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E4/edit')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'New invoice' }).waitFor()
  const copied = await page.locator('[name="email"]').inputValue()

  await page.goto(`${shop.url()}/o/shop/invoices/E4/edit`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The invoice is discarded.').waitFor()

  expect(copied).toBe('tanya.lee@example.com')
  expect((await shop.invoiceOf('E4')).status).toBe('CANCELED')
  expect(complaints).toEqual([])
  await close()
})

browserTest('the editor is accessible, and a phone shows one side of it at a time', async () => {
  const { open, close } = await openPortal(browser(), await shop.aClerk(), { viewport: { width: 360, height: 740 } })
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

browserTest('an earlier item is suggested while its name is typed, and fills the row by keyboard', async () => {
  await shop.anInvoice('E5', {}, ITEMIZED)
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
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

browserTest('an invoice whose number is a word of the portal’s paths has its pages', async () => {
  await shop.anInvoice('new')
  const { open, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/new')
  await page.getByRole('heading', { name: 'Invoice new' }).waitFor()

  await page.goto(`${shop.url()}/o/shop/invoices/new/edit`)
  await page.getByRole('heading', { name: 'Edit invoice new' }).waitFor()
  expect(await page.locator('[name="email"]').inputValue()).toBe('tanya.lee@example.com')
  await close()
})

browserTest('a line is moved by its handle, with the mouse and with arrows', async () => {
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
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
