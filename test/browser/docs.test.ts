import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { introduction } from '../../src/main/introduction.ts'
import { type RunningHttpApp, startHttpApp } from '../support/apps/http-app.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'

let running: RunningHttpApp
const browser = fileBrowser()
beforeAll(async () => {
  const begin = introduction({ mode: 'sandbox', baseUrl: 'http://127.0.0.1:8080' })
  running = await startHttpApp({ api: { version: '1.2.3', introduction: begin } })
})
afterAll(async () => {
  await running?.app.close()
})

/** Collects what must not happen: messages, violations of the policy, requests to other hosts. */
function watch(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== running.url) complaints.push(request.url())
  })
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
  return complaints
}

browserTest.each([
  ['a desk', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('on %s the reference shows the product and its operations, and uses no other host', async (_, viewport) => {
  const page = await browser().newPage({ viewport })
  const complaints = watch(page)

  await page.goto(`${running.url}/docs`)
  await page.getByRole('heading', { name: 'Quittance', exact: true }).waitFor()
  await page.getByText('/healthz').first().waitFor()
  await page.getByRole('heading', { name: 'The first call' }).waitFor()
  await page.getByText('sandbox-credentials.json').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => undefined)')

  expect(await page.title()).toContain('Quittance')
  expect(complaints).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow).toBe(0)
  await page.close()
})

browserTest.each([
  ['light', 'rgb(255, 255, 255)', 'rgb(31, 95, 214)'],
  ['dark', 'rgb(17, 20, 24)', 'rgb(138, 180, 255)'],
] as const)('the reference has our colors and our icon in %s mode', async (colorScheme, ground, accent) => {
  const page = await browser().newPage({ colorScheme })
  await page.goto(`${running.url}/docs/`)

  const link = page.getByRole('link', { name: 'inbox' })
  await link.waitFor()
  const styles = (of: string) => `getComputedStyle(document.querySelector('${of}'))`
  const icon = page.locator('link[rel=icon]')

  expect(await page.evaluate(`${styles('.references-rendered')}.backgroundColor`)).toBe(ground)
  expect(await page.evaluate(`${styles('body')}.backgroundColor`)).toBe(ground)
  expect(await page.evaluate(`${styles('a[href$="/sandbox/inbox"]')}.color`)).toBe(accent)
  expect(await icon.getAttribute('href')).toBe('../favicon.ico')
  await page.close()
})

browserTest('without script the reference leads to the description of the API', async () => {
  const context = await browser().newContext({ javaScriptEnabled: false })
  const page = await context.newPage()

  await page.goto(`${running.url}/docs/`)

  expect(await page.getByRole('heading').textContent()).toBe('Quittance API reference')
  expect(await page.getByRole('link').getAttribute('href')).toBe('../openapi.json')
  await context.close()
})

browserTest('an operation can be tried out, and the request goes to this service only', async () => {
  const page = await browser().newPage()
  const complaints = watch(page)
  await page.goto(`${running.url}/docs/`)

  await page.getByRole('button', { name: 'Test Request (get /healthz)' }).click()
  const response = page.waitForResponse(`${running.url}/healthz`)
  await page.getByRole('button', { name: /^Send/ }).first().click()

  expect((await response).status()).toBe(200)
  expect(complaints).toEqual([])
  await page.close()
})
