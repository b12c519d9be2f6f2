import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { findAttemptOfRequest } from '../../src/payments/attempts/attempt-store.ts'
import { lapseCharge } from '../../src/payments/attempts/resolve-attempt.ts'
import { readAnswer } from '../../src/payments/card-testing/read-answer.ts'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { BASE_URL, startApp } from '../support/apps/app.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { fillCard, heading, openWindow, payButton } from '../support/browser/payer-window.ts'
import * as payer from '../support/browser/states/payer-acts.ts'
import { testSecrets } from '../support/data/organizations.ts'
import { aPayableInvoice, paymentDeps } from '../support/data/payments.ts'
import { type Client, invoicingClients } from '../support/http/invoicing-clients.ts'
import { payers } from '../support/http/page-client.ts'

const browser = fileBrowser()

/** Routes without background work: they start quickly. */
async function start(environment: Readonly<Record<string, string>>) {
  const port = await freePort()
  const app = await startApp({
    port,
    environment: { QUITTANCE_BASE_URL: `http://127.0.0.1:${port}`, ...environment },
    with: [invoicingClients, payers],
  })
  return { app, shop: await app.merchant('shop') }
}
type Started = Awaited<ReturnType<typeof start>>

describe('a method with the processor’s own page', () => {
  let app: Started['app']
  let shop: Client
  beforeAll(async () => {
    ;({ app, shop } = await start({ QUITTANCE_SANDBOX_HOSTED_METHODS: 'card' }))
  })

  async function leaveForProcessor() {
    const id = await aPayableInvoice(shop, '100.00')
    const path = await app.payer.pathOf(id)
    const window = await openWindow(browser(), `${app.url}${path}`, {})
    await payButton(window.page).click()
    await window.page.waitForURL(/\/sandbox\/checkout\//)
    return { ...window, id, link: `${app.url}${path}` }
  }
  const statusOf = async (id: string) => (await shop.get(id)).body.status
  const answer = (page: Page, name: string) => page.getByRole('button', { name }).click()

  browserTest('a payer pays on the processor’s page and comes back to a receipt', async () => {
    const { page, complaints, id, close } = await leaveForProcessor()
    expect(await heading(page)).toBe('Test checkout')
    expect(await accessibilityProblems(page)).toEqual([])
    await fillCard(page)
    await answer(page, 'Pay $100.00')
    await page.getByRole('heading', { name: / paid$/ }).waitFor()
    expect([await statusOf(id), complaints]).toEqual(['PAID', []])
    await close()
  })

  browserTest('a payer cancels on the processor’s page and comes back to the form', async () => {
    const { page, complaints, id, close } = await leaveForProcessor()
    await answer(page, 'Cancel')
    await page.locator('.notice').filter({ hasText: 'nothing was charged' }).waitFor()
    expect(await payButton(page).innerText()).toBe('Pay $100.00')
    expect([await statusOf(id), complaints]).toEqual(['SENT', []])
    await close()
  })

  browserTest('the balance is held while the payer is away, for 15 minutes at most', async () => {
    const { page, id, link, close } = await leaveForProcessor()
    await page.goto(link)
    expect(await heading(page)).toBe('A payment is in progress')
    expect(await accessibilityProblems(page)).toEqual([])
    app.clock.set(app.clock.now().add({ minutes: 15 }).toString())
    await endVisits(id)
    await page.reload()
    expect(await heading(page)).toBe('Amount due')
    await close()
  })

  /** Ends visits as the scheduled job does. */
  async function endVisits(invoiceNumber: string) {
    const { rows } = await app.database.pool.query(
      'select request_key from payment_attempts where invoice_number = $1',
      [invoiceNumber],
    )
    for (const { request_key: requestKey } of rows) {
      const place = { organizationId: 'shop', invoiceNumber, kind: 'charge', requestKey } as const
      const attempt = await findAttemptOfRequest(app.database.db, place)
      if (attempt !== undefined) await lapseCharge(paymentDeps(app), attempt)
    }
  }
})

describe('a merchant on whose links somebody tests cards', () => {
  const DEBIT = { accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' }
  let app: Started['app']
  let shop: Client
  beforeAll(async () => {
    ;({ app, shop } = await start({}))
    await app.database.pool.query(`insert into card_testing_episodes (organization_id) values ('shop')`)
  })

  async function openForm(method: string, javaScriptEnabled: boolean) {
    const path = await app.payer.pathOf(await aPayableInvoice(shop, '100.00'))
    const window = await openWindow(browser(), `${app.url}${path}`, { javaScriptEnabled })
    await window.page.locator(`input[name=method][value=${method}]`).check()
    return { ...window, path }
  }

  browserTest('has a payer’s browser work for a moment, which says so and keeps the input', async () => {
    const { page, complaints, close } = await openForm('bankDebit', true)
    await payer.fill(page, DEBIT)
    // Seen by the page itself: the work may take less time than the next question of the test.
    await page.evaluate(`new MutationObserver(() => {
      const working = document.querySelector('.working')
      if (working.hidden) return
      const account = document.querySelector('#accountNumber').value
      const isBusy = document.querySelector('button[aria-busy=true]') !== null
      sessionStorage.setItem('seen', JSON.stringify({ text: working.textContent, account, isBusy }))
    }).observe(document.querySelector('.working'), { attributes: true })`)
    await payButton(page).click()
    await page.getByRole('heading', { name: / paid$/ }).waitFor()
    const seen = JSON.parse((await page.evaluate("sessionStorage.getItem('seen')")) as string)
    expect(seen).toMatchObject({ account: DEBIT.accountNumber, isBusy: true })
    expect(seen.text).toContain('Running a quick security check.')
    expect(complaints).toEqual([])
    await close()
  })

  browserTest.each([
    ['PayPal', payButton],
    ['Apple Pay', (page: Page) => page.getByRole('button', { name: 'Apple Pay' })],
  ])('leads to %s after the work of the browser, without another click', async (_, button) => {
    const { page, close } = await openForm('paypal', true)
    await button(page).click()
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByRole('heading', { name: / paid$/ }).waitFor()
    await close()
  })

  browserTest('lets a payer without script pay after a wait', async () => {
    const { page, path, close } = await openForm('bankDebit', false)
    await payer.fill(page, DEBIT)
    await payButton(page).click()
    await page.locator('.notice').filter({ hasText: 'Please pay again in 20 seconds.' }).waitFor()
    expect(await page.locator('#accountHolder').inputValue()).toBe('Ada')

    await page.evaluate(`document.querySelector('[name=work]').value = ${JSON.stringify(await waitedFor(page, path))}`)
    await payer.fill(page, { routingNumber: DEBIT.routingNumber, accountNumber: DEBIT.accountNumber })
    await payButton(page).click()
    await page.getByRole('heading', { name: / paid$/ }).waitFor()
    await close()
  })

  /** The puzzle of the form as if it had been given 20 seconds earlier: no test waits. */
  async function waitedFor(page: Page, path: string): Promise<string> {
    const attemptKey = await page.locator('[name=attempt]').inputValue()
    const place = { token: path.slice('/pay/'.length), attemptKey, address: '127.0.0.1' }
    const answer = { answer: undefined, at: app.machineClock.now().subtract({ seconds: 20 }) }
    const given = await readAnswer(testSecrets, place, answer)
    return given.isDone ? '' : given.puzzle.puzzle
  }
})

browserTest('live mode without a processor offers no method, and says whom to contact', async () => {
  const { app, shop } = await start({ QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: BASE_URL })
  const contact = { email: 'shop@example.com', phone: '+1 555 0100' }
  await app.database.pool.query('update organizations set contact = $1', [contact])
  const path = await app.payer.pathOf(await aPayableInvoice(shop, '100.00'))
  const { page, complaints, close } = await openWindow(browser(), `${app.url}${path}`, {})
  expect(await heading(page)).toBe('Online payment is not available')
  expect(await page.locator('main').innerText()).toContain('Contact shop to find out how to pay.')
  expect(await page.locator('footer').innerText()).toMatch(/shop@example\.com.*\+1 555 0100/s)
  expect(await page.locator('main form, main input').count()).toBe(0)
  expect(await page.getByText('Test mode').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
