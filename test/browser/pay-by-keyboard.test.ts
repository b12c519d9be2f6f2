import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { PARTIAL, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { heading, openWindow } from '../support/browser/payer-window.ts'

// Nothing here clicks, fills or focuses an element: payers have the keys of a keyboard alone.

let service: PaymentService
const browser = fileBrowser()
beforeAll(async () => {
  service = await startPaymentService()
  await service.changeSettings({
    email: true,
    phoneNumber: true,
    shipTo: true,
    payerAuthenticationInInvoicing: 'enable',
  })
})

const STEPS_MAX = 60

/** The name and value of the element that has the focus. */
function focused(page: Page): Promise<{ readonly name: string; readonly value: string; readonly isVisible: boolean }> {
  return page.evaluate(`(() => {
    const { activeElement: element } = document
    const { width, height } = element.getBoundingClientRect()
    const name = element.getAttribute('name') ?? element.tagName.toLowerCase()
    return { name, value: element.value ?? '', isVisible: width > 0 && height > 0 }
  })()`)
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    expect(now.isVisible).toBe(true)
    if (now.name === name) return
  }
  throw new Error(`Tab does not lead to ${name}.`)
}

async function typeInto(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(values)) {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }
}

const CARD = { cardNumber: '4000000000000127', cardExpiry: '1230', cardCode: '123', cardName: 'Ada' }

browserTest('from the first key to the receipt: a part, an address, a decline and the bank’s question', async () => {
  const { id, link } = await service.newLink(PARTIAL)
  const { page, complaints, close } = await openWindow(browser(), link, {})

  await tabTo(page, 'amountChoice')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toMatchObject({ name: 'amountChoice', value: 'other' })
  await typeInto(page, { amount: '40', phone: '+1 555 0100', country: 'United States' })
  await typeInto(page, { street: '1 Pier', town: 'Arlington', region: 'VA', postalCode: '22202', ...CARD })
  await page.keyboard.press('Enter')

  await page.locator('.notice').filter({ hasText: 'You have not been charged.' }).waitFor()
  expect(await focused(page)).toMatchObject({ name: 'cardCode', value: '' })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect((await focused(page)).name).toBe('cardNumber')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('4000000000003220')
  await typeInto(page, { cardCode: '123' })
  await tabTo(page, 'button')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor()
  const bank = page.frameLocator('iframe')
  await bank.getByRole('button', { name: 'Confirm payment' }).waitFor()
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    if ((await bank.locator('button[value=passed]:focus').count()) === 1) break
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '$40.00 paid' }).waitFor()
  const { payments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
  expect(payments[0].payer.shipTo).toMatchObject({ city: 'Arlington', state: 'VA', zip: '22202', country: 'US' })
  expect(complaints).toEqual([])
  await close()
})

browserTest('another method is chosen with the arrow keys', async () => {
  await service.changeSettings({ email: false, phoneNumber: false, shipTo: false })
  const { page, close } = await openWindow(browser(), (await service.newLink()).link, {})

  await tabTo(page, 'method')
  for (let step = 0; step < STEPS_MAX && (await focused(page)).value !== 'bankDebit'; step += 1)
    await page.keyboard.press('ArrowDown')
  await typeInto(page, { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' })
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/attempts\//)
  expect(await heading(page)).toBe('$250.05 paid')
  await close()
})

browserTest('a wallet is paid with by its button, which stands before the card', async () => {
  const { page, complaints, close } = await openWindow(browser(), (await service.newLink()).link, {})

  await tabTo(page, 'button')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Apple Pay')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Confirm with Apple Pay' }).waitFor()
  await tabTo(page, 'button')
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/attempts\//)
  expect(await heading(page)).toBe('$250.05 paid')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a test card is found and used without a pointer', async () => {
  const { page, close } = await openWindow(browser(), (await service.newLink()).link, {})

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('.test-cards[open]').waitFor()
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    if ((await page.locator('.fill:focus').count()) === 1) break
  }
  await page.keyboard.press('Enter')
  expect((await focused(page)).name).toBe('button')
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/attempts\//)
  expect(await heading(page)).toBe('$250.05 paid')
  await close()
})
