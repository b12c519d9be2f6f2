import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { document } from '../../src/payments/page/html/document.ts'
import { payForm } from '../../src/payments/page/html/form/pay-form.ts'
import { loadPageAssets } from '../../src/payments/page/page-assets.ts'
import { sendHtml } from '../../src/platform/http/pages/send-html.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { aPayPage } from '../support/data/pay-pages.ts'

const browser = fileBrowser()

/** The page of a processor whose wallets are real. No processor of this repository has them yet. */
async function pageUrl(): Promise<string> {
  const assets = await loadPageAssets('/pay')
  const { page, form } = aPayPage({ assets })
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/', async (_, reply) => sendHtml(reply, (nonce) => document(page, { body: payForm(page, form), nonce })))
  app.get<{ Params: { file: string } }>('/pay/assets/:file', async (request, reply) =>
    assets.files.get(request.params.file)?.send(request, reply),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

browserTest.each([
  ['has neither', 'delete window.PaymentRequest', []],
  ['can request payments', 'window.PaymentRequest ??= class {}', ['googlePay']],
  [
    'has Apple Pay too',
    'window.PaymentRequest ??= class {}; window.ApplePaySession = class {}',
    ['applePay', 'googlePay'],
  ],
])('a browser that %s offers the wallets that it has, above the card', async (_, script, offered) => {
  const url = await pageUrl()
  const context = await browser().newContext()
  onTestFinished(() => context.close())
  await context.addInitScript({ content: script })
  const page = await context.newPage()

  await page.goto(url)

  const express = page.locator('[data-wallet]:visible')
  const shown = page.locator('input[name=method]:visible')
  expect(await express.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('data-wallet')))).toEqual(offered)
  expect(await shown.evaluateAll((inputs) => inputs.map((one) => one.getAttribute('value')))).toEqual([
    'card',
    'paypal',
  ])
  expect(await page.getByText('or pay with card').isVisible()).toBe(offered.length > 0)
})

browserTest('without script the wallets of a device are not offered, and neither are buttons for them', async () => {
  const context = await browser().newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()

  await page.goto(await pageUrl())

  expect(await page.locator('.option:visible').count()).toBe(2)
  expect(await page.locator('.express').isVisible()).toBe(false)
})
