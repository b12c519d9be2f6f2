import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../../src/kernel/language.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'
import { everyMail } from '../support/data/mails.ts'

// Writes pictures of every mail in every language, on a phone and on a desk, light and dark, to the folder that is
// named: `npm run images:mails -- <folder>`. Without a folder, those of the documentation to docs/images/mails.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VIEWS = { phone: { width: 390, height: 844 }, desk: { width: 720, height: 800 } } as const
const COLORS = 64
const DOCUMENTED = new Set([
  ...['en-US-invoice-phone-light', 'en-US-invoice-phone-dark', 'en-US-invoice-desk-light'],
  ...['en-US-partial-receipt-phone-light', 'de-DE-overdue-reminder-phone-dark', 'ja-JP-receipt-phone-light'],
])

const [, , given] = argv
const folder = given ?? join(ROOT, 'docs/images/mails')
mkdirSync(folder, { recursive: true })
const { browser, close } = await openPictureBrowser()
try {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme })
      for (const language of LANGUAGES) {
        for (const [kind, content] of Object.entries(everyMail(language))) {
          const name = `${language}-${kind}-${view}-${colorScheme}`
          if (given === undefined && !DOCUMENTED.has(name)) continue
          await page.setContent(renderMail(content).html)
          await writePicture(page, { file: join(folder, `${name}.png`), colors: COLORS })
        }
      }
      await page.close()
    }
  }
} finally {
  await close()
}
