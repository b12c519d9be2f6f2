import { expect } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { renderMail } from '../../../src/notifications/mail-kit/render-mail.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { foundFaults } from '../../support/browser/found-faults.ts'
import { clippedTexts, overlappingTargets, sidewaysScrolling, smallTexts } from '../../support/browser/geometry.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'
import { everyMail } from '../../support/data/mails.ts'

const WIDTHS = [320, 720]
const browser = fileBrowser(shippedFonts())

browserTest.each(LANGUAGES)(
  '%s: no mail is cut, clipped or wider than its window, by day and by night',
  async (language) => {
    const page = await browser().newPage()
    const faults = foundFaults()

    for (const [kind, content] of Object.entries(everyMail(language))) {
      await page.setContent(renderMail(content).html)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        for (const faultsOf of [sidewaysScrolling, clippedTexts, overlappingTargets, smallTexts])
          faults.add(`${kind} ${width}`, await faultsOf(page))
      }
      // Its words change with the language, its colors do not.
      if (language !== 'de-DE') continue
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        faults.add(`${kind} ${colorScheme}`, await accessibilityProblems(page))
      }
    }
    await page.close()

    expect(faults.lines(), faults.lines().join('\n')).toHaveLength(0)
  },
)
