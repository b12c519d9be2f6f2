import type { Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import { layOut } from '../measured-page.ts'
import { debuggerOf } from '../page-debugger.ts'
import type { PageState } from './page-state.ts'
import type { PageWorld } from './page-world.ts'
import { anotherAddress } from './payer-address.ts'

/**
 * The widths that pages are made for, in pixels; zoomed to 200 %, a desk shows half as many. Those for a finger stand
 * together: the whole style is computed again when the mouse comes back.
 */
const PIXELS = { narrow: 320, phone: 360, tablet: 768, zoomed: 640, desk: 1280 } as const
export type WidthName = keyof typeof PIXELS
export const WIDTHS = Object.keys(PIXELS) as readonly WidthName[]

const HEIGHT = 800

/** The debugger alone can replace the mouse of an open page by a finger. */
export async function setWidth(page: Page, width: WidthName): Promise<void> {
  const session = await debuggerOf(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched(width) })
  await page.setViewportSize({ width: PIXELS[width], height: HEIGHT })
}

/** For tests that measure the page and draw nothing. */
export async function layOutFor(page: Page, width: WidthName): Promise<void> {
  await layOut(page, { width: PIXELS[width], height: HEIGHT, isTouched: isTouched(width) })
}

/** Whether people use a finger there. */
export function isTouched(width: WidthName): boolean {
  return width !== 'desk' && width !== 'zoomed'
}

type Visited = {
  readonly state: PageState
  readonly world: PageWorld
  readonly languages: readonly Language[]
}

/**
 * Opens the state in one language after the other and calls `look` in each. The way there is taken once where the page
 * at its end has an address of its own.
 */
export async function visitState(
  page: Page,
  { state, world, languages }: Visited,
  look: (language: Language) => Promise<void>,
): Promise<void> {
  let address: string | undefined
  for (const language of state.isEnglish === true ? ENGLISH : languages) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.setExtraHTTPHeaders(anotherAddress())
    address = await open(page, { state, world, language }, address)
    await state.each?.(page)
    if (state.isTimed === true) await stay(page)
    await look(language)
    if (state.isTimed === true) await leave(page)
  }
}

/** Returns the address of the page at the end of the way; undefined where it has none. */
async function open(page: Page, first: FirstVisit, address: string | undefined): Promise<string | undefined> {
  const { state, world, language } = first
  if (state.html !== undefined) await showDrawn(page, state.html(language))
  else if (address === undefined) return openFirst(page, first)
  else await page.goto(inLanguage(state.isUsedUp === true ? await state.link(world) : address, language))
  return address
}

/** On an empty page: the content security policy of the page before would refuse the style. */
async function showDrawn(page: Page, html: string): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(html)
}

/** The next visit must not be aborted by a page that loads itself again, which may also abort the first way out. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank').catch(() => page.goto('about:blank'))
}

/** Keeps the page open that would load another. */
async function stay(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    await (route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue())
  })
}

const ENGLISH = ['en-US'] as const

type FirstVisit = Omit<Visited, 'languages'> & { readonly language: Language }

/** Returns the address of the page that the other languages open. */
async function openFirst(page: Page, { state, world, language }: FirstVisit): Promise<string> {
  const link = await state.link(world)
  await page.goto(state.isEnglish === true ? link : inLanguage(link, language))
  if (state.once === undefined) return link
  await state.once(page, world)
  return page.url()
}

function inLanguage(address: string, language: Language): string {
  const url = new URL(address)
  url.searchParams.set('lang', language)
  return url.href
}
