import { sandboxEventRequest } from '../../../src/payments/processors/sandbox/sandbox-events.ts'
import { testSecrets } from '../../support/data/organizations.ts'
import type { Row, Thing } from '../row.ts'
import { invoice } from './invoicing-rows.ts'

const at = (path: string, given: Partial<Row> = {}): Row => ({
  route: `GET ${path}`,
  scope: 'public',
  reach: 'own',
  showsNothing: true,
  ask: () => ({ path }),
  ...given,
})

/** The token in the payment link of a new invoice. */
const paymentToken: Thing = {
  ...invoice,
  make: async (app, party, count) => {
    const invoiceNumber = await invoice.make(app, party, count)
    const { rows } = await app.database.pool.query<{ token: string }>(
      'select payment_token as token from invoices where organization_id = $1 and invoice_number = $2',
      [party.organizationId, invoiceNumber],
    )
    return rows[0]?.token ?? ''
  },
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The pages of a link; those of a draft answer 404. */
const PAY_PATHS = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/logo'],
  ['GET', '/invoice.pdf'],
  ['GET', '/payments/:paymentId/receipt.pdf'],
  ['GET', '/attempts/:key'],
  ['GET', '/attempts/:key/receipt.pdf'],
  ['GET', '/attempts/:key/return'],
  ['POST', '/attempts/:key/return'],
  ['POST', '/attempts/:key/cancel'],
] as const

/** The portal's page is the same for everyone; it asks the API for what it shows. */
const PORTAL_PATHS = ['/', '/sign-in', '/reset', '/reset/new', '/invitation', '/choose', '/profile']

export const PUBLIC_ROWS: readonly Row[] = [
  ...PORTAL_PATHS.map((path) => at(path)),
  at('/o/*', { ask: () => ({ path: '/o/shop/invoices' }) }),
  at('/portal/assets/:file', { ask: () => ({ path: '/portal/assets/none' }), answers: 404 }),
  at('/healthz'),
  at('/readyz'),
  at('/metrics'),
  at('/openapi.json'),
  at('/docs', { answers: 302 }),
  at('/docs/js/scalar.js'),
  at('/favicon.ico'),
  at('/.well-known/security.txt'),
  at('/reporting/v3/dtds/:reportDefinitionNameVersion', { ask: () => ({ path: '/reporting/v3/dtds/trr' }) }),
  {
    ...at('/processors/v1/:name/:organizationId/events', { route: 'POST /processors/v1/:name/:organizationId/events' }),
    ask: () => ({ path: '/processors/v1/sandbox/shop/events', ...sandboxEventRequest(testSecrets, 'shop', []) }),
  },
  at('/pay/assets/:file', { ask: () => ({ path: '/pay/assets/none' }), answers: 404 }),
  ...PAY_PATHS.map(([method, path]) =>
    at(`/pay/:token${path}`, {
      route: `${method} /pay/:token${path}`,
      thing: paymentToken,
      ask: ({ id }) => ({
        path: `/pay/${id}${path.replace(/:\w+/, 'none')}`,
        ...(method === 'POST' ? { headers: FORM, body: 'attempt=0123456789abcdef' } : {}),
      }),
      answers: 404,
    }),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    at('/sandbox/checkout/:organizationId/:key', {
      route: `${method} /sandbox/checkout/:organizationId/:key`,
      ask: () => ({
        path: '/sandbox/checkout/none/1?code=none',
        ...(method === 'POST' ? { headers: FORM, body: 'result=pay' } : {}),
      }),
      answers: 404,
    }),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    at('/sandbox/challenge/:organizationId/:key/:code', {
      route: `${method} /sandbox/challenge/:organizationId/:key/:code`,
      ask: () => ({
        path: '/sandbox/challenge/none/1/none',
        ...(method === 'POST' ? { headers: FORM, body: 'result=passed' } : {}),
      }),
      answers: 404,
    }),
  ),
  at('/sandbox/v1/receivers/:name', { ask: () => ({ path: '/sandbox/v1/receivers/lab' }) }),
  at('/sandbox/v1/receivers/:name', {
    route: 'POST /sandbox/v1/receivers/:name',
    ask: ({ party }) => ({
      path: '/sandbox/v1/receivers/lab',
      headers: { 'v-c-organization-id': party.organizationId },
      body: '{}',
    }),
  }),
  at('/ui'),
  at('/ui/assets/:file', { ask: () => ({ path: '/ui/assets/none' }), answers: 404 }),
  at('/sandbox/assets/:file', { ask: () => ({ path: '/sandbox/assets/none' }), answers: 404 }),
  ...[
    'inbox',
    'inbox/:id',
    'inbox/:id/html',
    'inbox/:id/height',
    'inbox/:id/attachments/:position',
    'webhooks',
    'clock',
  ].map((path) =>
    at(`/sandbox/${path}`, {
      ask: () => ({ path: `/sandbox/${path.replace(':id', 'none').replace(':position', '0')}` }),
      answers: 401,
    }),
  ),
  ...['session', 'clock', 'webhooks/:name', 'webhooks/:name/reset'].map((path) =>
    at(`/sandbox/${path}`, {
      route: `POST /sandbox/${path}`,
      ask: () => ({ path: `/sandbox/${path.replace(':name', 'lab')}`, headers: FORM, body: 'key=none' }),
      answers: 401,
    }),
  ),
  at('/sandbox/session/end', {
    route: 'POST /sandbox/session/end',
    ask: () => ({ path: '/sandbox/session/end', headers: FORM, body: 'end=yes' }),
    answers: 303,
  }),
]
