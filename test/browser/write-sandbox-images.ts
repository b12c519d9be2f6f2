import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { LIST_ROWS, listPage } from '../../src/notifications/inbox/inbox-pages.ts'
import { framedMail } from '../../src/notifications/inbox/mail-frame.ts'
import { messagePage } from '../../src/notifications/inbox/message-page.ts'
import { labPage } from '../../src/notifications/lab/lab-page.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { clockPage } from '../../src/organizations/sandbox-pages/clock-page.ts'
import { type SandboxContent, sandboxPage } from '../../src/organizations/sandbox-pages/sandbox-page.ts'
import { signInPage } from '../../src/organizations/sandbox-pages/sign-in-page.ts'
import { galleryPage } from '../../src/platform/http/gallery/gallery-page.ts'
import { kitStyles } from '../../src/platform/http/pages/kit.ts'
import { openPictureBrowser } from '../support/browser/picture-browser.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_WORD, PARAGRAPH } from '../support/data/hostile-words.ts'
import { everyMail } from '../support/data/mails.ts'

// Draws the pages of the sandbox and the gallery with hostile data, from 320 to 1280 px, light and dark:
// `npm run images:sandbox -- [<folder> [<name>…]]`. Without a folder they go to test-output/sandbox.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SITE = 'http://sandbox.example'
const PLACE = { root: '', style: '/style.css', script: '/script.js', hasDocs: true }
const read = (file: string): string => readFileSync(join(ROOT, 'web', file), 'utf8')
const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/style.css': ['text/css', [...kitStyles(), 'sandbox/sandbox.css', 'sandbox/webhooks.css'].map(read).join('')],
  '/gallery.css': ['text/css', [...kitStyles(), 'gallery/gallery.css'].map(read).join('')],
  '/script.js': ['text/javascript', read('sandbox/sandbox.js')],
}
const WIDTHS = { '320': 320, phone: 390, tablet: 768, desk: 1280 } as const

const mails = everyMail('en-US')
const FIRST = Temporal.Instant.from('2026-06-20T09:12:00Z')
const NOW = { now: Temporal.Instant.from('2026-11-25T14:00:00Z'), movingTo: undefined, offsetMs: 604_800_000 }
const RECIPIENTS = [
  'tanya.lee@example.com',
  String(ARABIC_CUSTOMER.email ?? 'ar@example.com'),
  String(JAPANESE_CUSTOMER.email ?? 'ja@example.com'),
  `${LONG_WORD.slice(0, 50)}@rechtsanwaltsgesellschaft.example`,
]
const SUBJECTS = [
  undefined,
  undefined,
  undefined,
  LONG_WORD,
  PARAGRAPH,
  `${ARABIC_CUSTOMER.name}`,
  `${JAPANESE_CUSTOMER.name}`,
]
const messages = Object.entries({ ...mails, again: mails['invoice'], more: mails['receipt'] })
  .map(([name, content], index) => ({
    ...{ organizationId: 'cafe-bar', id: String(index), about: 'invoice:A123' },
    kind: name
      .replace(/^report.*/, 'report')
      .replace(/^merchant.*/, 'merchant-notification')
      .replace(/^invitation.*/, 'invitation')
      .replace(/^notice.*/, 'security-notice')
      .replace(/^(again|more)$/, 'receipt'),
    to: RECIPIENTS[index % RECIPIENTS.length] ?? '',
    from: 'Café Bar <billing@cafebar.example>',
    subject: SUBJECTS[index % SUBJECTS.length] ?? renderMail(content as never).subject,
    createdAt: FIRST.add({ hours: 50 * index, minutes: 17 * index }),
  }))
  .toReversed()
const NO_FILTER = { to: undefined, kind: undefined, invoiceId: undefined }
const list = { messages, total: 1_000, offset: LIST_ROWS, filter: NO_FILTER, problem: undefined }
const opened = { ...(messages.at(-1) as (typeof messages)[number]), ...renderMail(mails['invoice'] as never) }
const headers = {
  ...{
    From: opened.from,
    To: RECIPIENTS[3] ?? '',
    Subject: opened.subject,
    'Message-ID': `<${LONG_WORD}@cafebar.example>`,
  },
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}
const message = {
  message: { ...opened, to: RECIPIENTS[3] ?? '', headers },
  attachments: [{ position: 1, filename: `Invoice A123 ${LONG_WORD}.pdf`, bytes: 41_200 }],
}
const delivery = {
  ...{ name: 'lab', organizationId: 'cafe-bar', receivedAt: FIRST, answered: 200, isVerified: true, reason: undefined },
  headers: {
    'v-c-event-type': 'invoicing.customer.invoice.partial-payment',
    'v-c-transaction-trace-id': '0b5f6a0e-0d6f-4c55-9d0c-0',
    'v-c-webhook-id': '3c5e1c2e-aaaa-4c55-9d0c-000000000001',
  },
  body: JSON.stringify({
    notificationId: '0b5f6a0e',
    payload: { data: { name: ARABIC_CUSTOMER.name, text: PARAGRAPH } },
  }),
}
const deliveries = [
  { ...delivery, id: '4', headers: { ...delivery.headers, 'v-c-transaction-trace-id': '0b5f-1' } },
  { ...delivery, id: '3', answered: 503, name: 'a-receiver-with-a-name-of-sixty-four-letters-that-is-hard-to-lay-out' },
  { ...delivery, id: '2', isVerified: false, reason: 'The signature does not match the body and the time.' },
  {
    ...delivery,
    id: '1',
    headers: { 'v-c-event-type': LONG_WORD },
    isVerified: false,
    reason: 'The header v-c-signature is missing.',
  },
]
const receivers = ['lab', deliveries[1]?.name ?? '', 'hooks'].map((name) => ({
  name,
  status: 503,
  delayMs: 0,
  deliveries: 1_000,
}))
const lab = { receivers, chosen: undefined, deliveries, offset: 0, hasOlder: true, baseUrl: 'http://127.0.0.1:8080' }
const signIn = { from: 'inbox', credentialsFile: `/home/tanya/${LONG_WORD}/data/sandbox-credentials.json` } as const

