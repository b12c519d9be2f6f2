import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

type Look = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'hasTouch' | 'isMobile' | 'reducedMotion' | 'permissions'
> & {
  /** The language of the texts. */
  readonly language?: string
}
type SignedIn = { readonly url: string; readonly cookie: string }

/** A window of the portal with a session, which records errors, warnings, violations of the policy and foreign requests. */
export async function openPortal(
  browser: Browser,
  { url, cookie }: SignedIn,
  { language = 'en-US', ...look }: Look = {},
) {
  // Motion is drawn frame by frame, which takes processor time from what the story waits for.
  const context = await browser.newContext({ locale: language, reducedMotion: 'reduce', ...look })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, url },
    { name: 'quittance-language', value: language, url },
  ])
  const complaints: string[] = []
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) complaints.push(request.url())
    })
    await page.goto(`${url}${path}`)
    await loaded(page)
    return page
  }
  return { open, complaints, close: () => context.close() }
}

/** Waits until nothing on the page holds the place of something that is still loading. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' })
}
