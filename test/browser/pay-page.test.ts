import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { PARTIAL, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { DESK, fillAmount, fillCard, heading, openWindow, payButton, pays } from '../support/browser/payer-window.ts'

let service: PaymentService
const browser = fileBrowser()
beforeAll(async () => {
  service = await startPaymentService()
})

const open = (link: string, options: BrowserContextOptions = {}) => openWindow(browser(), link, options)

describe('paying with a card', () => {
  browserTest('a payer pays in full on a phone; reload and the back button charge nothing', async () => {
    const { id, link } = await service.newLink()
    const { page, complaints, close } = await open(link)
    await fillCard(page)
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await page.getByLabel('Expiration date').inputValue()).toBe('12 / 30')
    expect(await payButton(page).innerText()).toBe('Pay $250.05')
    await pays(page)
    expect(await heading(page)).toBe('$250.05 paid')
    await page.reload()
    expect(await heading(page)).toBe('$250.05 paid')
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
    const { link } = await service.newLink()
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
        'document.activeElement?.getAttribute("name") ?? document.activeElement?.getAttribute("type")',
      )
      const text = typed[String(name)]
      if (text !== undefined) await page.keyboard.type(text)
      if (name === 'submit') break
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/attempts\//)
    expect(await heading(page)).toBe('$250.05 paid')
    await close()
  })

  browserTest('a payer pays without script', async () => {
    const { link } = await service.newLink()
    const { page, close } = await open(link, { javaScriptEnabled: false })
    await fillCard(page, '4242 4242 4242 4242')
    await pays(page)
    expect(await heading(page)).toBe('$250.05 paid')
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
    const { id, link } = await service.newLink()
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
    const { page, close } = await open((await service.newLink()).link)
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
    const { id, link } = await service.newLink(PARTIAL)
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
    const { page, close } = await open((await service.newLink(PARTIAL)).link)
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
  browserTest.each([
    ...[
      { wallet: 'Apple Pay', script: true },
      { wallet: 'Google Pay', script: true },
    ],
    ...[
      { wallet: 'Apple Pay', script: false },
      { wallet: 'PayPal', script: true },
    ],
  ])('$wallet is confirmed on its sheet; script: $script', async ({ wallet, script }) => {
    const { link } = await service.newLink()
    const { page, complaints, close } = await open(link, { javaScriptEnabled: script })
    if (script && wallet !== 'PayPal') await page.getByRole('button', { name: wallet }).click()
    else {
      await page.getByLabel(wallet).check()
      await payButton(page).click()
    }
    await page.getByRole('heading', { name: `Confirm with ${wallet}` }).waitFor()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.waitForURL(/\/attempts\//)
    expect(await heading(page)).toBe('$250.05 paid')
    expect(complaints).toEqual([])
    await close()
  })

  browserTest(
    'a payer who leaves the sheet of a wallet finds the card chosen, and Enter in its fields pays by card',
    async () => {
      const { page, close } = await open((await service.newLink()).link)
      await page.getByRole('button', { name: 'Google Pay' }).click()
      await page.getByRole('heading', { name: 'Confirm with Google Pay' }).waitFor()
      await page.goBack()
      await fillCard(page)
      await page.getByLabel('Name on card').press('Enter')
      await page.waitForURL(/\/attempts\//)
      expect(await heading(page)).toBe('$250.05 paid')
      await close()
    },
  )

  browserTest('a wallet whose form lacks something leaves the card chosen, and goes on once it is there', async () => {
    await service.changeSettings({ email: true })
    const { page, close } = await open((await service.newLink()).link)
    await page.locator('#email').fill('')
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await page.locator('.notice').filter({ hasText: 'Enter your email address.' }).waitFor()
    expect(await page.getByLabel('Card', { exact: true }).isChecked()).toBe(true)
    await page.locator('#email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await page.getByRole('heading', { name: 'Confirm with Apple Pay' }).waitFor()
    await service.changeSettings({ email: false })
    await close()
  })

  browserTest('a payer pays by bank debit', async () => {
    const { page, close } = await open((await service.newLink()).link)
    await page.getByLabel('Bank debit').check()
    await page.getByLabel('Account holder').fill('Ada Lovelace')
    await page.getByLabel('Routing number').fill('110000000')
    await page.getByLabel('Account number').fill('000123456789')
    await pays(page)
    expect(await heading(page)).toBe('$250.05 paid')
    await close()
  })
})

describe('while the page is open', () => {
  browserTest('the invoice is canceled: the page says so, and nothing is charged', async () => {
    const { id, link } = await service.newLink()
    const { page, close } = await open(link)
    await fillCard(page)
    await service.call('POST', `/invoicing/v2/invoices/${id}/cancelation`, {})
    await payButton(page).click()
    await page.getByRole('heading', { name: 'This invoice was canceled' }).waitFor()
    await close()
  })

  browserTest('someone else pays a part: the payer sees what is due now before anything is charged', async () => {
    const { id, link } = await service.newLink(PARTIAL)
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

/** The last one: the clock moves on. */
describe('by the sandbox’s clock', () => {
  browserTest('a link ends while its page is open, and a payment has the clock’s date', async () => {
    const expirationDate = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString()
    const ending = await service.newLink({ invoiceInformation: { expirationDate } })
    const late = await open(ending.link)
    await fillCard(late.page)
    const { now } = await service.call('POST', '/sandbox/v1/clock', { advance: 'P10D', drain: true })
    await payButton(late.page).click()
    await late.page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
    expect(await accessibilityProblems(late.page)).toEqual([])
    expect((await service.invoice(ending.id)).status).toBe('CREATED')
    await late.close()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(now))
    const { page, close } = await open((await service.newLink()).link)
    await fillCard(page)
    await pays(page)
    expect(await page.locator('.card > .rows').innerText()).toContain(today)
    await close()
  })
})
