import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { contactSheet } from '../support/browser/contact-sheet.ts'
import { openPictureBrowser } from '../support/browser/picture-browser.ts'
import { portalStates } from '../support/browser/portal/portal-states.ts'
import { startPortalWorld } from '../support/browser/portal/start-portal-world.ts'
import { isThere, setPortalWidth, visitPortal } from '../support/browser/portal/visit-portal.ts'

// Draws every page, dialog and menu of the portal with hostile data to test-output/portal: on a phone and on a desk, light and
// dark, in three languages. Run it with `npm run images:portal [state…]` after a change of a page, and look at index.html there.

const PICTURES = fileURLToPath(new URL('../../test-output/portal', import.meta.url))
const LANGUAGES = ['en-US', 'de-DE', 'ja-JP'] as const
const WIDTHS = ['phone', 'desk'] as const
const SCHEMES = ['light', 'dark'] as const

const wanted = argv.slice(2)
const states = portalStates().filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const { browser, folder, close } = await openPictureBrowser(/^NotoSans(JP|SC|TC|KR|Arabic)?-/)
const { world, stop } = startPortalWorld(folder)
try {
  mkdirSync(PICTURES, { recursive: true })
  for (const language of LANGUAGES) {
    const complaints = await visitPortal(browser, { world: await world(), language, states }, async (page, state) => {
      for (const width of WIDTHS.filter((one) => isThere(state, one))) {
        await setPortalWidth(page, width)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          const name = [state.name, language, width, colorScheme].join('_')
          await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' })
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
    })
    for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
  }
  const pictures = readdirSync(PICTURES).filter((file) => file.endsWith('.png'))
  writeFileSync(join(PICTURES, 'index.html'), contactSheet(pictures))
  process.stdout.write(`${pictures.length} pictures: ${join(PICTURES, 'index.html')}\n`)
} finally {
  await stop()
  await close()
}
