import type { Browser, Page } from 'playwright-core'
import { PHONE } from './payer-window.ts'

/** An unassigned character, of which no font has a glyph. */
const NEVER = '\\u0378'

/** Characters that a browser has drawn, by language and fonts: most of them are on every page. */
const drawnBy = new WeakMap<Browser, Map<string, Set<string>>>()

/** Characters of the page that are drawn as the box for a missing glyph. */
export async function missingGlyphs(page: Page): Promise<readonly string[]> {
  const { look, characters } = await page.evaluate<{
    readonly look: string
    readonly characters: readonly string[]
  }>(`({
    look: document.documentElement.lang + ' ' + getComputedStyle(document.body).fontFamily,
    characters: [...new Set(document.body.textContent)].filter((character) => character.trim() !== ''),
  })`)
  const drawn = drawnIn(page, look)
  const unknown = characters.filter((character) => !drawn.has(character))
  const missing = unknown.length === 0 ? [] : await drawnAsBox(page, unknown)
  for (const character of unknown) if (!missing.includes(character)) drawn.add(character)
  return missing
}

function drawnIn(page: Page, look: string): Set<string> {
  const browser = page.context().browser()
  const looks = (browser && drawnBy.get(browser)) ?? new Map<string, Set<string>>()
  if (browser !== null) drawnBy.set(browser, looks)
  const drawn = looks.get(look) ?? new Set()
  looks.set(look, drawn)
  return drawn
}

async function drawnAsBox(page: Page, characters: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    context.canvas.lang = document.documentElement.lang
    context.font = '16px ' + getComputedStyle(document.body).fontFamily
    const drawn = (character) => {
      context.clearRect(0, 0, 32, 32)
      context.fillText(character, 4, 24)
      return new Uint32Array(context.getImageData(0, 0, 32, 32).data.buffer)
    }
    const box = drawn('${NEVER}')
    const isBox = (character) => drawn(character).every((pixel, index) => pixel === box[index])
    return ${JSON.stringify(characters)}.filter(isBox)
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
