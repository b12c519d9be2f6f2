import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/language.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { foundFaults } from '../../support/browser/found-faults.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { missingGlyphs } from '../../support/browser/page-look.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'
import type { PageState } from '../../support/browser/states/page-state.ts'
import { pageStates } from '../../support/browser/states/page-states.ts'
import { pageWorlds } from '../../support/browser/states/page-world.ts'
import { isTouched, layOutFor, visitState, WIDTHS, type WidthName } from '../../support/browser/states/visit-state.ts'
import { isLongRun } from '../../support/run/test-run.ts'
import { makeTemporaryFolder } from '../../support/stores/temporary-folder.ts'

type AccessibilityLook = {
  readonly colorScheme: 'light' | 'dark'
  readonly width: WidthName
  readonly areColorsEnough?: boolean
}
/**
 * Contrasts and names do not depend on the language, and axe takes longer than all of the geometry. In other colors the
 * same page at the same width can differ in nothing else.
 */
const ACCESSIBILITY_LOOKS: { readonly [language in Language]?: readonly AccessibilityLook[] } = {
  'de-DE': [
    { colorScheme: 'light', width: 'phone' },
    { colorScheme: 'dark', width: 'phone', areColorsEnough: true },
  ],
  'en-US': [
    { colorScheme: 'dark', width: 'desk' },
    { colorScheme: 'light', width: 'desk', areColorsEnough: true },
  ],
}
const ENGLISH_LOOKS: readonly AccessibilityLook[] = [
  { colorScheme: 'light', width: 'narrow' },
  { colorScheme: 'dark', width: 'desk' },
]

function looksOf({ isEnglish }: PageState, language: Language): readonly AccessibilityLook[] {
  return isEnglish === true ? ENGLISH_LOOKS : (ACCESSIBILITY_LOOKS[language] ?? [])
}

/** Languages with looks of their own, and another one, which changes from state to state; a long run has all. */
function languagesOf(state: PageState): readonly Language[] {
  if (isLongRun) return LANGUAGES
  const always = LANGUAGES.filter((language) => language in ACCESSIBILITY_LOOKS)
  const others = LANGUAGES.filter((language) => !always.includes(language))
  const place = pageStates().findIndex(({ name }) => name === state.name)
  return [...always, ...others.filter((_, index) => index === place % others.length)]
}

const browser = fileBrowser(shippedFonts())
const folder = makeTemporaryFolder()
const { world, stop } = pageWorlds(folder)
/** Tests run side by side; each takes a page that no other uses. */
const quietPages: Page[] = []

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

browserTest.concurrent.each(pageStates().map((state) => [state.name, state] as const))(
  '%s: nothing is cut, clipped or out of reach, in any width',
  async (_, state) => {
    const page = quietPages.pop() ?? (await (await browser().newContext()).newPage())
    const faults = foundFaults()
    const around = { state, world: await world(state.service ?? 'sandbox'), languages: languagesOf(state) }

    await visitState(page, around, async (language) => {
      for (const width of WIDTHS) {
        await layOutFor(page, width)
        faults.add(`${language} ${width}`, await geometryFaults(page, { isTouch: isTouched(width) }))
      }
      faults.add(language, await missingGlyphs(page))
      const problems = await accessibilityIn(page, looksOf(state, language))
      faults.add(
        language,
        state.isTimed === true ? problems.filter((one) => !one.startsWith('meta-refresh')) : problems,
      )
    })
    quietPages.push(page)

    expect(faults.lines(), faults.lines().join('\n')).toHaveLength(0)
  },
)

async function accessibilityIn(page: Page, looks: readonly AccessibilityLook[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { colorScheme, width, areColorsEnough = false } of looks) {
    await page.emulateMedia({ colorScheme })
    await layOutFor(page, width)
    problems.push(...(await accessibilityProblems(page, { areColorsEnough })))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return problems
}
