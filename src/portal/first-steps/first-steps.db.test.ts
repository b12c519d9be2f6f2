import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'

const app = await startApp()

test('steps are ticked by invoices, payments and mails that are there', async () => {
  const shop = await anOrganization(app, 'shop')
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await sendAs(app.port, shop, { method, path, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const steps = () => ask('GET', '/portal/v1/first-steps')
  const before = await steps()
  await ask('PUT', '/invoicing/v2/invoiceSettings', {
    invoiceSettingsInformation: { merchantDisplayName: 'Café Bar' },
  })
  const information = { invoiceNumber: 'A1', sendImmediately: true, deliveryMode: 'email' }
  const { orderInformation } = await ask(
    'POST',
    '/invoicing/v2/invoices',
    anInvoiceBody({ invoiceInformation: information }),
  )
  const created = await steps()
  await ask('POST', '/payments/v1/invoices/A1/external-payments', {
    ...{ amount: orderInformation.amountDetails.totalAmount, date: '2026-03-01', method: 'cash' },
  })
  await app.database.pool.query(`update mail_outbox set state = 'sent', is_due = false, ended_at = now()`)
  const paid = await steps()

  expect(before).toEqual({
    ...{ isNew: true, brand: { hasName: false, hasLogo: false }, invoice: { isDone: false, newestNumber: null } },
    ...{ payment: { isDone: false }, results: { hasMail: false, hasWebhook: false, hasReport: false } },
  })
  expect(created).toMatchObject({
    ...{ brand: { hasName: true, hasLogo: false }, invoice: { isDone: true, newestNumber: 'A1' } },
    payment: { isDone: false },
  })
  expect(paid).toMatchObject({ payment: { isDone: true }, results: { hasMail: true, hasWebhook: false } })
})

test('a partner takes no steps', async () => {
  const partner = await anOrganization(app, 'partner', { type: 'partner' })

  expect((await sendAs(app.port, partner, { method: 'GET', path: '/portal/v1/first-steps' })).status).toBe(400)
})