const framed = (content: SandboxContent, clock = {}): string => sandboxPage(PLACE, { ...NOW, ...clock }, content).text
const gallery = (query: object): string =>
  galleryPage(
    { path: '/ui', style: '/gallery.css' },
    { scheme: 'both', lang: 'en', width: 'full', framed: false, ...query },
  ).text
const movingTo = NOW.now.add({ hours: 720 })
const PAGES: Readonly<Record<string, string>> = {
  'sign-in': signInPage(PLACE, { ...signIn, credentialsFile: undefined }).text,
  'sign-in-refused': signInPage(PLACE, { ...signIn, problem: 'This is not a valid bearer key with the scope sandbox.' })
    .text,
  list: framed(listPage(PLACE, list)),
  'list-moving': framed(
    listPage(PLACE, { ...list, filter: { ...NO_FILTER, to: RECIPIENTS[3] }, problem: 'to is too long.' }),
    { movingTo },
  ),
  empty: framed(listPage(PLACE, { ...list, messages: [], total: 0, offset: 0 })),
  'empty-filter': framed(
    listPage(PLACE, { ...list, messages: [], total: 0, offset: 0, filter: { ...NO_FILTER, to: 'bob@x.y' } }),
  ),
  message: framed(messagePage(PLACE, { ...message, view: 'html' })),
  text: framed(messagePage(PLACE, { ...message, view: 'text' })),
  headers: framed(messagePage(PLACE, { ...message, view: 'headers' })),
  webhooks: framed(labPage(PLACE, lab)),
  'webhooks-open': framed(labPage(PLACE, { ...lab, chosen: receivers[0] })).replaceAll(
    '<li data-key="4"><details',
    '<li data-key="4"><details open',
  ),
  'webhooks-long-name': framed(
    labPage(PLACE, {
      ...lab,
      chosen: receivers[1],
      refused: { name: 'a/b', problem: 'The receiver must have letters.' },
    }),
  ),
  'webhooks-empty': framed(labPage(PLACE, { ...lab, receivers: [], deliveries: [], hasOlder: false })),
  clock: framed(clockPage(PLACE, NOW)),
  'clock-moving': framed(clockPage(PLACE, { ...NOW, movingTo })),
  'clock-refused': framed(
    clockPage(PLACE, {
      ...NOW,
      refused: { to: '1999-01-01T00:00', problem: 'Enter a date and time from 2000 to 2199.' },
    }),
  ),
  gallery: gallery({}),
  'gallery-de': gallery({ lang: 'de' }),
  'gallery-ja': gallery({ lang: 'ja' }),
  'gallery-frames': gallery({ lang: 'de', width: '320' }),
}

async function serve(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const [contentType, body] = FILES[pathname] ?? []
    if (contentType !== undefined) return route.fulfill({ contentType, body: body ?? '' })
    const isMail = /\/(html|height)$/.test(pathname)
    const given =
      pathname === '/ui' ? gallery({ ...Object.fromEntries(searchParams), framed: true }) : PAGES[pathname.slice(1)]
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: isMail ? framedMail(opened.html, []) : (given ?? ''),
    })
  })
}

const [, , given, ...wanted] = argv
const folder = given ?? join(ROOT, 'test-output/sandbox')
mkdirSync(folder, { recursive: true })
const { browser, close } = await openPictureBrowser()
try {
  const page = await browser.newPage()
  await serve(page)
  for (const state of Object.keys(PAGES).filter((name) => wanted.length === 0 || wanted.includes(name))) {
    for (const [view, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(`${SITE}/${state}`)
        if (state === 'message') await page.locator('[data-grown]').waitFor()
        await page.screenshot({ path: join(folder, `${state}_${view}_${colorScheme}.png`), fullPage: true })
      }
    }
  }
} finally {
  await close()
}
