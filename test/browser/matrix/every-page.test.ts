import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'
import { pageStates } from '../../support/browser/states/page-states.ts'
import { pageWorlds } from '../../support/browser/states/page-world.ts'
import { setWidth, visitState, WIDTHS, type WidthName } from '../../support/browser/states/visit-state.ts'
import { makeTemporaryFolder } from '../../support/stores/temporary-folder.ts'

/** On these, a finger is used. */
const TOUCHED = ['narrow', 'phone', 'tablet'] as const satisfies readonly WidthName[]
/** Contrasts and names do not depend on the language, so each one is looked at in one of these. */
const ACCESSIBILITY_LOOKS = [
  { colorScheme: 'light', width: 'phone' },
  { colorScheme: 'dark', width: 'desk' },
  { colorScheme: 'dark', width: 'phone' },
  { colorScheme: 'light', width: 'desk' },
] as const

const browser = fileBrowser(shippedFonts())
const folder = makeTemporaryFolder()
const { world, stop } = pageWorlds(folder)
const quietPages: Page[] = []

beforeAll(() => {
  // Vitest gives each test of this file its turn; a page is used by one of them at a time.
  quietPages.length = 0
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function takePage(from: Browser): Promise<Page> {
  return quietPages.pop() ?? (await (await from.newContext()).newPage())
}

browserTest.concurrent.each(pageStates().map((state) => [state.name, state] as const))(
  '%s: nothing is cut, clipped or out of reach in any language and width',
  async (_, state) => {
    const page = await takePage(browser())
    const faults: string[] = []

    await visitState(page, { state, world: await world(state.service ?? 'sandbox'), languages: LANGUAGES }, async (language) => {
      for (const width of Object.keys(WIDTHS) as readonly WidthName[]) {
        await setWidth(page, width)
        const isTouch = (TOUCHED as readonly WidthName[]).includes(width)
        for (const fault of await geometryFaults(page, { isTouch })) faults.push(`${language} ${WIDTHS[width]}: ${fault}`)
      }
      const look = ACCESSIBILITY_LOOKS[LANGUAGES.indexOf(language) % ACCESSIBILITY_LOOKS.length]
      if (look === undefined) return
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await setWidth(page, look.width)
      for (const problem of await accessibilityProblems(page)) faults.push(`${language} ${look.colorScheme}: ${problem}`)
    })
    await page.emulateMedia({ colorScheme: 'light' })
    quietPages.push(page)

    expect(faults).toEqual([])
  },
)
