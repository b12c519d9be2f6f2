import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { aDetailedInvoice, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { geometryFaults } from '../support/browser/geometry.ts'
import { DESK, fillAmount, fillCard, NARROW, openWindow, payButton, pays } from '../support/browser/payer-window.ts'
import { shippedFonts } from '../support/browser/shipped-fonts.ts'
import { hostileInvoice } from '../support/data/hostile.ts'
import { readPdf } from '../support/pdf/read-pdf.ts'

const TABLET = { width: 768, height: 1024 }

let service: PaymentService
const browser = fileBrowser(shippedFonts())
beforeAll(async () => {
  service = await startPaymentService()
})

async function linkOf(body: object): Promise<string> {
  const { invoiceInformation } = await service.call('POST', '/invoicing/v2/invoices', body)
  return invoiceInformation.paymentLink
}

const PARTIAL = { total: '100.00', invoiceInformation: { allowPartialPayments: true } }

async function widthOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.width ?? 0
}

/** The text of each sheet as the printer of the page gets it. */
async function sheets(page: Page): Promise<readonly string[]> {
  return (await readPdf(await page.pdf({ format: 'A4' }))).pages
}

async function printed(page: Page): Promise<string> {
  return (await sheets(page)).join('\n')
}

describe('the summary beside the form', () => {
  browserTest('with 30 lines shows five, and all of them without script', async () => {
    const link = await linkOf(hostileInvoice())
    const { page, close } = await openWindow(browser(), link, { viewport: DESK, javaScriptEnabled: false })
    const items = page.locator('.summary .item:visible')
    expect(await items.count()).toBe(5)

    await page.getByText('Show all 30 items').click()

    expect(await items.count()).toBe(30)
    expect((await payButton(page).boundingBox())?.height).toBe(48)
    expect(await geometryFaults(page, { isTouch: false })).toEqual([])
    await page.getByText('Show fewer').click()
    expect(await items.count()).toBe(5)
    await close()
  })

  browserTest('sets an amount of twelve digits on one line, on a phone of 320 pixels too', async () => {
    const amountDetails = { totalAmount: '123456789012.34' }
    const link = await linkOf(hostileInvoice({ lines: 0, amountDetails }))
    const { page, close } = await openWindow(browser(), link, { viewport: NARROW })
    const amount = page.locator('.amount')
    const { fontSize, lineHeight } = await amount.evaluate((element: unknown) => {
      const style = (
        globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> }
      ).getComputedStyle(element)
      return {
        fontSize: Number.parseFloat(style['fontSize'] ?? ''),
        lineHeight: Number.parseFloat(style['lineHeight'] ?? ''),
      }
    })

    expect(await amount.innerText()).toBe('$123,456,789,012.34')
    expect((await amount.boundingBox())?.height).toBeCloseTo(lineHeight, 0)
    expect(fontSize).toBeGreaterThanOrEqual(20)
    expect(await geometryFaults(page, { isTouch: true })).toEqual([])
    await close()
  })

  browserTest('is a centered column of at most 560 pixels on a tablet', async () => {
    const link = await linkOf(aDetailedInvoice())
    const { page, close } = await openWindow(browser(), link, { viewport: TABLET })
    const box = await page.locator('form.pay').boundingBox()

    expect(box?.width).toBeLessThanOrEqual(560)
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(TABLET.width / 2)
    await close()
  })

  browserTest('has a footer of two equal columns', async () => {
    await service.changeSettings({ merchantEmail: 'a-rather-long-address.of-the-merchant@example.com' })
    const { page, close } = await openWindow(browser(), await linkOf(hostileInvoice()), { viewport: DESK })

    expect(await widthOf(page, 'footer address')).toBe(await widthOf(page, '.contacts'))
    await close()
  })
})

describe('the language', () => {
  browserTest('changes when another one is chosen', async () => {
    const { page, close } = await openWindow(browser(), await linkOf(aDetailedInvoice()), {})
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0)

    await page.getByLabel('Language').selectOption('日本語')

    await page.waitForURL(/lang=ja-JP/)
    expect(await page.locator('html').getAttribute('lang')).toBe('ja-JP')
    await close()
  })

  browserTest('changes by its button without script', async () => {
    const link = await linkOf(aDetailedInvoice())
    const { page, close } = await openWindow(browser(), link, { javaScriptEnabled: false })

    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('button', { name: 'Change' }).click()

    await page.waitForURL(/lang=de-DE/)
    expect(await page.locator('html').getAttribute('lang')).toBe('de-DE')
    await close()
  })
})

describe('a transaction', () => {
  browserTest('is read in groups, and copied without spaces by hand and by its button', async () => {
    const link = await linkOf(aDetailedInvoice())
    const { page, close } = await openWindow(browser(), link, {})
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillCard(page)
    await pays(page)
    const id = await page.locator('[data-copy]').getAttribute('data-copy')

    await page.locator('.code').click()
    expect(await page.evaluate('getSelection().toString()')).toBe(id)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id)
    expect(await page.locator('.code span').count()).toBe(6)
    await close()
  })
})

describe('paper', () => {
  browserTest('has the whole invoice, the mark of a test on every sheet, and no form', async () => {
    const { page, close } = await openWindow(browser(), await linkOf(hostileInvoice()), { viewport: DESK })

    const pages = await sheets(page)
    const text = pages.join('\n')

    expect(pages.length).toBeGreaterThan(1)
    for (const sheet of pages) expect(sheet).toContain('Test mode: no money moves')
    expect(text.match(/SKU-0000000000\d\d/g)).toHaveLength(30)
    for (const left of ['Card number', 'Pay with', 'Pay $', 'Download', 'Language', 'Show all', 'Test cards']) {
      expect(text).not.toContain(left)
    }
    await close()
  })

  browserTest('has the receipt of a partial payment without its buttons, in dark mode too', async () => {
    const link = await linkOf(aDetailedInvoice(PARTIAL))
    const { page, close } = await openWindow(browser(), link, { colorScheme: 'dark' })
    await fillAmount(page, '40')
    await fillCard(page)
    await pays(page)

    const text = await printed(page)
    await page.emulateMedia({ media: 'print' })
    const colors = await page.evaluate(`['.seller', 'h1', 'body'].map((part) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(part))
      return part === 'body' ? backgroundColor : color
    })`)
    await page.emulateMedia({ media: 'screen' })

    for (const kept of ['Test mode: no money moves', '$40.00 paid', 'Visa •••• 4242', 'SKU-000000000030']) {
      expect(text).toContain(kept)
    }
    for (const left of ['Pay the remaining', 'Download', 'Print', 'Copy', 'Language']) expect(text).not.toContain(left)
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    await close()
  })
})
