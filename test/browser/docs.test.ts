import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../support/apps/http-app.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'

let running: RunningHttpApp
const browser = fileBrowser()
beforeAll(async () => {
  running = await startHttpApp()
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
  await page.evaluate('document.fonts.ready.then(() => undefined)')

  expect(await page.title()).toContain('Quittance')
  expect(complaints).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow).toBe(0)
  await page.close()
})

browserTest('the root address redirects to the reference', async () => {
  const page = await browser().newPage()

  await page.goto(running.url)

  expect(new URL(page.url()).pathname).toMatch(/^\/docs\/?$/)
  await page.close()
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
