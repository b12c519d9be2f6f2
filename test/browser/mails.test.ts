import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../src/kernel/language.ts'
import type { MailContent } from '../../src/notifications/mail-kit/mail-content.ts'
import { renderMail } from '../../src/notifications/mail-kit/render-mail.ts'
import { type App, startApp } from '../support/apps/app.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { clippedTexts, geometryFaults, sidewaysScrolling } from '../support/browser/geometry.ts'
import { missingGlyphs } from '../support/browser/page-look.ts'
import { DESK, NARROW, openWindow } from '../support/browser/payer-window.ts'
import { shippedFonts } from '../support/browser/shipped-fonts.ts'
import { LEGAL_NAME } from '../support/data/hostile-words.ts'
import { storeMessage } from '../support/data/inbox-messages.ts'
import { MAIL_SETS, shownMail } from '../support/data/mail-sets.ts'
import { everyMail, hostileMails } from '../support/data/mails.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { inTurn } from '../support/run/test-run.ts'

const browser = fileBrowser(shippedFonts())

const ALL_MAILS = LANGUAGES.flatMap((language) =>
  Object.entries(everyMail(language)).map(([kind, content]) => ({ language, kind, content })),
)

/** All of them are in `npm run test:browser`. */
browserTest('no mail is wider than 320 px or cuts a word or an amount: a sample', async () => {
  const page = await browser().newPage({ viewport: { width: 320, height: 640 } })
  const faults: string[] = []
  for (const { language, kind, content } of inTurn(ALL_MAILS, 8)) {
    await page.setContent(renderMail(content).html)
    for (const fault of await geometryFaults(page, { isTouch: true })) faults.push(`${language} ${kind}: ${fault}`)
  }
  expect(faults).toEqual([])
})

