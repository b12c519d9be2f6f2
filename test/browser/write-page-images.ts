import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Language } from '../../src/kernel/language.ts'
import { contactSheet } from '../support/browser/contact-sheet.ts'
import { openPictureBrowser } from '../support/browser/picture-browser.ts'
import type { PageState } from '../support/browser/states/page-state.ts'
import { pageStates } from '../support/browser/states/page-states.ts'
import { pageWorlds } from '../support/browser/states/page-world.ts'
import { setWidth, visitState } from '../support/browser/states/visit-state.ts'

// Draws every state of every page with hostile data to test-output/pictures: on a phone, a tablet and a desk, light and
// dark, in three languages. Run it with `npm run images [state…]` after a change of a page, and look at index.html there.

const PICTURES = fileURLToPath(new URL('../../test-output/pictures', import.meta.url))
const LANGUAGES = ['de-DE', 'en-US', 'ja-JP'] as const satisfies readonly Language[]
const WIDTHS = ['phone', 'tablet', 'desk'] as const
const SCHEMES = ['light', 'dark'] as const
/** Two cores draw no faster with more. */
const PAGES = 2

const { browser, folder, close } = await openPictureBrowser()
const { world, stop } = pageWorlds(folder)

async function drawStates(states: readonly PageState[]): Promise<void> {
  const left = [...states]
  await Promise.all(Array.from({ length: PAGES }, () => drawNext(left)))
}

async function drawNext(left: PageState[]): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  for (let state = left.shift(); state !== undefined; state = left.shift()) await drawState(page, state)
}

async function drawState(page: Page, state: PageState): Promise<void> {
  const around = { state, world: await world(state.service ?? 'sandbox'), languages: LANGUAGES }
  await visitState(page, around, async (language) => {
    await checkFonts(page)
    for (const width of WIDTHS) {
      await setWidth(page, width)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        const name = [state.name, language, width, colorScheme].join('_')
        await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true, animations: 'disabled' })
      }
    }
  })
}

/** A heading in a font without semibold, or of another script, would not show the real look of the page. */
async function checkFonts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const selector = (await page.locator('.amount').count()) > 0 ? '.amount' : 'h1'
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  const names = fonts.map(({ postScriptName }) => postScriptName)
  if (!names.every((name) => /^NotoSans(-SemiBold|[A-Z]\w*-Regular)$/.test(name)))
    throw new Error(`${page.url()} is drawn with ${names.join(', ')}.`)
}

try {
  mkdirSync(PICTURES, { recursive: true })
  const wanted = argv.slice(2)
  await drawStates(pageStates().filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  const pictures = readdirSync(PICTURES).filter((file) => file.endsWith('.png'))
  writeFileSync(join(PICTURES, 'index.html'), contactSheet(pictures))
  process.stdout.write(`${pictures.length} pictures: ${join(PICTURES, 'index.html')}\n`)
} finally {
  await stop()
  await close()
}
