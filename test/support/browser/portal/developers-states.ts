import { LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, answer, click, dialog, dialogOfItem, fill, popup, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const AT = '2026-03-09T10:00:00Z'
const ID = '5d1a0c55-5a0e-4d8c-8b52-6f1d2f7c9a10'
const SCOPES = ['invoices', 'payments', 'payments:read', 'reports:read', 'reports:manage', 'ingest', 'webhooks']

const key = (label: string, given: object = {}) => ({
  ...{ keyId: label.length.toString(16).padStart(16, '0'), type: 'bearer', label, scopes: SCOPES, state: 'ACTIVE' },
  ...{ createdAt: AT, lastUsedAt: AT, expiresAt: null, revokedAt: null, ...given },
})
const KEYS = [
  key(LONG_WORD),
  key('Kassensystem Nürnberg', { type: 'shared-secret', expiresAt: AT, lastUsedAt: null }),
  key('請求システム', { type: 'certificate', keyId: 'CN=acme, O=Acme GmbH, serialNumber=4711-0000000000000000000001' }),
  key('Alt', { state: 'REVOKED', revokedAt: AT, scopes: ['ingest'] }),
]

const PATH = `/invoicing/v2/invoices/${LONG_WORD}?customerEmail=${encodeURIComponent(LONG_CUSTOMER.email)}&limit=100`
const request = (id: string, given: object = {}) => ({
  ...{ id, requestId: ID, at: AT, method: 'POST', path: PATH, status: 201, durationMs: 12_345, reason: null },
  ...{ sender: { kind: 'key', id: ID, name: LONG_WORD }, ...given },
})
const REQUESTS = [
  request('4', { status: 400, reason: 'INVALID_DATA' }),
  request('3', { status: 503, reason: 'SERVICE_UNAVAILABLE', method: 'DELETE', path: '/invoicing/v2/invoices/A100' }),
  request('2', { sender: { kind: 'person', id: ID, name: LONG_CUSTOMER.email } }),
  request('1', { method: 'GET', status: 200, path: '/reporting/v3/reports' }),
]
const DETAILS = {
  ...request('4', { status: 400, reason: 'INVALID_DATA' }),
  message: PARAGRAPH.slice(0, 200),
  problems: [
    { field: 'orderInformation.lineItems[29].unitPriceForTheWholeQuantity', reason: PARAGRAPH.slice(0, 90) },
    { field: 'customerInformation.email', reason: 'must be an email address' },
  ],
  requestBody: JSON.stringify({ customer: LONG_CUSTOMER, note: PARAGRAPH, word: LONG_WORD }),
  responseBody: null,
}

const webhook = (webhookId: string, name: string, given: object = {}) => ({
  ...{ organizationId: 'shop', webhookId, name, status: 'ACTIVE', statusReason: 'HEALTH_CHECK_PASSED' },
  ...{ webhookUrl: `https://${LONG_WORD.toLowerCase()}.example.com/hooks/${LONG_WORD}`, notificationScope: 'SELF' },
  products: [
    { productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.paid'] },
    { productId: 'payments', eventTypes: ['payments.approved', 'payments.dispute-lost', 'payments.refund-failed'] },
  ],
  ...{ createdOn: AT, updatedOn: AT, ...given },
})
const WEBHOOKS = [
  webhook(ID, LONG_WORD, { status: 'SUSPENDED', statusReason: 'RETRIES_EXHAUSTED' }),
  webhook('2', 'Buchhaltung'),
  webhook('3', '会計システム', { status: 'INACTIVE', statusReason: 'REQUESTED' }),
]
const attempt = (retryNumber: number, given: object) => ({
  ...{ retryNumber, transactionTraceId: `${ID}-${retryNumber}`, startedAt: AT, durationMs: 5_000 },
  request: { url: 'https://shop.example', headers: { 'v-c-signature': LONG_WORD.repeat(3) }, body: '{"a":1}' },
  ...given,
})
const delivery = (notificationId: string, given: object = {}) => ({
  ...{ notificationId, webhookId: ID, organizationId: 'shop', productId: 'payments', sequenceNumber: 1 },
  ...{ eventType: 'invoicing.customer.invoice.overdue-reminder', eventDate: AT, createdAt: AT, status: 'DELIVERED' },
  attempts: [
    attempt(0, { problem: PARAGRAPH.slice(0, 120) }),
    attempt(1, { response: { status: 200, headers: {}, body: LONG_WORD } }),
  ],
  ...given,
})
const DELIVERIES = [
  delivery('a', { status: 'FAILED', reason: PARAGRAPH.slice(0, 120) }),
  delivery('b', { status: 'RETRYING', reason: 'HTTP 500' }),
  delivery('c', { status: 'QUEUED', attempts: [] }),
  delivery('d'),
]
const event = (eventId: string, eventType: string, subject: string) => ({
  ...{ eventId, eventType, subject, eventDate: AT, data: { invoiceId: LONG_WORD, note: PARAGRAPH.slice(0, 120) } },
})
const EVENTS = [
  event('a', 'invoicing.customer.invoice.overdue-reminder', `invoice:${LONG_WORD}`),
  event('b', 'payments.approved', `payment:${ID}`),
]

/** The pages for developers, with the longest things that anyone may name there. */
export function developersStates(): readonly PortalState[] {
  return [...keyStates(), ...webhookStates(), ...logStates()]
}

function keyStates(): readonly PortalState[] {
  const path = '/o/shop/developers/keys'
  const list = answer('**/organizations/v1/keys?*', 200, { keys: KEYS })
  const keys = { path: `${path}?ended=true`, ready: '.facts-table', before: list }
  const menu = '.facts-table tr:nth-of-type(2) .row-actions button'
  const made = answer('**/organizations/v1/keys?*', 201, {
    ...{ key: key(LONG_WORD), secret: `qk_0123456789abcdef_${'Wm4-'.repeat(10)}abc` },
  })
  const fillForm = acts(
    dialog('.page-head button'),
    fill('.dialog [name=label]', LONG_WORD),
    click('.dialog .scope-fields input'),
  )
  return [
    { name: 'keys', ...keys },
    {
      name: 'keys-nothing',
      path: '/o/empty/developers/keys',
      ready: '.empty',
      before: answer('**/organizations/v1/keys?*', 200, { keys: [] }),
    },
    { name: 'keys-viewer', as: 'viewer', path, ready: '.state' },
    {
      name: 'key-new',
      ...keys,
      act: acts(dialog('.page-head button'), click('.dialog [type=submit]'), see('.dialog .problem')),
    },
    {
      name: 'key-made',
      ...keys,
      act: acts(
        fillForm,
        (page) => page.unroute('**/organizations/v1/keys?*'),
        made,
        click('.dialog [type=submit]'),
        see('[data-secret]'),
      ),
    },
    { name: 'key-actions', ...keys, act: popup(menu) },
    { name: 'key-rotate', ...keys, act: dialogOfItem(menu, 0) },
    { name: 'key-revoke', ...keys, act: dialogOfItem(menu, 1) },
  ]
}

function webhookStates(): readonly PortalState[] {
  const all = '**/notification-subscriptions/v2/webhooks?*'
  const one = `**/notification-subscriptions/v2/webhooks/${ID}?*`
  const deliveries = `**/notification-subscriptions/v2/webhooks/${ID}/deliveries?*`
  const list = { path: '/o/shop/developers/webhooks', ready: '.facts-table', before: answer(all, 200, WEBHOOKS) }
  const page = {
    path: `/o/shop/developers/webhooks/${ID}`,
    ready: '.deliveries .facts-table',
    before: acts(
      answer(one, 200, WEBHOOKS[0] ?? {}),
      answer(deliveries, 200, { totalDeliveries: 4, deliveries: DELIVERIES }),
    ),
  }
  const nothing = acts(
    answer('**/notification-subscriptions/v2/webhooks/2?*', 200, WEBHOOKS[1] ?? {}),
    answer('**/notification-subscriptions/v2/webhooks/2/deliveries?*', 200, { totalDeliveries: 0, deliveries: [] }),
  )
  return [
    { name: 'webhooks', ...list },
    { name: 'webhooks-nothing', path: '/o/empty/developers/webhooks', ready: '.empty' },
    {
      name: 'webhook-new',
      ...list,
      act: acts(dialog('.page-head button'), click('.dialog [type=submit]'), see('.dialog .problem')),
    },
    { name: 'signing-key', ...list, act: dialog('.page > div > .button') },
    { name: 'webhook', ...page },
    {
      name: 'webhook-nothing',
      path: '/o/shop/developers/webhooks/2',
      ready: '.deliveries .empty',
      before: nothing,
    },
    { name: 'webhook-actions', ...page, act: popup('.page-head .actions button') },
    { name: 'webhook-delivery', ...page, path: `${page.path}?selected=a`, ready: '.dialog' },
    {
      name: 'events',
      path: '/o/shop/developers/events',
      ready: '.facts-table',
      before: answer('**/notification-subscriptions/v2/events?*', 200, { events: EVENTS, next: null }),
    },
    { name: 'events-nothing', path: '/o/empty/developers/events', ready: '.empty' },
    {
      name: 'event',
      path: '/o/shop/developers/events?selected=a',
      ready: '.dialog',
      before: answer('**/notification-subscriptions/v2/events?*', 200, { events: EVENTS, next: null }),
    },
  ]
}

function logStates(): readonly PortalState[] {
  const path = '/o/shop/developers/requests'
  const list = answer('**/portal/v1/request-log?*', 200, { requests: REQUESTS, next: '1' })
  const details = answer('**/portal/v1/request-log/4?*', 200, DETAILS)
  return [
    { name: 'sandbox', path: '/o/shop/developers/sandbox', ready: '.tool-cards' },
    { name: 'sandbox-partner', path: '/o/verbund/developers/sandbox', ready: '.tool-cards' },
    { name: 'requests', path, ready: '.facts-table', before: list },
    {
      name: 'requests-nothing',
      path: '/o/empty/developers/requests?search=nothing',
      ready: '.empty',
    },
    {
      name: 'requests-failed',
      path: '/o/suspended/developers/requests',
      ready: '[role=alert]',
      before: answer('**/portal/v1/request-log?*', 500, { reason: 'SERVER_ERROR', message: '' }),
    },
    { name: 'request', path: `${path}?selected=4`, ready: '.request-details', before: acts(list, details) },
  ]
}
