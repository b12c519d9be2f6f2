import { expect, test } from 'vitest'
import { type Notification, notificationBody, notificationHeaders } from './notification.ts'

const notification: Notification = {
  notificationId: '5a2f7c1e-8f0f-4bb9-9c39-3f3bd2b9a001',
  webhookId: '0e6c0f0a-3a52-4a55-9a0c-8f9a37a7b002',
  organizationId: 'shop',
  productId: 'customerInvoicing',
  eventType: 'invoicing.customer.invoice.send',
  occurredAt: Temporal.Instant.from('2026-03-09T10:00:00.5Z'),
  sequenceNumber: 3,
  data: { invoiceNumber: '1042', payerName: 'Zoë "Z"' },
}

test('the body has the names of both envelopes', () => {
  const payload = { data: { invoiceNumber: '1042', payerName: 'Zoë "Z"' }, organizationId: 'shop' }

  expect(JSON.parse(notificationBody(notification, { attempt: 0, retryNumber: 0 }))).toEqual({
    notificationId: notification.notificationId,
    retryNumber: 0,
    eventType: 'invoicing.customer.invoice.send',
    eventDate: '2026-03-09T10:00:00.500+00:00',
    webhookId: notification.webhookId,
    productId: 'customerInvoicing',
    organizationId: 'shop',
    transactionTraceId: `${notification.notificationId}-0`,
    requestType: 'NEW',
    sequenceNumber: 3,
    payloads: [payload],
    payload,
  })
})

test('a retry differs only in its number, type and trace id', () => {
  const first = JSON.parse(notificationBody(notification, { attempt: 0, retryNumber: 0 }))
  const retry = JSON.parse(notificationBody(notification, { attempt: 2, retryNumber: 2 }))

  const transactionTraceId = `${notification.notificationId}-2`
  expect(retry).toEqual({ ...first, retryNumber: 2, requestType: 'RETRY', transactionTraceId })
})

test('headers repeat the members that receivers route by', () => {
  expect(notificationHeaders(notification, { attempt: 5, retryNumber: 1 })).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance',
    'V-C-Event-Type': 'invoicing.customer.invoice.send',
    'V-C-Organization-Id': 'shop',
    'V-C-Product-Name': 'customerInvoicing',
    'V-C-Request-Type': 'RETRY',
    'V-C-Retry-Count': '1',
    'V-C-Transaction-Trace-Id': `${notification.notificationId}-5`,
    'V-C-Webhook-Id': notification.webhookId,
  })
})
