import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds on the page as it is now, a line for each element. Pages in frames are looked at on their own. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, which the page's policy does not restrict.
  return page.evaluate(`${axe.source}; axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`)
}
