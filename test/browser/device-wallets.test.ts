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
  ['has neither', 'delete window.PaymentRequest', ['card', 'paypal']],
  ['can request payments', 'window.PaymentRequest ??= class {}', ['card', 'googlePay', 'paypal']],
  [
    'has Apple Pay too',
    'window.PaymentRequest ??= class {}; window.ApplePaySession = class {}',
    ['card', 'applePay', 'googlePay', 'paypal'],
  ],
])('a browser that %s offers the wallets that it has', async (_, script, offered) => {
  const url = await pageUrl()
  const context = await browser().newContext()
  onTestFinished(() => context.close())
  await context.addInitScript({ content: script })
  const page = await context.newPage()

  await page.goto(url)

  const shown = page.locator('input[name=method]:visible')
  expect(await shown.evaluateAll((inputs) => inputs.map((one) => one.getAttribute('value')))).toEqual(offered)
})
