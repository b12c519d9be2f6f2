import type { Browser, Page } from 'playwright-core'
import { PHONE } from './payer-window.ts'

/** An unassigned character, of which no font has a glyph. */
const NEVER = '\\u0378'

/** Characters of the page that are drawn as the box for a missing glyph. */
export async function missingGlyphs(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    context.canvas.lang = document.documentElement.lang
    context.font = '16px ' + getComputedStyle(document.body).fontFamily
    const drawn = (character) => {
      context.clearRect(0, 0, 32, 32)
      context.fillText(character, 4, 24)
      return context.getImageData(0, 0, 32, 32).data.join()
    }
    const box = drawn('${NEVER}')
    return [...new Set(document.body.textContent)]
      .filter((character) => character.trim() !== '' && drawn(character) === box)
  })()`)
}

/** The bytes of each response of the first load, uncompressed. */
export async function loadedSizes(browser: Browser, link: string): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => sizes.push(response.body().then((body) => body.length)))
  await page.goto(link, { waitUntil: 'networkidle' })
  const loaded = await Promise.all(sizes)
  await context.close()
  return loaded
}
