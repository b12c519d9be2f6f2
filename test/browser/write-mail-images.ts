import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../src/kernel/language.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'
import { MAIL_SETS, shownMail } from '../support/data/mail-sets.ts'

// Writes pictures of mails: `npm run images:mails -- [--to <folder>] [<pattern> …]`. A picture is named by its data, language,
// kind, screen and color scheme, such as `plain-en-US-invoice-phone-light`; only those that match a pattern are written,
// all of them without one. The default folder is ignored by git.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VIEWS = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desk: { width: 720, height: 800 },
} as const
const COLORS = 128

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  options: { to: { type: 'string', default: join(ROOT, 'test-output/pictures/mails') } },
  allowPositionals: true,
})
const patterns = positionals.map((pattern) => new RegExp(pattern))
const isWanted = (name: string): boolean => patterns.length === 0 || patterns.some((pattern) => pattern.test(name))

mkdirSync(values.to, { recursive: true })
const { browser, close } = await openPictureBrowser()
try {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme })
      for (const [set, mailSet] of Object.entries(MAIL_SETS)) {
        for (const language of LANGUAGES) {
          for (const [kind, content] of Object.entries(mailSet.mails(language))) {
            const name = `${set}-${language}-${kind}-${view}-${colorScheme}`
            if (!isWanted(name)) continue
            await page.setContent(await shownMail(mailSet, content))
            await writePicture(page, { file: join(values.to, `${name}.png`), colors: COLORS })
          }
        }
      }
      await page.close()
    }
  }
} finally {
  await close()
}
