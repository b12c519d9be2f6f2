import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import { layOut } from '../measured-page.ts'
import { debuggerOf } from '../page-debugger.ts'
import { DIALOG } from './portal-acts.ts'
import type { Looker, PortalState } from './portal-state.ts'
import { openPortal } from './portal-window.ts'
import type { PortalWorld } from './portal-world.ts'

/** The widths of the portal, in pixels; zoomed to 200 %, a desk shows half as many. */
const PIXELS = { narrow: 320, phone: 360, zoomed: 720, desk: 1440 } as const
export type PortalWidth = keyof typeof PIXELS
const HEIGHT = 800

/** On a phone with a finger instead of the mouse. */
export async function setPortalWidth(page: Page, width: PortalWidth): Promise<void> {
  const session = await debuggerOf(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched(width) })
  await page.setViewportSize({ width: PIXELS[width], height: HEIGHT })
  await settle(page)
}

/** For tests that measure the page and draw nothing. */
export async function layOutPortal(page: Page, width: PortalWidth): Promise<void> {
  await layOut(page, { width: PIXELS[width], height: HEIGHT, isTouched: isTouched(width) })
  await page.evaluate(FOLLOW_OPENER)
  await settle(page)
}

/**
 * Anyone who opens a menu sees its button, in every language and width. The menu follows the button some frames later; until
 * then it may make the page wider, and the page may move to it.
 */
const FOLLOW_OPENER = `(async () => {
  const button = document.querySelector('button[aria-expanded=true]')
  const { documentElement: page } = document
  for (let frames = 0; button !== null && frames < 20; frames += 1) {
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    window.scrollTo(0, window.scrollY)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (frames > 0 && page.scrollWidth <= page.clientWidth) return
  }
})()`

/** The list measures itself and draws cards or a table. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}

export function isTouched(width: PortalWidth): boolean {
  return width === 'narrow' || width === 'phone'
}

/** Whether a state exists at a width. */
export function isThere({ only }: PortalState, width: PortalWidth): boolean {
  if (only === undefined) return true
  return (only === 'narrow') === isTouched(width)
}

type Visit = {
  readonly world: PortalWorld
  readonly language: Language
  readonly states: readonly PortalState[]
  readonly look?: Pick<BrowserContextOptions, 'colorScheme'>
}

/**
 * Opens one state after the other in one language and calls `look` in each. A page is loaded once for each person who
 * looks; from there on it moves as people do, without another load. Returns what the console said.
 */
export async function visitPortal(
  browser: Browser,
  { world, language, states, look: options = {} }: Visit,
  look: (page: Page, state: PortalState) => Promise<void>,
): Promise<readonly string[]> {
  const complaints: string[] = []
  for (const [looker, seen] of Map.groupBy(states, ({ as = 'owner' }) => as)) {
    const window = await openFor(browser, { world, looker, language, look: options })
    const page = await window.open('/choose')
    for (const state of seen) {
      const problem = await showState(page, state)
      if (problem === undefined) await look(page, state)
      else complaints.push(`${state.name} cannot be shown: ${problem}`)
      if (problem !== undefined || state.isEnd === true) await page.goto(`${world.url}/choose`)
    }
    complaints.push(...window.complaints.filter(isOurs))
    await window.close()
  }
  return complaints
}

type Opened = Omit<Visit, 'states'> & { readonly looker: Looker }

/** A window of one person, where nothing moves. */
export function openFor(browser: Browser, { world, looker, language, look }: Opened) {
  return openPortal(
    browser,
    { url: world.url, cookie: world[looker] },
    {
      ...{ language, viewport: { width: PIXELS.desk, height: HEIGHT }, reducedMotion: 'reduce' },
      ...{ permissions: ['clipboard-write'], ...look },
    },
  )
}

/** The browser itself says that a request failed, as some of these are meant to. */
export function isOurs(complaint: string): boolean {
  return !complaint.startsWith('Failed to load resource')
}

/** Enough to recognize the page. */
const SHOWN_MAX = 600

/** Returns why the state cannot be shown, and what the page shows instead. */
export async function showState(
  page: Page,
  state: PortalState,
  setWidth: (page: Page, width: PortalWidth) => Promise<void> = setPortalWidth,
): Promise<string | undefined> {
  const { path, only, ready = '.shell-content h1', before, act } = state
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if ((await page.locator(DIALOG).count()) > 0) await page.keyboard.press('Escape')
    // A page without the frame: it forgets menus and typed text.
    await moveTo(page, '/choose', '.choose-list')
    await setWidth(page, only === 'narrow' ? 'narrow' : 'desk')
    await before?.(page)
    await moveTo(page, path, ready)
    if (!/skeleton/.test(ready))
      await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
    await act?.(page)
    return undefined
  } catch (error) {
    const shown = await page.locator('body').innerText()
    return `${error instanceof Error ? error.message : error}\n${shown.slice(0, SHOWN_MAX)}`
  }
}

/** As a link of the page does. */
async function moveTo(page: Page, path: string, ready: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
}
