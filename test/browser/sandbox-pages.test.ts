import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../support/apps/app.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { DESK, NARROW, openWindow, PHONE } from '../support/browser/payer-window.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_WORD, PARAGRAPH } from '../support/data/hostile-words.ts'
import { storeMessage } from '../support/data/inbox-messages.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { sendRequest } from '../support/http/send-request.ts'

const browser = fileBrowser()
const MAILS = 60

// The look of the same pages is in `npm run test:browser`.
let app: App
let key: string
beforeAll(async () => {
  app = await startApp({ isSandbox: true, environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
  key = (await anOrganization(app, 'shop')).bearer.key
  const subjects = [LONG_WORD, ARABIC_CUSTOMER.name, JAPANESE_CUSTOMER.name, PARAGRAPH.replace('\n', ' ')]
  for (let minute = 0; minute < MAILS; minute += 1) {
    const address = minute % 2 === 0 ? 'tanya.lee@example.com' : `${'x'.repeat(60)}@${LONG_WORD.slice(0, 20)}.example`
    await storeMessage(app.database, 'shop', { minute, address, mailSubject: subjects[minute % subjects.length] ?? '' })
  }
})

/** Sends a notification that no key has signed. */
function deliver(name: string, eventType: string, body = JSON.stringify({ text: PARAGRAPH })) {
  const headers = { 'v-c-organization-id': 'shop', 'v-c-event-type': encodeURIComponent(eventType) }
  return sendRequest(app.port, { method: 'POST', path: `/sandbox/v1/receivers/${name}`, headers, body })
}

type Look = Parameters<typeof openWindow>[2]

async function open(path: string, look: Look = {}) {
  const window = await openWindow(browser(), `${app.url}/sandbox/${path}`, look)
  await window.page.getByLabel('Bearer key').fill(key)
  await window.page.getByRole('button', { name: 'Sign in' }).click()
  await window.page.getByRole('navigation', { name: 'Sandbox' }).waitFor()
  await window.page.goto(`${app.url}/sandbox/${path}`)
  // The browser reports the 401 of the sign-in.
  window.complaints.length = 0
  return window
}

const offsetDays = async () => {
  const { rows } = await app.database.pool.query<{ offset_ms: string }>('select offset_ms from sandbox_clock')
  return Math.round(Number(rows[0]?.offset_ms) / 86_400_000)
}
const statusIn = (page: Page) => page.locator('[data-announce]')

browserTest('new mails appear without reload; focus stays, and their number is announced', async () => {
  const { page, complaints, close } = await open('inbox', { viewport: DESK })
  const second = page.locator('a.row-link').nth(1)
  await second.focus()
  const subject = await second.innerText()

  await storeMessage(app.database, 'shop', { minute: MAILS + 1, mailSubject: 'One more' })
  await page.getByRole('link', { name: 'One more' }).waitFor()

  expect(await page.locator('a.row-link').first().innerText()).toBe('One more')
  expect(await page.evaluate('document.activeElement.innerText')).toBe(subject)
  expect(await statusIn(page).innerText()).toBe('1 new mail')
  expect(await page.locator('tbody tr').count()).toBe(50)
  expect(complaints).toEqual([])
  await close()
})

browserTest('a filter applies while it is typed, keeps the focus and stands in the address', async () => {
  const { page, close } = await open('inbox', { viewport: PHONE })

  await page.getByLabel('To', { exact: true }).pressSequentially('tanya.lee@example.com')
  await page
    .getByText(/mails found/)
    .first()
    .waitFor()

  expect(await page.getByRole('button', { name: 'Filter' }).count()).toBe(0)
  expect(await page.evaluate('document.activeElement.id')).toBe('to')
  expect(new URL(page.url()).searchParams.get('to')).toBe('tanya.lee@example.com')
  expect(new Set(await page.locator('td.to').allInnerTexts())).toEqual(new Set(['tanya.lee@example.com']))
  await close()
})

browserTest('a mail is shown at its full height, at any width', async () => {
  const html = `<html><body>${'<p>A long mail of many words that wrap on a phone.</p>'.repeat(60)}<p>The end</p></body></html>`
  const id = await storeMessage(app.database, 'shop', { minute: -1, html, mailSubject: 'Long' })
  const { page, complaints, close } = await open(`inbox/${id}`, { viewport: DESK })
  for (const viewport of [DESK, NARROW]) {
    await page.setViewportSize(viewport)
    const frame = page.frameLocator('iframe.mail')
    await expect
      .poll(async () => {
        const [box, end] = [
          await page.locator('iframe.mail').boundingBox(),
          await frame.getByText('The end').boundingBox(),
        ]
        const below = (box?.y ?? 0) + (box?.height ?? 0) - (end?.y ?? 0) - (end?.height ?? 0)
        return below >= 0 && below < 40
      })
      .toBe(true)
  }
  expect(complaints).toEqual([])
  await close()
})

browserTest('without script the inbox is filtered by a button, and a mail scrolls in its frame', async () => {
  const { page, close } = await open('inbox', { javaScriptEnabled: false })
  await page.getByLabel('Kind').selectOption('Receipt')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('No mail matches this filter.').waitFor()
  await page.getByRole('link', { name: 'Clear' }).click()
  await page.locator('a.row-link').first().click()

  expect((await page.locator('iframe.mail').boundingBox())?.height).toBeGreaterThanOrEqual(560)
  await close()
})

browserTest('a receiver is set to fail and back, and deliveries arrive while the page is open', async () => {
  const { page, complaints, close } = await open('webhooks?receiver=hooks', { viewport: DESK })
  await page.getByLabel('Answers with').selectOption('503 Unavailable')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Answers with').inputValue()).toBe('503')
  const { status } = await deliver('hooks', 'first.event')
  const event = (name: string) => page.locator('.event', { hasText: name })
  await event('first').click()
  await deliver('hooks', 'second.event', '{"count":1}')
  await event('second').waitFor()

  expect(status).toBe(503)
  expect(await page.getByText('The header v-c-signature is missing.').count()).toBe(2)
  expect(await page.locator('details[open] .event').allInnerTexts()).toEqual(['first.event'])
  expect(await statusIn(page).innerText()).toBe('1 new delivery')
  await page.getByRole('button', { name: 'Forget its deliveries' }).click()
  await page.getByText('No deliveries yet').waitFor()
  expect((await deliver('hooks', 'third.event')).status).toBe(200)
  expect(complaints).toEqual([])
  await close()
})

browserTest('the clock is moved from its bar and from its page, by keyboard alone', async () => {
  const { page, close } = await open('inbox', { viewport: PHONE })
  await page.getByRole('button', { name: '+1 day' }).press('Enter')
  await expect.poll(offsetDays).toBe(1)
  await page.waitForURL(/\/sandbox\/inbox$/)
  await page.getByRole('link', { name: 'Clock' }).press('Enter')
  await page.getByText(/1 day ahead of the machine/).waitFor()
  await page.getByLabel('Move to').fill('2031-05-06T07:08')
  await page.getByRole('button', { name: 'Move the clock' }).press('Enter')
  await page.getByText('May 6, 2031, 07:08 UTC').waitFor()

  await page.evaluate("document.querySelector('.move').noValidate = true; document.querySelector('#to').type = 'text'")
  await page.getByLabel('Move to').fill('1999-01-01T00:00')
  await page.getByRole('button', { name: 'Move the clock' }).press('Enter')

  await page.getByRole('alert').filter({ hasText: 'from 2000 to 2199' }).waitFor()
  expect(await page.getByLabel('Move to').getAttribute('aria-invalid')).toBe('true')
  await close()
})
