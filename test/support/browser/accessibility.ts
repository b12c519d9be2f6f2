import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { debuggerOf } from './page-debugger.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const MARKING = readFileSync(new URL('in-page/contrast.js', import.meta.url), 'utf8').replaceAll(/^export /gm, '')
/** The rule for contrasts looks at the texts that are marked, which stand for all others. */
const PREPARED = `axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-contrast]' }] })`
const OPTIONS = {
  iframes: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Otherwise axe describes every element that passes, which nobody reads.
  resultTypes: ['violations'],
  // Style files are fetched again for rules about video and rotation, which are not asked.
  preload: false,
}
/** The only rules whose answer depends on light and dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Guards at the edges of a popup take the focus for a moment and pass it on. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'

type Scope = {
  /** A selector of the layer over the page, if there is one: the page below has been checked without it. */
  readonly only?: string
  /** Whether the page was checked at this width in other colors, so that nothing else can differ. */
  readonly areColorsEnough?: boolean
}

/** The problems that axe-core finds on the page as it is now, a line for each element; frames are not included. */
export async function accessibilityProblems(
  page: Page,
  { only, areColorsEnough = false }: Scope = {},
): Promise<readonly string[]> {
  // Colors that are still changing from light to dark have contrasts that nobody reads.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)).then(() => undefined)`)
  // The page's policy does not restrict the debugger, which takes a third of the time that `evaluate` takes for a long script.
  const session = await debuggerOf(page)
  const isPrepared = await page.evaluate(`'axe' in window`)
  if (!isPrepared) await session.send('Runtime.evaluate', { expression: `${AXE};${PREPARED};undefined` })
  await page.evaluate(`(() => { ${MARKING}; markTexts() })()`)
  const context = `{ include: only.length > 0 ? only : [document], exclude: [...document.querySelectorAll('${FOCUS_GUARDS}')] }`
  const options = areColorsEnough ? { ...OPTIONS, runOnly: COLOR_RULES } : OPTIONS
  const included = only === undefined ? '[]' : `[...document.querySelectorAll('${only}')]`
  return page.evaluate(`((only) => axe.run(${context}, ${JSON.stringify(options)}))(${included})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`)
}
