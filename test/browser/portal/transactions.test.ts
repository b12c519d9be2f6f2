import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Role } from '../../../src/organizations/users/role.ts'
import { startOutboxLoading } from '../../../src/records/index.ts'
import { startApp } from '../../support/apps/app.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { openPortal } from '../../support/browser/portal/portal-window.ts'
import { forgetCallers } from '../../support/data/changed-callers.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aCard } from '../../support/data/payment-sources.ts'
import { aPayableInvoice, payAs, paymentDeps } from '../../support/data/payments.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { consent } from '../../support/data/tokens.ts'
import { invoicingClients } from '../../support/http/invoicing-clients.ts'
import { sendAs } from '../../support/http/send-request.ts'
import { silentLog } from '../../support/processes/queue-node.ts'
import { fileResources } from '../../support/run/file-resources.ts'

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 640 }
const BASE_URL = 'http://127.0.0.1'
/** A busy machine is slow, and claims are asked for every ten seconds. */
const WAIT = { timeout: 90_000 }

const app = await startApp({
  hasEngine: true,
  environment: { QUITTANCE_BASE_URL: BASE_URL },
  with: [invoicingClients],
})
const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
fileResources.defer(() => loader.stop())
const deps = paymentDeps(app)
let owner: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin', hasFraudManagement: true })
})

async function openAs(role: Role, { name = 'Ada Lovelace', viewport = DESK } = {}) {
  const person = await aPerson(app, { name, roles: { shop: role } })
  const { cookie } = await aSession(app, person, { baseUrl: BASE_URL })
  return openPortal(browser(), { url: app.url, cookie }, { viewport })
}

async function paid(amount: string, given: Parameters<typeof payAs>[3] = {}): Promise<string> {
  const invoice = await aPayableInvoice(app.clientOf(owner), amount)
  const payer = { name: 'Tanya Lee', email: 'tanya.lee@example.com' }
  await payAs(deps, invoice, amount, { payer, ...given })
  return invoice
}
const held = (amount: string) => paid(amount, { source: aCard('4000000000009235'), canReview: true })

const STEPS_MAX = 80

