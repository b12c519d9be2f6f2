import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../../src/kernel/language.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'
import { everyMail } from '../support/data/mails.ts'

// Writes pictures of every mail in every language, on a phone and on a desk, light and dark, to
// test-output/pictures/mails, or to the folder that is named: `npm run images:mails -- <folder>`.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VIEWS = { phone: { width: 390, height: 844 }, desk: { width: 720, height: 800 } } as const
const COLORS = 64

const [, , folder = join(ROOT, 'test-output/pictures/mails')] = argv
mkdirSync(folder, { recursive: true })
const { browser, close } = await openPictureBrowser()
try {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme })
      for (const language of LANGUAGES) {
        for (const [kind, content] of Object.entries(everyMail(language))) {
          const name = `${language}-${kind}-${view}-${colorScheme}`
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
