import type { Page } from 'playwright-core'

// Steps of a payer that work in every language: fields are found by their names, not by their labels.

const CARD = { cardNumber: '4242424242424242', cardExpiry: '1230', cardCode: '123', cardName: 'Ada Lovelace' }

export const cardOf = (cardNumber: string) => ({ ...CARD, cardNumber })

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`form [name="${name}"]:visible`).fill(value)
}

/** Chooses without the mouse: a page whose layout is broken is looked at too. */
async function pick(page: Page, selector: string): Promise<void> {
  await page.locator(selector).dispatchEvent('click')
}

export async function choose(page: Page, method: string): Promise<void> {
  await pick(page, `input[name=method][value=${method}]`)
}

const SUBMIT = 'form.pay button[type=submit]'

/** Sends the form and waits for its answer on the same page. */
export async function submitInPlace(page: Page): Promise<void> {
  await pick(page, SUBMIT)
  await page.locator('.notice:visible').first().waitFor()
}

/** Presses the button of a wallet, which leads to its sheet. */
export async function openWallet(page: Page, wallet: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), pick(page, `[data-wallet=${wallet}]`)])
}

/** Sends the form, which leads to another page. */
async function submitAndLeave(page: Page): Promise<void> {
  await pick(page, SUBMIT)
  await page.waitForURL(/\/attempts\//)
}

export async function pay(page: Page, cardNumber = CARD.cardNumber): Promise<void> {
  await fill(page, cardOf(cardNumber))
  await submitAndLeave(page)
}

export async function typeAmount(page: Page, amount: string): Promise<void> {
  await pick(page, 'input[name=amountChoice][value=other]')
  await fill(page, { amount })
}

/** The form has been sent, and no answer comes. */
export async function sendWithoutAnswer(page: Page): Promise<void> {
  await fill(page, CARD)
  await page.evaluate('window.fetch = () => new Promise(() => {})')
  await pick(page, SUBMIT)
  await page.locator(`${SUBMIT}[disabled]`).waitFor()
}

const DEBIT = { accountHolder: 'Ada Lovelace', routingNumber: '110000000', accountNumber: '000123456789' }

/** The browser works before the payment, and does not come to an end. */
export async function sendWithEndlessWork(page: Page): Promise<void> {
  await page.evaluate('crypto.subtle.deriveBits = () => new Promise(() => {})')
  await choose(page, 'bankDebit')
  await fill(page, DEBIT)
  await pick(page, SUBMIT)
  await page.locator('.working:visible').waitFor()
}

/** The form comes back, because the payer has neither worked nor waited. */
export async function sendWithoutWork(page: Page): Promise<void> {
  await choose(page, 'bankDebit')
  await fill(page, DEBIT)
  await Promise.all([page.waitForEvent('load'), page.evaluate(`document.querySelector('form.pay').submit()`)])
  await page.locator(`${SUBMIT}:enabled`).waitFor()
}

/** A form that a program has broken. */
export async function sendBroken(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.evaluate(`document.querySelector('[name=attempt]').remove(); document.querySelector('form.pay').submit()`),
  ])
  await page.waitForLoadState()
}

export async function openAllDetails(page: Page): Promise<void> {
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
}

/** Our page that leads to the processor's, as it stays if that cannot be opened. */
export async function stopBeforeCheckout(page: Page): Promise<void> {
  await page.route(/sandbox\/checkout/, (route) => route.fulfill({ status: 204 }))
  await pick(page, SUBMIT)
  await page.waitForURL(/\/attempts\//)
  await page.locator('main .card').first().waitFor()
}

export async function goToCheckout(page: Page): Promise<void> {
  await pick(page, SUBMIT)
  await page.waitForURL(/sandbox\/checkout/)
}