/** Presses a key until the element with this name has the focus. */
async function pressTo(page: Page, key: 'Tab' | 'ArrowDown', target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor(WAIT)
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}.`)
}

browserTest('a clerk finds a payment by its last four digits and refunds a part of it by keyboard alone', async () => {
  await paid('11.00', { source: aCard('5555555555554444') })
  const invoice = await paid('80.00')
  const { open, complaints, close } = await openAs('clerk')
  const page = await open('/o/shop/transactions')

  await pressTo(page, 'Tab', page.getByRole('searchbox', { name: 'Search transactions' }))
  await page.keyboard.type('4242')
  await page.getByText('1 transaction', { exact: true }).waitFor(WAIT)
  await pressTo(page, 'Tab', page.getByRole('link', { name: invoice }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Payment ${invoice}` }).waitFor(WAIT)
  await pressTo(page, 'Tab', page.getByRole('button', { name: 'Refund', exact: true }))
  await page.keyboard.press('Enter')
  await pressTo(page, 'Tab', page.getByRole('textbox', { name: 'Amount (USD)' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30,50')
  await pressTo(page, 'Tab', page.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('One cup was broken')
  await pressTo(page, 'Tab', page.getByRole('button', { name: 'Refund $30.50' }))
  await page.keyboard.press('Enter')
  await page.getByText('$30.50 is refunded.').waitFor(WAIT)
  const life = page.locator('.timeline .what')
  await life.getByText('Refunded').waitFor(WAIT)

  expect(await life.allInnerTexts()).toEqual(['Authorized · $80.00', 'Captured · $80.00', 'Refunded · $30.50'])
  await page.getByRole('link', { name: /^Refund \$30\.50/ }).click()
  await page.getByRole('heading', { name: `Refund ${invoice}` }).waitFor(WAIT)
  await page.getByText('One cup was broken').waitFor(WAIT)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a payment received elsewhere is reversed on its page, and a viewer is not offered it', async () => {
  const invoice = await aPayableInvoice(app.clientOf(owner), '63.00')
  const { body: received } = await sendAs(app.port, owner, {
    ...{ method: 'POST', path: `/payments/v1/invoices/${invoice}/external-payments` },
    body: { amount: '63.00', date: '2026-03-09', method: 'check' },
  })
  const path = `/o/shop/transactions/${received.id}`
  const [clerk, viewer] = [await openAs('clerk'), await openAs('viewer')]
  const [page, looked] = [await clerk.open(path), await viewer.open(path)]
  const reverse = { name: 'Reverse a payment' }
  await looked.getByText('$63.00').first().waitFor(WAIT)
  expect(await looked.getByRole('button', reverse).count()).toBe(0)

  await page.getByRole('button', reverse).click(WAIT)
  await page.getByRole('dialog').getByLabel('Reason').fill('Recorded twice')
  await page.getByRole('button', { name: 'Reverse $63.00' }).click()
  await page.getByText('$63.00 is owed again.').waitFor(WAIT)
  await page.locator('h1').getByText('Reversed').waitFor(WAIT)

  expect(await page.getByRole('button', reverse).count()).toBe(0)
  expect([...clerk.complaints, ...viewer.complaints]).toEqual([])
  await clerk.close()
  await viewer.close()
})

browserTest('a clerk stores the card of a payer who agreed, charges an invoice to it and revokes it', async () => {
  const first = await paid('61.00', { payer: { consent } })
  const second = await aPayableInvoice(app.clientOf(owner), '62.00')
  const { open, complaints, close } = await openAs('clerk')
  const page = await open('/o/shop/transactions?amountFrom=61&amountTo=61')
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    return page.getByRole('dialog').or(page.getByRole('alertdialog'))
  }

  await page.getByRole('link', { name: first }).click()
  await page.getByRole('heading', { name: `Payment ${first}` }).waitFor(WAIT)
  const storing = await choose('Store the account')
  await storing.getByRole('button', { name: 'Store the account' }).click()
  await page.getByText('The account is stored.').waitFor(WAIT)
  await page.getByText(consent.wording).waitFor(WAIT)
  const charging = await choose('Charge an invoice')
  await charging.getByRole('button', { name: 'Charge' }).click()
  const asked = await charging.getByRole('textbox').first().getAttribute('aria-invalid')
  await charging.getByRole('textbox').first().fill(second)
  await charging.getByRole('button', { name: 'Charge' }).click()
  await page.getByText('$62.00 · Charged').waitFor(WAIT)
  const revoking = await choose('Revoke stored account')
  await revoking.getByRole('button', { name: 'Revoke stored account' }).click()
  await page.getByText('The stored account is revoked.').waitFor(WAIT)
  await page.getByText('Revoked', { exact: true }).waitFor(WAIT)

  expect(asked).toBe('true')
  expect((await app.clientOf(owner).get(second)).body.status).toBe('PAID')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a list is the same after a reload, names its sums, and a viewer is offered no refund', async () => {
  const invoice = await paid('55.00')
  const { open, complaints, close } = await openAs('viewer')
  const page = await open('/o/shop/transactions?amountFrom=55&amountTo=55&state=COMPLETED&sort=amount:asc')

  await page.getByText('$55.00 paid').waitFor(WAIT)
  const address = page.url()
  const chips = await page.getByRole('list', { name: 'Active filters' }).innerText()
  await page.reload()
  await page.getByText('$55.00 paid').waitFor(WAIT)
  await page.getByRole('link', { name: invoice, exact: true }).click()
  await page.getByRole('heading', { name: `Payment ${invoice}` }).waitFor(WAIT)
  const buttons = await page.getByRole('button').allInnerTexts()

  expect(chips).toContain('Status: Completed')
  expect(address).toContain('sort=amount')
  expect(buttons.filter((text) => /Refund|More/.test(text))).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

browserTest('two reviewers in one queue know of each other, and the second one takes over and decides', async () => {
  const first = await held('21.00')
  app.clock.set(app.clock.now().add({ seconds: 1 }).toString())
  await held('22.00')
  const [ada, bob] = [await openAs('reviewer', { name: 'Ada' }), await openAs('reviewer', { name: 'Bob' })]
  const [adas, bobs] = [await ada.open('/o/shop'), await bob.open('/o/shop/review')]

  await adas.getByRole('link', { name: 'Review' }).first().click()
  await adas.getByText('2 payments wait').waitFor(WAIT)
  await adas.keyboard.press('j')
  await adas.getByRole('link', { name: `Invoice ${first}` }).waitFor(WAIT)
  const accept = adas.getByRole('button', { name: 'Accept' })
  await expect.poll(() => accept.isEnabled(), WAIT).toBe(true)
  await bobs.keyboard.press('j')
  await bobs.getByText(/^Ada is on this payment since/).waitFor(WAIT)
  const isBobStopped = await bobs.getByRole('button', { name: 'Accept' }).isDisabled()
  await bobs.getByRole('button', { name: 'Take over' }).click()
  await bobs.getByText('The payment is yours now.').waitFor(WAIT)
  await adas.getByText(/^Bob is on this payment since/).waitFor(WAIT)
  await expect.poll(() => accept.isDisabled(), WAIT).toBe(true)
  await bobs.keyboard.press('r')
  await bobs.getByRole('textbox', { name: 'Comment' }).fill('Address does not fit')
  await bobs.keyboard.press('Enter')
  await bobs.getByText('$21.00 is rejected.').waitFor(WAIT)

  await bobs.getByText('1 payment waits').waitFor(WAIT)
  const { rows } = await app.database.pool.query(`select details from payments where invoice_number = $1`, [first])
  expect(rows[0]?.details.review).toMatchObject({ decision: 'reject', comment: 'Address does not fit' })
  expect(isBobStopped).toBe(true)
  // Browsers name refusals: of the claim that was taken over, and of the payment that is not under review any more.
  const complaints = [...ada.complaints, ...bob.complaints].filter((text) => !/status of 40[49]/.test(text))
  expect(complaints).toEqual([])
  await ada.close()
  await bob.close()
})

browserTest('on a phone, a viewer reads the queue and one payment, and sees why nothing can be decided', async () => {
  await held('31.00')
  const { open, complaints, close } = await openAs('viewer', { viewport: PHONE })
  const page = await open('/o/shop/review')

  await page.getByRole('link', { name: /\$31\.00/ }).click()
  await page.getByText('Your role can see reviews, but not decide on them.').waitFor(WAIT)
  await page.getByText('Test card for reviews').waitFor(WAIT)
  const isWider = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
  const isDisabled = await page.getByRole('button', { name: 'Reject' }).isDisabled()
  await page.getByRole('link', { name: 'Payments under review' }).click()
  await page.getByRole('link', { name: /\$31\.00/ }).waitFor(WAIT)

  expect([isWider, isDisabled]).toEqual([false, true])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a session that ends during a refund asks to sign in over the page, and the reason stays', async () => {
  const invoice = await paid('66.00')
  const { open, close } = await openAs('clerk')
  const page = await open('/o/shop/transactions?amountFrom=66&amountTo=66')
  await page.getByRole('link', { name: invoice, exact: true }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click(WAIT)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Came too late')
  await app.database.pool.query('update sessions set ended_at = now()')
  await forgetCallers(app)

  await page.getByRole('button', { name: 'Refund $66.00' }).click()
  await page.getByText('Your session has ended').waitFor(WAIT)

  expect(await page.getByLabel('Reason').inputValue()).toBe('Came too late')
  await close()
})
