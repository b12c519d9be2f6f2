import type { CDPSession, Page } from 'playwright-core'
import { benchFolder, merchantIdIn, removeFolder, startBenchService } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { openBrowser, signIn } from './portal-browser.ts'

const KEYS = 120
const WARM_UP = 20
const LINES = 30
const KEY_MS_MAX = 16
const VIEWPORT = { width: 1440, height: 900 }
/** Each key is one of these, which changes the totals. */
const DIGITS = '123456789'

/** How long the page is busy with a key that is typed into the last of many lines, beside a page that does nothing. */
export async function benchPortalEditor(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  if (browser === undefined) return []
  const folder = benchFolder()
  const { url, stop } = await startBenchService(folder)
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: VIEWPORT })
    await context.addCookies([{ ...(await signIn({ url, folder })), url }])
    const page = await context.newPage()
    await page.goto(`${url}/o/${merchantIdIn(folder)}/invoices/-/new`)
    await page.locator('[name="lines.0.item"]').waitFor()
    await pasteLines(page)
    const ours = await keyTimes(page, `lines.${LINES - 1}.quantity`)
    await page.goto('about:blank')
    await page.setContent(BARE_PAGE)
    const bare = await keyTimes(page, 'last')
    const shared = { unit: 'ms', isRate: false, limitIs: 'as many fields without a script' } as const
    const bar = { aboveMax: KEY_MS_MAX }
    return [
      { ...shared, what: `a key with ${LINES} lines, median`, ours: median(ours), limit: median(bare), bar },
      { ...shared, what: `a key with ${LINES} lines, p95`, ours: p95(ours), limit: p95(bare), bar },
    ]
  } finally {
    await browser.close()
    await stop()
    removeFolder(folder)
  }
}

/** The time of the browser itself: fields in a table of the same size, and nothing that listens. */
const BARE_PAGE = `<table>${'<tr><td><input><td><input><td><input><td><input><td><input></tr>'.repeat(LINES - 1)}
  <tr><td><input><td><input name=last></table>`

async function keyTimes(page: Page, name: string): Promise<readonly number[]> {
  const field = page.locator(`[name="${name}"]`)
  await field.waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const took: number[] = []
  for (let key = -WARM_UP; key < KEYS; key += 1) {
    await field.focus()
    await page.keyboard.press('Control+a')
    await page.evaluate(NEXT_FRAMES)
    const before = await busyMs(session)
    await page.keyboard.press(DIGITS.charAt((key + WARM_UP) % DIGITS.length))
    await page.evaluate(NEXT_FRAMES)
    if (key >= 0) took.push((await busyMs(session)) - before)
  }
  return took
}

const NEXT_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'

/** All that the page's thread has worked: scripts, styles, layout and painting. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** As a spreadsheet does it. */
async function pasteLines(page: Page): Promise<void> {
  const rows = Array.from({ length: LINES }, (_, index) => `Espresso machine ${index}\t2\t10.00`)
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(rows.join('\n'))})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('[name="lines.0.item"]').dispatchEvent(paste)
  }`)
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
}
