import { expect } from 'vitest'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { DESK, editorShop, ITEMIZED, NEW, sendButton, sendOnly } from '../../support/browser/portal/editor-shop.ts'
import { openPortal } from '../../support/browser/portal/portal-window.ts'

// Nothing typed is lost, nothing half-typed is sent, and nobody overwrites anybody unseen.

const browser = fileBrowser()
const shop = editorShop()

browserTest('two people change one invoice: nobody overwrites anybody unseen, and both changes can stay', async () => {
  const table = await shop.aCustomField('Table')
  await shop.anInvoice('E2', { sendImmediately: true }, ITEMIZED)
  const { open, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E2/edit')
  await page.getByLabel('What it is for').fill('Mine')
  const theirs = await shop.invoiceOf('E2')
  const { invoiceInformation } = theirs
  // The key of the shop is a program; the dialog names it.
  const body = {
    ...theirs,
    invoiceInformation: { ...invoiceInformation, dueDate: '2027-04-01' },
    merchantDefinedFieldValues: [{ definitionId: Number(table), value: '12' }],
  }
  await shop.send('PUT', '/invoicing/v2/invoices/E2', body)

  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^Changed by the program with the key /).waitFor()
  const differences = await dialog.locator('.fact').allInnerTexts()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const kept = await page.getByLabel('What it is for').inputValue()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).waitFor()
  const unseen = await shop.invoiceOf('E2')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Invoice E2 is changed.').waitFor()

  expect(differences.map((text) => text.split('\n').filter(Boolean))).toEqual([
    ['Due date', 'Saved now', 'Apr 1, 2027', 'Yours', 'Mar 1, 2027'],
    ['Table', 'Saved now', '12', 'Yours', 'empty'],
  ])
  expect(kept).toBe('Mine')
  expect(unseen.invoiceInformation.description).not.toBe('Mine')
  expect((await shop.invoiceOf('E2')).invoiceInformation).toMatchObject({ description: 'Mine', dueDate: '2027-04-01' })
  await close()
})

browserTest('a window that is closed in the middle of typing loses nothing, and sends nothing', async () => {
  const clerk = await shop.aClerk()
  const before = await shop.invoiceCount()
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
  expect(await shop.invoiceCount()).toBe(before)
  expect(complaints).toEqual([])
  await close()
})

browserTest('the request of a closing window stores the draft as it was typed', async () => {
  await shop.anInvoice('E8', {}, ITEMIZED)
  const { open, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E8/edit')
  await page.getByLabel('What it is for').fill('Typed before the lid was closed')

  await page.close({ runBeforeUnload: true })
  await expect
    .poll(async () => (await shop.invoiceOf('E8')).invoiceInformation.description, { timeout: 30_000 })
    .toBe('Typed before the lid was closed')
  await close()
})

browserTest('a warning of the service stands at its field until the text changes', async () => {
  const { orderInformation } = ITEMIZED
  const amountDetails = { ...orderInformation.amountDetails, minimumPartialAmount: '50.00' }
  const more = { orderInformation: { ...orderInformation, amountDetails } }
  await shop.anInvoice('E9', { allowPartialPayments: true }, more)
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E9/edit')
  const minimum = page.getByLabel('Smallest payment (optional)')

  const warning = page.locator('.field', { has: minimum }).locator('.field-warning')
  const said = await warning.innerText()
  await minimum.fill('5.00')
  await warning.waitFor({ state: 'detached' })

  expect(said).toBe('This is more than the total, so only the whole amount can be paid.')
  expect(complaints).toEqual([])
  await close()
})

browserTest('refused fields are marked, and the first of the page has the focus', async () => {
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open(NEW)
  const blank = await sendOnly(page).count()
  await page.getByLabel('Name', { exact: true }).fill('Tanya Lee')
  await page.locator('[name="lines.0.item"]').fill('Widget')
  await page.locator('[name="lines.0.price"]').fill('1.234')
  await sendOnly(page).or(sendButton(page)).click()
  await page.getByText('Please check the marked fields.').waitFor()

  expect(blank).toBe(1)
  expect(await page.evaluate('document.activeElement.name')).toBe('email')
  expect(await page.locator('[name="lines.0.price"]').getAttribute('aria-invalid')).toBe('true')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a published invoice asks before it is left with changes, and a new address gets a new link', async () => {
  await shop.anInvoice('E3', { sendImmediately: true })
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
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

browserTest('a draft is stored when it is left and after a quiet minute, and only if it is complete', async () => {
  await shop.anInvoice('E6', {}, ITEMIZED)
  const { open, complaints, close } = await openPortal(browser(), await shop.aClerk(), { viewport: DESK })
  const page = await open('/o/shop/invoices/E6/edit')
  await page.locator('.back-link').click()
  await page.getByRole('heading', { name: 'Invoices' }).waitFor()
  const untouched = await shop.versionOf('E6')

  await page.goto(`${shop.url()}/o/shop/invoices/E6/edit`)
  await page.getByLabel('What it is for').fill('Left')
  await page.locator('.back-link').click()
  await page.getByText('Draft E6 is saved.').waitFor()
  const left = await shop.invoiceOf('E6')

  await page.clock.install()
  await page.goto(`${shop.url()}/o/shop/invoices/E6/edit`)
  await page.locator('[name="lines.0.price"]').fill('12,')
  await page.getByLabel('What it is for').fill('Not yet')
  await page.clock.fastForward(61_000)
  await page.locator('[name="lines.0.price"]').fill('12')
  await page.clock.fastForward(59_000)
  const early = await shop.invoiceOf('E6')
  await page.clock.fastForward(2_000)
  await page.getByText('Draft E6 is saved.').waitFor()
  const quiet = await shop.invoiceOf('E6')
  await page.getByLabel('What it is for').fill('Sent')
  await page.clock.resume()
  await sendButton(page).click()
  await page.getByText('The invoice is on its way to tanya.lee@example.com.').waitFor()

  expect(untouched).toBe(1)
  expect([left.status, left.invoiceInformation.description]).toEqual(['DRAFT', 'Left'])
  expect(early.invoiceInformation.description).toBe('Left')
  expect(quiet.invoiceInformation.description).toBe('Not yet')
  expect(quiet.orderInformation.lineItems[0].unitPrice).toBe(12)
  expect((await shop.invoiceOf('E6')).invoiceInformation.description).toBe('Sent')
  // The clock of the test is a script, which frames of previews do not allow.
  expect(complaints.filter((text) => !text.includes('frame is sandboxed'))).toEqual([])
  await close()
})
