import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/language.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { foundFaults } from '../../support/browser/found-faults.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { layOut } from '../../support/browser/measured-page.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'
import { MAIL_SETS, type MailSet, shownMail } from '../../support/data/mail-sets.ts'

const WIDTHS = [320, 720]
const SOME: readonly Language[] = ['de-DE', 'ja-JP']
/** The others have the layout of one of these. */
const LAYOUTS: readonly string[] = ['invoice', 'overdue-reminder', 'partial-receipt', 'refund', 'merchant-approved']

const browser = fileBrowser(shippedFonts())

browserTest.each(Object.keys(MAIL_SETS))('%s: nothing in a mail is cut, clipped or out of reach', async (set) => {
  const mailSet = MAIL_SETS[set] as MailSet
  const page = await browser().newPage()
  const faults = foundFaults()
  const isUsual = set === 'plain'
  for (const language of isUsual ? LANGUAGES : SOME) {
    const mails = Object.entries(mailSet.mails(language)).filter(([kind]) => isUsual || LAYOUTS.includes(kind))
    for (const [kind, content] of mails) {
      await page.setContent(await shownMail(mailSet, content))
      for (const width of WIDTHS) {
        await layOut(page, { width, height: 800, isTouched: true })
        faults.add(`${language} ${kind} ${width}`, await geometryFaults(page, { isTouch: true }))
      }
      // Colors do not depend on the language.
      if (language === 'de-DE') faults.add(kind, await problemsByDayAndNight(page))
    }
  }
  await page.close()

  expect(faults.lines(), faults.lines().join('\n')).toHaveLength(0)
})

async function problemsByDayAndNight(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const byDay = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...byDay, ...(await accessibilityProblems(page, { areColorsEnough: true }))]
}