browserTest.each(Object.entries(MAIL_SETS).filter(([set]) => set.startsWith('hostile')))(
  'mails of the merchant %s keep words, amounts and edges whole on phone and desk',
  async (_, mailSet) => {
    const page = await browser().newPage()
    const faults: string[] = []
    for (const [kind, content] of inTurn(Object.entries(mailSet.mails('de-DE')), 3)) {
      await page.setContent(await shownMail(mailSet, content))
      for (const width of [320, 720]) {
        await page.setViewportSize({ width, height: 640 })
        for (const fault of await geometryFaults(page, { isTouch: true })) faults.push(`${kind} ${width}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  },
)

browserTest('on a phone, every label has a line of its own above its value', async () => {
  const page = await browser().newPage({ viewport: { width: 320, height: 640 } })
  await page.setContent(renderMail(hostileMails('de-DE')['invoice'] as MailContent).html)
  const rows = await page.evaluate<readonly Record<string, number>[]>(`[...document.querySelectorAll('.fact')]
    .flatMap((row) => [...row.children].map((cell) => cell.getBoundingClientRect()))
    .map(({ top, width }) => ({ top, width }))`)
  expect(rows.length).toBeGreaterThan(10)
  expect(new Set(rows.map(({ top }) => top)).size).toBe(rows.length)
  expect(new Set(rows.map(({ width }) => width))).toEqual(new Set([280]))
})

browserTest('without images, the merchant’s name stands in the place of its logo, not clipped', async () => {
  const page = await browser().newPage({ viewport: { width: 320, height: 640 } })
  const logo = { contentId: 'missing', width: 20, height: 40, isLight: false }
  for (const name of ['Café Bar', LEGAL_NAME]) {
    const invoice = everyMail('de-DE', { logo })['invoice'] as MailContent
    await page.setContent(renderMail({ ...invoice, brand: { ...invoice.brand, name } }).html)
    const image = page.getByRole('img', { name })
    const { width = 0 } = (await image.boundingBox()) ?? {}
    // Without its limit it would be as high as its text is.
    await page.evaluate(`document.querySelector('img').style.maxHeight = 'none'`)
    const { height = Infinity } = (await image.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(60)
    expect(height).toBeLessThanOrEqual(logo.height)
  }
})

test('no mail in any language shows an undefined value or a placeholder', () => {
  const problems = ALL_MAILS.flatMap(({ language, kind, content }) => {
    const { html, text } = renderMail(content)
    return [html, text].filter((part) => /undefined|\[object|\$\{/.test(part)).map(() => `${language} ${kind}`)
  })
  expect(problems).toEqual([])
})

browserTest('mails pass axe by day and by night, and show amount and button without scrolling', async () => {
  const kinds = {
    light: inTurn(['invoice', 'partial-receipt', 'cancellation', 'report-ready'], 2),
    dark: inTurn(['partial-receipt', 'invoice', 'report-ready', 'cancellation'], 2),
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser().newPage({ viewport: { width: 360, height: 640 }, colorScheme })
    for (const kind of kinds[colorScheme]) {
      const content = everyMail('de-DE')[kind]
      if (content === undefined) continue
      await page.setContent(renderMail(content).html)
      expect(await accessibilityProblems(page), `${kind} ${colorScheme}`).toEqual([])
    }
    await page.setContent(renderMail(everyMail('de-DE')['invoice'] as never).html)
    const box = await page.locator('a').first().boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThan(640)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await page.close()
  }
})

describe('the inbox of the sandbox', () => {
  let app: App
  let key: string
  beforeAll(async () => {
    app = await startApp({ isSandbox: true, environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
    key = (await anOrganization(app, 'shop')).bearer.key
    await anOrganization(app, 'foreign')
    await storeMessage(app.database, 'foreign', { minute: 9, mailSubject: 'Of another organization' })
  })

  const signIn = async (page: Page, given = key) => {
    await page.getByLabel('Bearer key').fill(given)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const expectGoodLook = async (page: Page) => {
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysScrolling(page)).toEqual([])
    expect(await clippedTexts(page)).toEqual([])
    expect(await missingGlyphs(page)).toEqual([])
  }

  browserTest.each([
    ['light', NARROW],
    ['dark', DESK],
  ] as const)('a merchant signs in to the inbox, filters it and reads a mail (%s)', async (colorScheme, viewport) => {
    const link = `${app.url}/pay/${'x'.repeat(64)}`
    const { html, text, subject } = renderMail(everyMail('en-US')['invoice'] as never)
    const own = html.replaceAll(/https:\/\/pay\.example\/pay\/[^"]*/g, link)
    await storeMessage(app.database, 'shop', { minute: 2, mailSubject: subject, html: own, text, address: 'ada@x.org' })
    await storeMessage(app.database, 'shop', {
      minute: 1,
      kind: 'receipt',
      mailSubject: 'Receipt',
      subject: 'invoice:7',
    })
    const { page, complaints, close } = await openWindow(browser(), `${app.url}/sandbox/inbox`, {
      colorScheme,
      viewport,
    })
    await expectGoodLook(page)
    await signIn(page, 'wrong')
    await page.getByRole('alert').filter({ hasText: 'not a valid bearer key' }).waitFor()
    await signIn(page)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    // The browser reports each 401.
    complaints.length = 0

    await expectGoodLook(page)
    expect(await page.locator('.mails').innerText()).not.toContain('Of another organization')
    await page.getByLabel('Kind').selectOption('Receipt')
    await page.getByText('mail found').or(page.getByText('mails found')).first().waitFor()
    expect(await page.locator('td.main').first().innerText()).toBe('Receipt')
    expect(await page.locator('.mails').innerText()).not.toContain(subject)
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByRole('link', { name: subject }).first().click()
    await page.getByRole('heading', { name: subject }).waitFor()
    await page.frameLocator('iframe.mail').getByText('Amount due').waitFor()
    await expectGoodLook(page)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.frameLocator('iframe.mail').getByRole('link', { name: /^Pay / }).click(),
    ])
    await opened.waitForURL(link)
    expect(await opened.getByRole('heading').first().innerText()).not.toBe('')
    await opened.close()
    await page.getByRole('link', { name: 'Text' }).click()
    expect(await page.locator('pre').innerText()).toContain('Amount due')
    await page.getByRole('link', { name: 'Headers' }).click()
    expect(await page.locator('dl.mail').innerText()).toMatch(/Message-ID\s+<[\w-]+@example\.com>/)
    await expectGoodLook(page)
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Bearer key').waitFor()
    await close()
  })

  browserTest('the inbox shows hostile mails without running or loading any of their content', async () => {
    const hits: string[] = []
    const elsewhere = createServer(({ url = '' }, response) => {
      hits.push(url)
      response.end()
    })
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    fileResources.defer(async () => void elsewhere.close())
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const html = `<head><meta http-equiv="refresh" content="0;url=${other}/refresh"><base href="${other}/">
      <link rel="stylesheet" href="${other}/style"><style>@import url(${other}/import); p { background: url(${other}/background) }</style></head>
      <body><p>Still readable</p><script>top.hacked = 1; fetch('${other}/fetch')</script><img src="${other}/image">
      <img src="x" onerror="top.hacked = 1"><iframe src="${other}/frame"></iframe><object data="${other}/object"></object>
      <form action="${other}/form"><button>Send</button></form><a href="javascript:top.hacked = 1">Run</a>
      <a href="${other}/top" target="_top">Leave</a></body>`
    const id = await storeMessage(app.database, 'shop', {
      minute: 5,
      mailSubject: '<img src=x onerror=hacked=1>',
      html,
    })
    const { page, close } = await openWindow(browser(), `${app.url}/sandbox/inbox`, { viewport: DESK })
    await signIn(page)
    await page.getByText('<img src=x onerror=hacked=1>').click()
    await page.locator('[data-grown]').waitFor()
    const frame = page.frameLocator('iframe.mail')
    await frame.getByText('Still readable').waitFor()
    await frame.getByRole('button', { name: 'Send' }).click()
    await frame.getByRole('link', { name: 'Run' }).click()
    for (const part of ['html', 'height']) {
      await page.goto(`${app.url}/sandbox/inbox/${id}/${part}`)
      await page.getByText('Still readable').waitFor()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('link', { name: 'Run' }).click()
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      expect(new URL(page.url()).pathname).toBe(`/sandbox/inbox/${id}/${part}`)
    }

    expect(hits).toEqual([])
    await close()
  })
})
