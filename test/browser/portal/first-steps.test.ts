import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { fillCard, payButton } from '../../support/browser/payer-window.ts'
import { loaded } from '../../support/browser/portal/portal-window.ts'
import { startService, temporaryDataFolder } from '../../support/processes/service-process.ts'

// The first five minutes of somebody new, step by step as docs/first-steps.md has them, on a service as `npm start` starts it.

const browser = fileBrowser()
const MINUTES_MS = 300_000
/** The machine may be slow; a step is over when its result is there. */
const STEP_MS = 60_000
/** A green square of 8 by 8 pixels. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgqrLBihiGlgQAtVYwAe2CMuEAAAAASUVORK5CYII=',
  'base64',
)

browserTest(
  'from the start of the service to a paid invoice, its mail, its webhook and its report',
  { timeout: MINUTES_MS },
  async () => {
    const service = await startService(temporaryDataFolder())
    const link = await waitUntil(() => /http:\S+\/sign-in\/link\?token=\S+/.exec(service.output())?.[0], {
      withinMs: STEP_MS,
    })
    const context = await browser().newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(STEP_MS)
    const page = await context.newPage()
    const steps = page.getByRole('region', { name: 'Your first invoice, from start to report' })
    const ticked = () => steps.locator('ol > li.done').count()
    const home = async () => {
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await steps.waitFor()
    }

    // 1 and 2: sign in by the printed link, name and logo.
    await page.goto(link ?? '')
    await steps.getByText('0 of 4 done').waitFor()
    await steps.getByRole('link', { name: 'Open settings' }).click()
    await page.getByRole('textbox', { name: 'Business name' }).fill('Café Bar')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your settings are saved.').first().waitFor()
    await page.getByRole('link', { name: 'Branding' }).click()
    await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
    await home()
    await expect.poll(ticked, { timeout: STEP_MS }).toBe(1)

    // 3: a webhook at the sandbox's receiver, with the signing key that it needs.
    await steps.getByRole('link', { name: 'Open webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('My program')
    await dialog.getByRole('button', { name: 'Use the receiver of the sandbox' }).click()
    await dialog.getByLabel('invoicing.customer.invoice.send').check()
    await dialog.getByLabel('invoicing.customer.invoice.paid').check()
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByRole('link', { name: 'My program' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    const activate = page.getByRole('menuitem', { name: 'Activate', exact: true })
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    // Its first check may have activated it already.
    if ((await activate.count()) > 0) await activate.click()
    else await page.keyboard.press('Escape')
    await page.getByText('Active', { exact: true }).waitFor()

    // 4 and 5: an invoice, paid with the test card.
    await page.getByRole('link', { name: 'Create invoice' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.locator('[name="email"]').fill('ada@example.com')
    await page.locator('[name="lines.0.item"]').fill('Coffee')
    await page.locator('[name="lines.0.price"]').fill('12.50')
    await page.getByRole('button', { name: /^Send \$12\.50/ }).click()
    await page.locator('.invoice-summary').waitFor()
    const address = page.url()
    const paying = await context.newPage()
    await paying.goto((await page.locator('.payment-link a').first().getAttribute('href')) ?? '')
    await fillCard(paying, '4111111111111111')
    await payButton(paying).click()
    await paying.waitForURL(/\/attempts\//)
    await untilShown(page, address, page.getByText('Paid', { exact: true }).first())

    // 6: the mails.
    await page.getByRole('link', { name: 'Open the inbox' }).click()
    await page.getByText('ada@example.com').first().waitFor()
    await page.getByRole('link', { name: 'Portal' }).click()

    // 7: the notification.
    await page.goto(`${address.replace(/\/invoices\/.*/, '')}/developers/webhooks`)
    await page.getByRole('link', { name: 'My program' }).click()
    await page.locator('.deliveries').waitFor()
    const delivered = page.getByRole('row', { name: /invoicing\.customer\.invoice\.paid.*Delivered/ })
    await untilShown(page, page.url(), delivered)

    // 8: the report of today's payments.
    await home()
    await steps.getByRole('link', { name: 'Open reports' }).click()
    await page.getByRole('link', { name: 'New report' }).click()
    await page.getByLabel('First day').fill(utcDay(-1))
    await page.getByLabel('Last day').fill(utcDay(0))
    await page.getByRole('button', { name: 'Order report' }).click()
    const download = page.waitForEvent('download', { timeout: MINUTES_MS })
    await page.getByRole('link', { name: 'Download' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect.poll(() => steps.count(), { timeout: STEP_MS }).toBe(0)

    expect(text).toContain('12.5')
    await context.close()
  },
)

/** Loads a page again until it shows something that the service does by itself. */
async function untilShown(page: Page, address: string, shown: Locator): Promise<void> {
  const look = async (): Promise<number> => {
    await page.goto(address)
    await loaded(page)
    return shown.count()
  }
  await expect.poll(look, { timeout: STEP_MS, interval: 1_000 }).toBeGreaterThan(0)
}

/** The payment was made on one of these two days of UTC, also if midnight has passed since. */
function utcDay(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
