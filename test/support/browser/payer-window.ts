import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export const PHONE = { width: 360, height: 640 }
export const DESK = { width: 1280, height: 900 }
export const NARROW = { width: 320, height: 640 }

type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>
type Window = { readonly page: Page; readonly recordTo: (complaints: string[]) => void }

/** A new window costs a second of processor time, another address in a quiet one a fraction of it. */
const quietWindows = new WeakMap<Browser, Map<boolean, Window[]>>()

/** A window that records what must not happen: errors, violations of the policy, requests to other hosts. */
export async function openWindow(
  browser: Browser,
  link: string,
  { viewport = PHONE, colorScheme = 'light', javaScriptEnabled = true }: Look,
) {
  const quiet = quietWindowsOf(browser, javaScriptEnabled)
  const window = quiet.pop() ?? (await newWindow(browser, javaScriptEnabled))
  const { page, recordTo } = window
  if (viewport !== null) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const complaints: string[] = []
  recordTo(complaints)
  const { origin } = new URL(link)
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(request.url())
  })
  await page.goto(link)
  const close = async (): Promise<void> => {
    page.removeAllListeners('request')
    // Leaves the page and clears its cookies, so that late events do not reach the next one.
    await page.goto(`${origin}/healthz`)
    await page.context().clearCookies()
    quiet.push(window)
  }
  return { page, complaints, close }
}

function quietWindowsOf(browser: Browser, javaScriptEnabled: boolean): Window[] {
  const ofBrowser = quietWindows.get(browser) ?? new Map<boolean, Window[]>()
  quietWindows.set(browser, ofBrowser)
  const quiet = ofBrowser.get(javaScriptEnabled) ?? []
  ofBrowser.set(javaScriptEnabled, quiet)
  return quiet
}

async function newWindow(browser: Browser, javaScriptEnabled: boolean): Promise<Window> {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled })
  const page = await context.newPage()
  let complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    page,
    recordTo: (next) => {
      complaints = next
    },
  }
}

export async function fillCard(page: Page, number = '4242424242424242') {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('1230')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
}

export async function fillAmount(page: Page, amount: string) {
  await page.getByLabel('Other amount').check()
  await page.getByLabel('Amount', { exact: true }).fill(amount)
}

export const payButton = (page: Page) => page.locator('form.pay button[type=submit]')
export const heading = (page: Page) => page.locator('h1').innerText()

export async function pays(page: Page) {
  await payButton(page).click()
  await page.waitForURL(/\/attempts\//)
}
