import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type App, startApp } from '../../support/apps/app.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { DESK, openWindow, PHONE } from '../../support/browser/payer-window.ts'
import { LONG_WORD } from '../../support/data/hostile-words.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPersonWithPassword, PASSWORD } from '../../support/data/sign-ins.ts'

const browser = fileBrowser()
const MERCHANT = `Café ${LONG_WORD}`

let app: App
let email: string
let severalEmail: string
beforeAll(async () => {
  app = await startApp({ isSandbox: true, environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
  await anOrganization(app, 'partner', { type: 'partner', name: 'Partner' })
  await anOrganization(app, 'shop', { name: MERCHANT, parentId: 'partner' })
  await anOrganization(app, 'other', { name: 'Tea House' })
  ;({ email } = await aPersonWithPassword(app, { roles: { partner: 'owner' } }))
  ;({ email: severalEmail } = await aPersonWithPassword(app, { roles: { shop: 'viewer', other: 'clerk' } }))
})

async function signIn(page: Page, address = email): Promise<void> {
  await page.getByLabel('Email address').fill(address)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** The heading of Home is the organization's name. */
const home = (page: Page) =>
  page.getByRole('navigation', { name: 'Main navigation' }).locator('[aria-current=page]', { hasText: 'Home' })

browserTest('the page that was asked for opens after signing in, and names itself in the tab', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${app.url}/o/shop/invoices`, { viewport: DESK })

  await heading(page, 'Sign in').waitFor()
  await signIn(page)
  await heading(page, 'Invoices').waitFor()

  expect(new URL(page.url()).pathname).toBe('/o/shop/invoices')
  expect(await page.title()).toBe('Invoices · Quittance')
  const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts()
  expect(links).toEqual(['Home', 'Invoices', 'Transactions', 'Reports', 'Settings', 'Developers', 'Organization'])
  expect(await page.getByText('Test mode').isVisible()).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

browserTest('signing in begins at the address, and leads to a new password for people without theirs', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${app.url}/sign-in?reason=link`, { viewport: DESK })
  await heading(page, 'Sign in').waitFor()
  const focused = await page.evaluate('document.activeElement.type')
  const said = await page.locator('.notice').innerText()
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await heading(page, 'Reset your password').waitFor()

  expect([focused, said]).toEqual(['email', 'This link was used or has expired. Sign in with your password.'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('everything is reached by keyboard: search, commands, pages, organizations, theme', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${app.url}/`, { viewport: DESK })
  await signIn(page)
  await home(page).waitFor()
  const dialog = page.getByRole('dialog')

  // Letters that follow the key immediately are kept.
  await page.keyboard.type('/nothing like it')
  await dialog.getByText('Nothing found').waitFor()
  expect(await dialog.getByRole('combobox').inputValue()).toBe('nothing like it')
  await page.keyboard.press('Escape')
  await page.keyboard.type('gi')
  await heading(page, 'Invoices').waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')

  /** Types, and presses Enter when the list has followed. */
  const run = async (text: string, name: string) => {
    await page.keyboard.type(text)
    await dialog.locator('[role=option][data-highlighted]', { hasText: name }).waitFor()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+k')
  await run('switch', 'Switch organization')
  await run('cafe', MERCHANT)
  await page.waitForURL('**/o/shop')

  await page.keyboard.press('Control+k')
  await run('theme', 'Theme')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await run('dark', 'Dark')
  await page.locator('html[data-theme=dark]').waitFor()
  await saved
  await page.reload()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')

  expect(ground).toBe('rgb(17, 20, 24)')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a person with several organizations chooses one, and sees only what the role allows', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${app.url}/`, { viewport: PHONE })
  await signIn(page, severalEmail)
  await heading(page, 'Choose an organization').waitFor()
  await page.getByRole('link', { name: 'Tea House' }).click()
  await home(page).waitFor()

  const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts()
  expect(links).toEqual(['Home', 'Invoices', 'Transactions', 'Reports', 'Settings'])
  await page.goto(`${app.url}/o/partner`)
  await heading(page, 'Page not found').waitFor()
  await page.goto(`${app.url}/o/other/nowhere`)
  await heading(page, 'Page not found').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  // Browsers write the two 404 of these pages into their console.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  await close()
})

browserTest('an ended session asks over the page, which keeps typed text', async () => {
  const { page, close } = await openWindow(browser(), `${app.url}/`, { viewport: DESK })
  await signIn(page)
  await home(page).waitFor()

  await page.context().clearCookies()
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  // In one piece: the search of the first letters already finds that the session has ended.
  await page.keyboard.insertText('invoice')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' })

  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing found').waitFor()
  expect(await dialog.getByRole('combobox').inputValue()).toBe('invoice')
  await close()
})

browserTest('a lost connection says so and goes on by itself; a missing file reloads the page once', async () => {
  const { page, close } = await openWindow(browser(), `${app.url}/`, { viewport: DESK })
  await signIn(page)
  await home(page).waitFor()

  await page.route('**/invoicing/**', (route) => route.abort())
  await page.keyboard.type('/invoice')
  await page.getByText('Connection lost. Trying again').waitFor()
  await page.unroute('**/invoicing/**')
  await page.getByText('Connection lost. Trying again').waitFor({ state: 'detached' })

  let pages = 0
  await page.route('**/portal/assets/page-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages += 1
  })
  await page.goto(`${app.url}/o/partner/invoices`)
  await heading(page, 'There is a new version').waitFor()
  expect(pages).toBe(2)
  await page.unroute('**/portal/assets/page-*.js')
  page.removeAllListeners('request')
  await close()
})
