import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { fillCard, openWindow, payButton } from '../support/browser/payer-window.ts'

let service: PaymentService
const browser = fileBrowser()
beforeAll(async () => {
  service = await startPaymentService()
  await service.changeSettings({ shipTo: true })
})

/** The labels of the address, in the order in which a reader and the keyboard meet them. */
const labels = (page: Page) => page.locator('.address .field:visible label').allInnerTexts()

const PLACES = {
  US: ['Full name', 'Address', 'Apartment, suite, etc. (optional)', 'City', 'State', 'ZIP code'],
  DE: ['Full name', 'Address', 'Apartment, suite, etc. (optional)', 'Postal code', 'City'],
  JP: ['Full name', 'Postal code', 'Prefecture', 'City', 'Address', 'Apartment, suite, etc. (optional)'],
  HK: [
    'Full name',
    'Address',
    'Apartment, suite, etc. (optional)',
    'City',
    'State or region (optional)',
    'Postal code (optional)',
  ],
} as const

describe('an address', () => {
  browserTest('is arranged and named as its country does, and back again', async () => {
    const { page, close } = await openWindow(browser(), (await service.newLink()).link, {})
    for (const country of ['US', 'DE', 'JP', 'HK', 'US'] as const) {
      await page.locator('#country').selectOption(country)
      expect(await labels(page)).toEqual(['Country', ...PLACES[country]])
    }
    await page.locator('#town').fill('Arlington')
    await page.locator('#country').selectOption('JP')
    expect(await page.locator('#town').inputValue()).toBe('Arlington')
    await close()
  })

  browserTest('a region that was typed for another country is not sent', async () => {
    const { id, link } = await service.newLink()
    const { page, close } = await openWindow(browser(), link, {})
    await page.locator('#country').selectOption('US')
    await page.locator('#region').fill('VA')
    await page.locator('#country').selectOption('DE')
    for (const [name, value] of Object.entries({ street: 'Weg 1', postalCode: '10115', town: 'Berlin' }))
      await page.locator(`#${name}`).fill(value)
    await fillCard(page)
    await payButton(page).click()
    await page.waitForURL(/\/attempts\//)
    const { payments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
    expect(payments[0].payer.shipTo).toMatchObject({ address1: 'Weg 1', zip: '10115', city: 'Berlin', country: 'DE' })
    expect(payments[0].payer.shipTo.state).toBeUndefined()
    await close()
  })

  browserTest('without script the form comes back with the fields of the chosen country', async () => {
    const { page, close } = await openWindow(browser(), (await service.newLink()).link, { javaScriptEnabled: false })
    await page.locator('#country').selectOption('JP')
    await fillCard(page)
    await payButton(page).click()
    await page.locator('.notice:visible').waitFor()
    expect(await labels(page)).toEqual(['Country', ...PLACES.JP])
    expect(await page.locator('.address .problem').allInnerTexts()).toEqual([
      'Enter the postal code.',
      'Enter the prefecture.',
      'Enter the city.',
      'Enter the street address.',
    ])
    await close()
  })
})
