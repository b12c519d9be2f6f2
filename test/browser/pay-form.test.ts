import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { PARTIAL, type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { fillCard, heading, NARROW, openWindow, payButton, pays } from '../support/browser/payer-window.ts'

let service: PaymentService
const browser = fileBrowser()
beforeAll(async () => {
  service = await startPaymentService()
})

const open = (link: string, options: BrowserContextOptions = {}) => openWindow(browser(), link, options)
const openNew = async (options: BrowserContextOptions = {}) => open((await service.newLink()).link, options)
const focusedId = (page: Page) => page.evaluate('document.activeElement?.id')

/** The box above the form: its heading, its lines, and what the fields say. */
async function problemsOf(page: Page) {
  await page.locator('.notice:visible').waitFor()
  return {
    heading: await page.locator('.notice h2').innerText(),
    lines: await page.locator('.notice li').allTextContents(),
    links: await page.locator('.notice li a').count(),
    problems: await page.locator('.problem').allInnerTexts(),
  }
}

describe('problems', () => {
  browserTest.each([
    ['Please check these fields:', { cardName: 'Ada' }, 3],
    ['Check the 4 marked fields', {}, 0],
  ])('with and without script the same is said: %s', async (title, values, links) => {
    const answers = []
    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints, close } = await openNew({ javaScriptEnabled })
      for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
      await payButton(page).click()
      answers.push(await problemsOf(page))
      if (javaScriptEnabled) expect(complaints).toEqual([])
      await close()
    }

    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ heading: title, links })
    expect(answers[0]?.lines.slice(0, 2)).toEqual(['Enter your card number.', 'Enter the expiration date.'])
  })

  browserTest('a wrong field with the focus is red within its ring, and is said to be required', async () => {
    const { page, close } = await openNew()
    await payButton(page).click()
    await page.locator('#cardNumber[aria-invalid]').waitFor()

    const look = await page.evaluate(`(() => {
      const { borderColor, outlineColor, outlineOffset } = getComputedStyle(document.activeElement)
      return [borderColor !== outlineColor, outlineOffset]
    })()`)
    expect([await focusedId(page), look]).toEqual(['cardNumber', [true, '2px']])
    for (const name of ['cardNumber', 'cardExpiry', 'cardCode', 'cardName'])
      expect(await page.locator(`#${name}`).getAttribute('aria-required')).toBe('true')
    await close()
  })

  browserTest('a problem stays until its field is changed, not only passed', async () => {
    const { page, close } = await openNew()
    await payButton(page).click()
    await page.locator('#cardName-problem').waitFor()
    await page.locator('#cardName').focus()
    await page.locator('#cardExpiry').focus()
    expect(await page.locator('.problem').count()).toBe(4)
    await page.locator('#cardName').fill('Ada')
    await page.locator('#cardExpiry').focus()
    expect(await page.locator('.problem').count()).toBe(3)
    await close()
  })

  browserTest('a card that has expired is flagged when the field is left', async () => {
    const { page, close } = await openNew()
    const now = Temporal.Now.plainDateISO('UTC')
    const written = (date: Temporal.PlainDate) => `${String(date.month).padStart(2, '0')}${date.year}`

    await page.locator('#cardExpiry').fill(written(now.subtract({ months: 1 })))
    await page.locator('#cardName').focus()
    expect(await page.locator('.problem').allInnerTexts()).toEqual(['This card has expired.'])
    await page.locator('#cardExpiry').fill(written(now))
    await page.locator('#cardName').focus()
    expect(await page.locator('.problem').count()).toBe(0)
    await close()
  })
})

