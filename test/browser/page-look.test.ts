import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { PARTIAL, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { geometryFaults } from '../support/browser/geometry.ts'
import { loadedSizes, missingGlyphs } from '../support/browser/page-look.ts'
import {
  DESK,
  fillAmount,
  fillCard,
  heading,
  NARROW,
  openWindow,
  PHONE,
  payButton,
  pays,
} from '../support/browser/payer-window.ts'
import { shippedFonts } from '../support/browser/shipped-fonts.ts'

/** The others are in `npm run test:browser`, with all states and widths. */
const SAMPLE = ['de-DE', 'ja-JP']

let service: PaymentService
const browser = fileBrowser(shippedFonts())
beforeAll(async () => {
  service = await startPaymentService()
})

const open = (link: string, options: BrowserContextOptions = {}) => openWindow(browser(), link, options)

describe('the look of the page', () => {
  browserTest('amount, seller and the first field are visible without scrolling on a small phone', async () => {
    const { page, close } = await open((await service.newLink()).link)
    for (const part of [page.locator('.amount'), page.locator('.seller p'), page.getByLabel('Card number')]) {
      const box = await part.boundingBox()
      expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThan(PHONE.height)
    }
    await close()
  })

  browserTest('nothing moves when the script starts: wallets are in their place before it', async () => {
    const { link } = await service.newLink()
    const { page, close } = await open(link)
    const places = () =>
      Promise.all(
        [page.locator('.wallets'), page.locator('#cardNumber'), payButton(page)].map((part) => part.boundingBox()),
      )
    const withScript = await places()
    await page.route('**/pay*.js', (route) => route.abort())
    await page.reload()
    expect(await places()).toEqual(withScript)
    await page.unrouteAll()
    await close()
  })

  browserTest.each(SAMPLE)('%s: a form with hostile data is whole at 320 pixels and on a desktop', async (language) => {
    const { link } = await service.newLink(PARTIAL)
    for (const viewport of [NARROW, DESK]) {
      const { page, complaints, close } = await open(`${link}&lang=${language}`, { viewport })
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await geometryFaults(page, { isTouch: viewport === NARROW })).toEqual([])
      expect(await missingGlyphs(page)).toEqual([])
      expect(complaints).toEqual([])
      await close()
    }
  })

  browserTest('a font that lacks a character is noticed', async () => {
    const { link } = await service.newLink({ invoiceInformation: { description: 'Engine \u0378 parts' } })
    const { page, close } = await open(link)
    expect(await missingGlyphs(page)).toEqual(['\u0378'])
    await close()
  })

  browserTest.each([
    ['plain', {}],
    ['yellow on white', { backgroundColor: '#FFEE00', fontColor: '#FFFFFF' }],
    ['dark on dark', { backgroundColor: '#101010', fontColor: '#202020' }],
    ['a brand', { backgroundColor: '#0B5D3B', fontColor: '#FFE08A' }],
  ])('axe finds nothing with the colors %s, light and dark', async (_, headerStyle) => {
    await service.changeSettings({ headerStyle })
    const { link } = await service.newLink(PARTIAL)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await open(link, { colorScheme })
      await payButton(page).click()
      await page.locator('.problem').first().waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await close()
    }
    await service.changeSettings({ headerStyle: { backgroundColor: '', fontColor: '' } })
  })

  browserTest('axe finds nothing on the pages after the form', async () => {
    const { id, link } = await service.newLink(PARTIAL)
    const { page, close } = await open(link)
    await fillAmount(page, '40')
    await fillCard(page)
    await pays(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Pay the remaining $60.00' }).click()
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await page.getByRole('heading', { name: 'Confirm with Apple Pay' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.waitForURL(/\/attempts\//)
    await page.goto(link)
    expect(await heading(page)).toBe('This invoice is paid')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${service.url}/pay/${'x'.repeat(64)}`)
    expect(await accessibilityProblems(page)).toEqual([])
    expect((await service.invoice(id)).status).toBe('PAID')
    await close()
  })
})

browserTest('the first load takes three requests and less than 100 kB', async () => {
  const { link } = await service.newLink()
  const sizes = await loadedSizes(browser(), link)
  expect(sizes.length).toBeLessThanOrEqual(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
})
