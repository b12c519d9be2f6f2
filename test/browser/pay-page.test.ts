import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { aDetailedInvoice, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { clippedTexts, loadedSizes, missingGlyphs, overflow } from '../support/browser/page-look.ts'
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

const LANGUAGES = ['de-DE', 'en-US', 'es-419', 'fr-FR', 'ja-JP', 'pt-BR', 'ru-RU', 'zh-CN', 'zh-TW']

let service: PaymentService
const browser = fileBrowser(shippedFonts())
beforeAll(async () => {
  service = await startPaymentService()
})

async function aLink(given: Parameters<typeof aDetailedInvoice>[0] = {}) {
  const { id, invoiceInformation } = await service.call('POST', '/invoicing/v2/invoices', aDetailedInvoice(given))
  return { id: id as string, link: invoiceInformation.paymentLink as string }
}

const PARTIAL = {
  total: '100.00',
  invoiceInformation: { allowPartialPayments: true },
  amountDetails: { minimumPartialAmount: '20.00' },
}

const open = (link: string, options: BrowserContextOptions = {}) => openWindow(browser(), link, options)

describe('paying with a card', () => {
  browserTest('a payer pays in full on a phone; reload and the back button charge nothing', async () => {
    const { id, link } = await aLink()
    const { page, complaints, close } = await open(link)
    await fillCard(page)
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await page.getByLabel('Expiration date').inputValue()).toBe('12 / 30')
    expect(await payButton(page).innerText()).toBe('Pay $250.05')
    await pays(page)
    expect(await heading(page)).toBe('Thank you')
    await page.reload()
    expect(await heading(page)).toBe('Thank you')
    await page.goBack()
    expect(await heading(page)).toBe('This invoice is paid')
    expect(complaints).toEqual([])
    const { status } = await service.invoice(id)
    expect(status).toBe('PAID')
    const { totalPayments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
    expect(totalPayments).toBe(1)
    await close()
  })

  browserTest('a payer pays with the keyboard alone', async () => {
    const { link } = await aLink()
    const { page, close } = await open(link, { viewport: DESK })
    const typed: Readonly<Record<string, string>> = {
      cardNumber: '4242424242424242',
      cardExpiry: '1230',
      cardCode: '123',
      cardName: 'Ada Lovelace',
    }
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(
        'document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName',
      )
      const text = typed[String(name)]
      if (text !== undefined) await page.keyboard.type(text)
      if (name === 'BUTTON') break
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/attempts\//)
    expect(await heading(page)).toBe('Thank you')
    await close()
  })

  browserTest('a payer pays without script', async () => {
    const { link } = await aLink()
    const { page, close } = await open(link, { javaScriptEnabled: false })
    await fillCard(page, '4242 4242 4242 4242')
    await pays(page)
    expect(await heading(page)).toBe('Thank you')
    await close()
  })

  browserTest.each([
    ['4000000000000002', 'Your bank declined the payment.'],
    ['4000000000009995', 'There are not enough funds available.'],
    ['4000000000000069', 'This card has expired.'],
    ['4000000000000127', 'The security code is not correct.'],
    ['4000000000006975', 'The amount is above this card’s limit.'],
    ['4000000000000119', 'Your bank could not be reached.'],
    ['4000000000000077', 'This card number is not valid.'],
  ])('%s is declined with a reason, and the form stays filled but for the security code', async (number, reason) => {
    const { id, link } = await aLink()
    const { page, close } = await open(link)
    await fillCard(page, number)
    await payButton(page).click()
    await page.locator('.notice').filter({ hasText: reason }).waitFor()
    expect(await page.getByLabel('Name on card').inputValue()).toBe('Ada Lovelace')
    expect(await page.getByLabel('Card number').inputValue()).not.toBe('')
    expect(await page.getByLabel('Security code').inputValue()).toBe('')
    const { status } = await service.invoice(id)
    expect(status).toBe('CREATED')
    await close()
  })

  browserTest('problems appear when a field is left, and all together when the form is sent', async () => {
    const { page, close } = await open((await aLink()).link)
    await page.getByLabel('Card number').fill('4242')
    expect(await page.locator('.problem').count()).toBe(0)
    await page.getByLabel('Name on card').focus()
    expect(await page.locator('.problem').allInnerTexts()).toEqual(['Check the card number.'])
    await payButton(page).click()
    await page.locator('#cardCode-problem').waitFor()
    expect(await page.locator('.problem').count()).toBe(4)
    expect(await page.evaluate('document.activeElement?.id')).toBe('cardNumber')
    await close()
  })
})

describe('paying in parts', () => {
  browserTest('two windows together never pay more than the total', async () => {
    const { id, link } = await aLink(PARTIAL)
    const windows = await Promise.all([open(link), open(link)])
    await Promise.all(
      windows.map(async ({ page }) => {
        await fillAmount(page, '60,00')
        expect(await payButton(page).innerText()).toBe('Pay $60.00')
        await fillCard(page)
        await payButton(page).click()
      }),
    )
    const outcomes = await Promise.all(
      windows.map(({ page }) =>
        Promise.race([
          page.waitForURL(/\/attempts\//).then(() => 'paid'),
          page
            .locator('.notice:visible')
            .waitFor()
            .then(() => 'refused'),
        ]),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['paid', 'refused'])
    const { status, orderInformation } = await service.invoice(id)
    expect([status, orderInformation.amountDetails.balanceAmount]).toEqual(['PARTIAL', 40])
    await Promise.all(windows.map(({ close }) => close()))
  })

  browserTest('the page shows the remaining amount while typing, and warns of a rest that is too small', async () => {
    const { page, close } = await open((await aLink(PARTIAL)).link)
    const amount = page.getByLabel('Amount', { exact: true })
    await fillAmount(page, '30')
    expect(await page.locator('.rest').innerText()).toBe('$70.00 will remain due after this payment.')
    await amount.fill('1.000')
    expect(await payButton(page).innerText()).toBe('Pay')
    await amount.fill('90')
    expect(await page.locator('.rest').innerText()).toContain('$10.00 would remain. That is below the minimum')
    await fillCard(page)
    await payButton(page).click()
    await page.waitForURL(/\/attempts\//)
    await close()
  })
})

describe('other methods', () => {
  browserTest.each([['Apple Pay'], ['Google Pay'], ['PayPal']])('%s is confirmed on its sheet', async (wallet) => {
    const { link } = await aLink()
    const { page, complaints, close } = await open(link)
    await page.getByLabel(wallet).check()
    await payButton(page).click()
    await page.getByRole('heading', { name: `Confirm with ${wallet}` }).waitFor()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.waitForURL(/\/attempts\//)
    expect(await heading(page)).toBe('Thank you')
    expect(complaints).toEqual([])
    await close()
  })

  browserTest('a payer pays by bank debit', async () => {
    const { page, close } = await open((await aLink()).link)
    await page.getByLabel('Bank debit').check()
    await page.getByLabel('Account holder').fill('Ada Lovelace')
    await page.getByLabel('Routing number').fill('110000000')
    await page.getByLabel('Account number').fill('000123456789')
    await pays(page)
    expect(await heading(page)).toBe('Thank you')
    await close()
  })
})

describe('3-D Secure', () => {
  browserTest.each([
    ['passed', 'Confirm payment', 'Thank you'],
    ['failed', 'Cancel', 'Amount due'],
  ])('a challenge in its frame is shown and %s', async (_, answer, title) => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { id, link } = await aLink()
    const { page, complaints, close } = await open(link)
    await fillCard(page, '4000000000003220')
    await pays(page)
    expect(await heading(page)).toBe('Confirm your payment')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.frameLocator('iframe').getByRole('button', { name: answer }).click()
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    const { status } = await service.invoice(id)
    expect(status).toBe(answer === 'Cancel' ? 'CREATED' : 'PAID')
    if (answer === 'Cancel')
      expect(await page.locator('.notice').innerText()).toContain('could not confirm that it was you')
    expect(complaints).toEqual([])
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })

  browserTest('a challenge works without script', async () => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { link } = await aLink()
    const { page, close } = await open(link, { javaScriptEnabled: false })
    await fillCard(page, '4000000000003220')
    await pays(page)
    await page.frameLocator('iframe').getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })

  browserTest.each([
    ['4000000000003097', 'Thank you'],
    ['4000008260003178', 'could not confirm that it was you'],
  ])('%s needs no challenge: authentication is unavailable or fails', async (number, text) => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { page, close } = await open((await aLink()).link)
    await fillCard(page, number)
    await payButton(page).click()
    await page.getByText(text).first().waitFor()
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })
})

describe('a review', () => {
  browserTest.each([
    ['accept', 'This invoice is paid'],
    ['reject', 'Amount due'],
  ])('the page follows a review that the merchant ends with %s', async (decision, title) => {
    await service.manageFraud()
    const { id, link } = await aLink()
    const { page, close } = await open(link)
    await fillCard(page, '4000000000009235')
    await pays(page)
    expect(await heading(page)).toBe('A payment is pending completion')
    await page.goto(link)
    expect(await heading(page)).toBe('A payment is pending completion')
    const { payments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
    await service.call('POST', `/payments/v1/reviews/${payments[0].id}/${decision}`, {})
    await page.reload()
    expect(await heading(page)).toBe(title)
    await close()
  })
})

describe('while the page is open', () => {
  browserTest('the invoice is canceled: the page says so, and nothing is charged', async () => {
    const { id, link } = await aLink()
    const { page, close } = await open(link)
    await fillCard(page)
    await service.call('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
    await payButton(page).click()
    await page.getByRole('heading', { name: 'This invoice was canceled' }).waitFor()
    await close()
  })

  browserTest('someone else pays a part: the payer sees what is due now before anything is charged', async () => {
    const { id, link } = await aLink(PARTIAL)
    const [first, second] = [await open(link), await open(link)]
    await fillCard(second.page)
    await fillAmount(first.page, '40')
    await fillCard(first.page)
    await pays(first.page)
    await payButton(second.page).click()
    await second.page.getByText('The amount due has changed. Check it, then pay.').waitFor()
    expect(await payButton(second.page).innerText()).toBe('Pay $60.00')
    expect((await service.invoice(id)).status).toBe('PARTIAL')
    await Promise.all([first.close(), second.close()])
  })
})

describe('the look of the page', () => {
  browserTest('amount, seller and the first field are visible without scrolling on a small phone', async () => {
    const { page, close } = await open((await aLink()).link)
    for (const part of [page.locator('.amount'), page.locator('.seller p'), page.getByLabel('Card number')]) {
      const box = await part.boundingBox()
      expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThan(PHONE.height)
    }
    await close()
  })

  browserTest.each(LANGUAGES)(
    '%s: nothing is cut off or overflows, at 320 pixels and on a desktop',
    async (language) => {
      const { link } = await aLink(PARTIAL)
      for (const viewport of [NARROW, DESK]) {
        const { page, complaints, close } = await open(`${link}&lang=${language}`, { viewport })
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        expect(await overflow(page)).toBe(0)
        expect(await clippedTexts(page)).toEqual([])
        expect(await missingGlyphs(page)).toEqual([])
        expect(complaints).toEqual([])
        await close()
      }
    },
  )

  browserTest('a font that lacks a character is noticed', async () => {
    const { link } = await aLink({ invoiceInformation: { description: 'Engine \u0378 parts' } })
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
    const { link } = await aLink(PARTIAL)
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
    const { id, link } = await aLink(PARTIAL)
    const { page, close } = await open(link)
    await fillAmount(page, '40')
    await fillCard(page)
    await pays(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Pay the rest' }).click()
    await page.getByLabel('Apple Pay').check()
    await payButton(page).click()
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
  const { link } = await aLink()
  const sizes = await loadedSizes(browser(), link)
  expect(sizes.length).toBeLessThanOrEqual(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
})

/** The last one: the clock moves on. */
describe('by the sandbox’s clock', () => {
  browserTest('a link ends while its page is open, and a payment has the clock’s date', async () => {
    const expirationDate = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString()
    const ending = await aLink({ invoiceInformation: { expirationDate } })
    const late = await open(ending.link)
    await fillCard(late.page)
    const { now } = await service.call('POST', '/sandbox/v1/clock', { advance: 'P10D', drain: true })
    await payButton(late.page).click()
    await late.page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
    expect(await accessibilityProblems(late.page)).toEqual([])
    expect((await service.invoice(ending.id)).status).toBe('CREATED')
    await late.close()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(now))
    const { page, close } = await open((await aLink()).link)
    await fillCard(page)
    await pays(page)
    expect(await page.locator('.rows').innerText()).toContain(today)
    await close()
  })
})