describe('a declined payment', () => {
  browserTest('says that nothing was charged, and leads to the security code with the reason in view', async () => {
    const { page, close } = await openNew()
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await page.locator('.notice:visible').waitFor()

    expect(await page.locator('.notice').innerText()).toMatch(
      /^Payment declined\s+Your bank declined the payment\..+\s+You have not been charged\.$/s,
    )
    expect(await focusedId(page)).toBe('cardCode')
    const notice = await page.locator('.notice').boundingBox()
    expect(notice?.y).toBeGreaterThanOrEqual(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await close()
  })

  browserTest('is not mentioned any more while the next attempt is sent', async () => {
    const { page, close } = await openNew()
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await page.locator('.notice:visible').waitFor()
    await page.evaluate('window.fetch = () => new Promise(() => {})')
    await page.locator('#cardCode').fill('123')
    await payButton(page).click()
    await page.locator('form.pay button[aria-busy]').waitFor()

    expect(await page.locator('.notice:visible').count()).toBe(0)
    await close()
  })
})

describe('while the payment is sent', () => {
  /** Sends the form, whose answer is held back. */
  async function sending(page: Page) {
    const held = Promise.withResolvers<Route>()
    let isHeld = false
    await page.route('**/pay/**', async (route) => {
      if (isHeld || route.request().method() !== 'POST') return route.continue()
      isHeld = true
      held.resolve(route)
    })
    await fillCard(page)
    await payButton(page).click()
    await page.locator('button[aria-busy=true] .spinner').waitFor()
    const request = await held.promise
    return () => request.abort()
  }

  browserTest('nothing can be changed, and a lost answer does not lose the form', async () => {
    const { id, link } = await service.newLink()
    const { page, close } = await open(link)
    const loseAnswer = await sending(page)

    expect(await page.locator('form.pay > fieldset:not([inert])').count()).toBe(0)
    expect(await page.locator('.test-cards[inert], form.language[inert]').count()).toBe(2)
    expect(await payButton(page).isDisabled()).toBe(true)
    expect(await payButton(page).innerText()).toBe('Processing…')
    await loseAnswer()
    await page.waitForURL(/\/attempts\//)
    expect(await heading(page)).toBe('$250.05 paid')
    const { totalPayments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
    expect(totalPayments).toBe(1)
    await close()
  })

  browserTest.each([
    ['reduce', 'none'],
    ['no-preference', 'spin'],
  ] as const)('the spinner respects the payer’s wish for motion: %s', async (reducedMotion, animation) => {
    const { page, close } = await openNew()
    await page.emulateMedia({ reducedMotion })
    const loseAnswer = await sending(page)
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.spinner')).animationName`)).toBe(animation)
    await loseAnswer()
    await page.waitForURL(/\/attempts\//)
    await page.emulateMedia({ reducedMotion: null })
    await close()
  })
})

describe('another amount', () => {
  browserTest('its field opens with its choice, without script too', async () => {
    const { id, link } = await service.newLink(PARTIAL)
    const { page, close } = await open(link, { javaScriptEnabled: false })
    expect(await page.locator('#amount').isVisible()).toBe(false)
    await page.locator('input[value=other]').check()
    await page.locator('#amount').fill('40')
    await fillCard(page)
    await pays(page)
    expect(await heading(page)).toBe('$40.00 paid')
    expect((await service.invoice(id)).status).toBe('PARTIAL')
    await close()
  })

  browserTest('a pointer leads on into the field, arrow keys stay on the choice', async () => {
    const { page, close } = await open((await service.newLink(PARTIAL)).link)
    await page.getByText('Other amount').click()
    expect(await focusedId(page)).toBe('amount')
    await page.locator('input[value=full]').focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('input[value=other]:focus').count()).toBe(1)
    await close()
  })
})

describe('methods', () => {
  browserTest('a bank debit is offered for US dollars and for no other currency', async () => {
    const offered = async (currency: string) => {
      const { link } = await service.newLink({ amountDetails: { currency } })
      const { page, close } = await open(link)
      const methods = await page
        .locator('input[name=method]')
        .evaluateAll((inputs) => inputs.map((one) => one.getAttribute('value')))
      await close()
      return methods
    }
    expect(await offered('USD')).toContain('bankDebit')
    expect(await offered('EUR')).toEqual(['card', 'applePay', 'googlePay', 'paypal'])
  })

  browserTest('the brand of a card has its mark while the number is typed', async () => {
    const { page, close } = await openNew()
    const mark = page.locator('#cardNumber + span .brand')
    expect(await mark.isVisible()).toBe(false)
    for (const [number, brand] of Object.entries({ 4: 'visa', 5555: 'mastercard', 3782: 'amex', 6011: 'discover' })) {
      await page.locator('#cardNumber').fill(number)
      expect(await mark.locator('use').getAttribute('href')).toBe(`#mark-${brand}`)
      expect(await mark.isVisible()).toBe(true)
    }
    expect(await page.locator('.brands .brand').count()).toBe(4)
    await close()
  })

  browserTest.each(['de-DE', 'pt-BR'])('%s: the fields of a pair stand on one line at 320 pixels', async (language) => {
    const { link } = await service.newLink(PARTIAL)
    const { page, close } = await open(`${link}&lang=${language}`, { viewport: NARROW })
    const tops = await Promise.all(
      ['cardExpiry', 'cardCode'].map(async (name) => (await page.locator(`#${name}`).boundingBox())?.y),
    )
    expect(tops[0]).toBe(tops[1])
    await close()
  })
})

describe('test cards', () => {
  browserTest.each([
    ['card', '378282246310005', '3782 822463 10005'],
    ['bankDebit', '000123456789', '000123456789'],
  ])('a number of the list fills the form: %s', async (method, number, shown) => {
    const { page, close } = await openNew()
    await page.locator('#test-cards summary').click()
    const entry = page.locator(`[data-method=${method}][data-number="${number}"] button`)
    expect(await entry.innerText()).toBe(shown)
    await entry.click()
    expect(await page.locator(`input[name=method][value=${method}]`).isChecked()).toBe(true)
    await pays(page)
    expect(await heading(page)).toBe('$250.05 paid')
    await close()
  })

  browserTest('are a list without buttons where there is no script', async () => {
    const { page, close } = await openNew({ javaScriptEnabled: false })
    await page.locator('#test-cards summary').click()
    expect(await page.locator('#test-cards').innerText()).toContain('3782 822463 10005')
    expect(await page.locator('#test-cards button, [data-fills]:visible').count()).toBe(0)
    await close()
  })
})

describe('the bank’s question', () => {
  browserTest.each([true, false])(
    'can be left without the bank, and the invoice is paid then; script: %s',
    async (javaScriptEnabled) => {
      await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
      const { id, link } = await service.newLink()
      const { page, close } = await open(link, { javaScriptEnabled })
      await fillCard(page, '4000000000003220')
      await pays(page)
      expect(await page.locator('h1').count()).toBe(1)
      const frame = await page.locator('iframe').boundingBox()
      expect(frame?.height).toBeGreaterThanOrEqual(500)

      await page.getByRole('button', { name: 'Cancel and go back to the invoice' }).click()
      await payButton(page).waitFor()
      await fillCard(page, '4242424242424242')
      await pays(page)

      expect(await heading(page)).toBe('$250.05 paid')
      expect((await service.invoice(id)).status).toBe('PAID')
      await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
      await close()
    },
  )
})
