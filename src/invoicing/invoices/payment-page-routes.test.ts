import { expect, test } from 'vitest'
import { startHttpApp } from '../../../test/support/apps/http-app.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { newPaymentToken } from '../storage/payment-token.ts'
import { paymentPageRoutes } from './payment-page-routes.ts'

test('a payment link that is followed leaves no token in the log', async () => {
  const { url, app, logLine, logText } = await startHttpApp({ routes: [paymentPageRoutes] })
  const paymentToken = newPaymentToken()
  const link = paymentLinkOf({ paymentToken }, { baseUrl: url })

  const answers = [await fetch(link), await fetch(link, { method: 'POST' }), await fetch(`${link}/x`)]
  await logLine(({ method, msg }) => method === 'POST' && msg === 'request completed')
  await app.close()

  expect(answers.every(({ status }) => status >= 400)).toBe(true)
  expect(logText()).not.toContain(paymentToken)
})
