import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { listPage, messagePage, signInPage } from '../../src/notifications/inbox/inbox-pages.ts'
import { framedMail } from '../../src/notifications/inbox/mail-frame.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { kitStyles } from '../../src/platform/http/pages/kit.ts'
import { openPictureBrowser, writePicture } from '../support/browser/picture-browser.ts'
import { everyMail } from '../support/data/mails.ts'

// Writes pictures of the sandbox inbox, on a phone and on a desk, light and dark, to test-output/pictures/inbox, or to
// the folder that is named: `npm run images:inbox -- <folder>`.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SITE = 'http://sandbox.example'
const PLACE = { path: '/sandbox/inbox', style: '/style.css' }
const STYLE = [...kitStyles(), 'inbox/inbox.css'].map((file) => readFileSync(join(ROOT, 'web', file)))
const VIEWS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const
const COLORS = 128

const mails = everyMail('en-US')
const FIRST = Temporal.Instant.from('2026-06-20T09:12:00Z')
const messages = Object.entries(mails)
  .map(([name, content], index) => ({
    ...{
      organizationId: 'cafe-bar',
      id: String(index),
      kind: name.replace(/^report.*/, 'report'),
      about: 'invoice:A123',
    },
    ...{ to: 'ada@example.com', from: 'Café Bar <billing@cafebar.example>', subject: renderMail(content).subject },
    createdAt: FIRST.add({ hours: 50 * index, minutes: 17 * index }),
  }))
  .toReversed()
const NO_FILTER = { to: undefined, kind: undefined, invoiceId: undefined }
const list = { messages, total: messages.length, offset: 0, filter: NO_FILTER, problem: undefined }
const opened = { ...(messages.at(-1) as (typeof messages)[number]), ...renderMail(mails['invoice'] as never) }
const headers = { From: opened.from, To: opened.to, Subject: opened.subject, 'Message-ID': '<0@cafebar.example>' }
const message = {
  message: { ...opened, headers },
  attachments: [{ position: 1, filename: 'Invoice A123.pdf', bytes: 41_200 }],
}

const PAGES: Readonly<Record<string, string>> = {
  'sign-in': signInPage(PLACE).text,
  'sign-in-refused': signInPage(PLACE, 'This is not a valid bearer key with the scope sandbox.').text,
  list: listPage(PLACE, list).text,
  empty: listPage(PLACE, { ...list, messages: [], total: 0 }).text,
  'empty-filter': listPage(PLACE, { ...list, messages: [], total: 0, filter: { ...NO_FILTER, to: 'bob@x.y' } }).text,
  message: messagePage(PLACE, { ...message, view: 'html' }).text,
  text: messagePage(PLACE, { ...message, view: 'text' }).text,
  headers: messagePage(PLACE, { ...message, view: 'headers' }).text,
}

async function serve(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === PLACE.style) return route.fulfill({ contentType: 'text/css', body: Buffer.concat(STYLE) })
    const isFrame = pathname.endsWith('/html')
    const body = isFrame ? framedMail(opened.html, []) : (PAGES[pathname.slice(1)] ?? '')
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
  })
}

const [, , folder = join(ROOT, 'test-output/pictures/inbox')] = argv
mkdirSync(folder, { recursive: true })
const { browser, close } = await openPictureBrowser(/^NotoSans-/)
try {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme })
      await serve(page)
      for (const state of Object.keys(PAGES)) {
        const name = `${state}-${view}-${colorScheme}`
        await page.goto(`${SITE}/${state}`)
        await writePicture(page, { file: join(folder, `${name}.png`), colors: COLORS, fullPage: false })
      }
      await page.close()
    }
  }
} finally {
  await close()
}
