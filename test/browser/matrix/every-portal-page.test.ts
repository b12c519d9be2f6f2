import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/language.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { foundFaults } from '../../support/browser/found-faults.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { missingGlyphs } from '../../support/browser/page-look.ts'
import { FLOATING } from '../../support/browser/portal/portal-acts.ts'
import type { Looker, PortalState } from '../../support/browser/portal/portal-state.ts'
import { portalStates } from '../../support/browser/portal/portal-states.ts'
import { speak } from '../../support/browser/portal/speak.ts'
import { startPortalWorld } from '../../support/browser/portal/start-portal-world.ts'
import {
  isOurs,
  isThere,
  isTouched,
  layOutPortal,
  openFor,
  type PortalWidth,
  showState,
} from '../../support/browser/portal/visit-portal.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'
import { isLongRun } from '../../support/run/test-run.ts'
import { makeTemporaryFolder } from '../../support/stores/temporary-folder.ts'

const WIDTHS: readonly PortalWidth[] = ['narrow', 'zoomed', 'desk']
/** A page is reached in this language, and shown in the others from there. */
const FIRST = 'en-US'
const LONGEST = 'de-DE'
/**
 * Contrasts and names do not depend on the language. Sizes of targets are measured at every width, so that colors are
 * enough in the second look but for long runs.
 */
const ACCESSIBILITY_LOOKS = [
  { colorScheme: 'light', width: 'desk', areColorsEnough: false },
  { colorScheme: 'dark', width: 'narrow', areColorsEnough: !isLongRun },
] as const

type Shown = { readonly language: Language; readonly widths: readonly PortalWidth[] }

/**
 * Each state is shown at every width in the language of the longest words, and at one width in one other, which both change
 * from state to state. A long run shows each in all: nine languages of all states would take longer than everything else in a run.
 */
function shownIn(state: PortalState): readonly Shown[] {
  if (isLongRun) return LANGUAGES.map((language) => ({ language, widths: WIDTHS }))
  const others = LANGUAGES.filter((language) => language !== LONGEST)
  const place = portalStates().findIndex(({ name }) => name === state.name)
  const other = others[place % others.length] ?? FIRST
  const widths = (['narrow', 'desk'] as const).filter((width) => isThere(state, width))
  return [
    { language: LONGEST, widths: WIDTHS },
    {
      language: other,
      widths: widths.filter((_, index) => index === Math.floor(place / others.length) % widths.length),
    },
  ]
}

const browser = fileBrowser(shippedFonts())
const folder = makeTemporaryFolder()
const { world, stop } = startPortalWorld(folder)

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

type OpenWindow = { readonly page: Page; readonly complaints: string[] }
/** Tests run side by side; each takes a window that no other uses. */
const quietWindows = new Map<Looker, OpenWindow[]>()

async function windowOf(looker: Looker): Promise<OpenWindow> {
  const quiet = quietWindows.get(looker)?.pop()
  if (quiet !== undefined) return quiet
  const { open, complaints } = await openFor(browser(), { world: await world(), looker, language: FIRST })
  return { page: await open('/choose'), complaints }
}

browserTest.concurrent.each(portalStates().map((state) => [state.name, state] as const))(
  '%s: nothing is cut, clipped or out of reach, in any width',
  async (_, state) => {
    const { as = 'owner' } = state
    const shown = await windowOf(as)
    const { page, complaints } = shown

    const problem = await showState(page, state, layOutPortal)
    const faults = problem === undefined ? await faultsOf(page, state) : [`It cannot be shown: ${problem}`]
    const heard = complaints.splice(0).filter(isOurs)
    // A window that was left by a refusal or a fault may ask or say something.
    if (problem === undefined && state.isEnd !== true) quietWindows.set(as, [...(quietWindows.get(as) ?? []), shown])
    else await page.context().close()

    expect([...heard, ...faults]).toEqual([])
  },
)

async function faultsOf(page: Page, state: PortalState): Promise<readonly string[]> {
  const faults = foundFaults()
  for (const { colorScheme, width, areColorsEnough } of ACCESSIBILITY_LOOKS.filter((look) =>
    isThere(state, look.width),
  )) {
    await page.emulateMedia({ colorScheme })
    await layOutPortal(page, width)
    const problems = await accessibilityProblems(page, { only: FLOATING, areColorsEnough })
    faults.add(
      colorScheme,
      state.isScrolled === true ? problems.filter((one) => !one.startsWith('target-size')) : problems,
    )
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const { language, widths } of shownIn(state)) {
    await speak(page, language)
    for (const width of widths.filter((one) => isThere(state, one))) {
      await layOutPortal(page, width)
      faults.add(`${language} ${width}`, await geometryFaults(page, lookOf(width)))
    }
    faults.add(language, await missingGlyphs(page))
  }
  await speak(page, FIRST)
  return faults.lines()
}

function lookOf(width: PortalWidth) {
  return { isTouch: isTouched(width), areControlsSeen: true }
}
