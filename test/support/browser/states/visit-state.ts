import type { Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import type { PageState } from './page-state.ts'
import type { PageWorld } from './page-world.ts'

/** The widths that pages are made for, in pixels; zoomed to 200 %, a desk shows half as many. */
const PIXELS = { narrow: 320, phone: 360, zoomed: 640, tablet: 768, desk: 1280 } as const
export type WidthName = keyof typeof PIXELS
export const WIDTHS = Object.keys(PIXELS) as readonly WidthName[]

const HEIGHT = 800

export async function setWidth(page: Page, width: WidthName): Promise<void> {
  await page.setViewportSize({ width: PIXELS[width], height: HEIGHT })
}

/** Whether people use a finger there. */
export function isTouched(width: WidthName): boolean {
  return width !== 'desk' && width !== 'zoomed'
}

/**
 * Opens the state in one language after the other and calls `look` in each. The way there is taken once where the page
 * at its end has an address of its own.
 */
export async function visitState(
  page: Page,
  {
    state,
    world,
    languages,
  }: { readonly state: PageState; readonly world: PageWorld; readonly languages: readonly Language[] },
  look: (language: Language) => Promise<void>,
): Promise<void> {
  let address: string | undefined
  for (const language of state.isEnglish === true ? (['en-US'] as const) : languages) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (state.html !== undefined) await page.setContent(state.html(language))
    else {
      const isFirst = address === undefined
      if (address === undefined || state.isUsedUp === true) address = await state.link(world, language)
      await page.goto(state.isEnglish === true ? address : inLanguage(address, language))
      if (isFirst && state.once !== undefined) {
        await state.once(page, world)
        address = page.url()
      }
    }
    await state.each?.(page)
    await look(language)
  }
}

function inLanguage(address: string, language: Language): string {
  const url = new URL(address)
  url.searchParams.set('lang', language)
  return url.href
}
