import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The problems that axe-core finds on the page as it is now, a line for each element; frames are not included. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Colors that are still changing from light to dark have contrasts that nobody reads.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)).then(() => undefined)`)
  // Evaluated by the debugger, which the page's policy does not restrict.
  return page.evaluate(`${axe.source}; axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`)
}
