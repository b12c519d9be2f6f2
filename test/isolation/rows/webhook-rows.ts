import type { App } from '../../support/apps/app.ts'
import { sendAs } from '../../support/http/send-request.ts'
import { aKeyBody, aWebhookBody } from '../../support/http/webhook-client.ts'
import type { Party } from '../parties.ts'
import type { Row, Thing } from '../row.ts'

const KEYS = '/kms/egress/v2/keys-sym'
const V1 = '/notification-subscriptions/v1/webhooks'
const V2 = '/notification-subscriptions/v2/webhooks'

const webhook: Thing = {
  make: async ({ port }: App, party: Party) => {
    await sendAs(port, party, { method: 'POST', path: KEYS, body: aKeyBody() })
    // Nothing listens there.
    const body = aWebhookBody({ name: party.word, description: undefined, webhookUrl: 'http://127.0.0.1:9/' })
    const { status, body: made, text } = await sendAs(port, party, { method: 'POST', path: V2, body })
    if (status !== 201) throw new Error(text)
    return made.webhookId
  },
  unknownId: '00000000-0000-4000-8000-000000000000',
  owners: 'all',
}
const organization: Thing = {
  make: async (_app, party) => party.organizationId,
  unknownId: 'nobody',
  owners: 'all',
}

const named = { scope: 'webhooks', reach: 'below', thing: webhook } as const
const key: Row = {
  route: `POST ${KEYS}`,
  scope: 'webhooks',
  reach: 'own',
  ask: ({ party }) => ({ path: KEYS, body: aKeyBody({ tenant: party.word }) }),
  answers: 201,
}

/** The routes that both versions have. */
function rowsOf(version: 'v1' | 'v2'): readonly Row[] {
  const products = `/notification-subscriptions/${version}/products`
  const webhooks = `/notification-subscriptions/${version}/webhooks`
  return [
    {
      route: `GET ${products}/:organizationId`,
      scope: 'webhooks',
      reach: 'below',
      thing: organization,
      ask: ({ id }) => ({ path: `${products}/${id}` }),
      showsNothing: true,
    },
    { route: `GET ${webhooks}`, scope: 'webhooks', reach: 'own', ask: () => ({ path: webhooks }), showsNothing: true },
    {
      route: `POST ${webhooks}`,
      scope: 'webhooks',
      reach: 'own',
      ask: ({ party }) => ({ path: webhooks, body: aWebhookBody({ name: party.word }) }),
      answers: 201,
    },
    { ...named, route: `GET ${webhooks}/:webhookId`, ask: ({ id }) => ({ path: `${webhooks}/${id}` }) },
    {
      ...named,
      route: `PATCH ${webhooks}/:webhookId`,
      ask: ({ id, party }) => ({ path: `${webhooks}/${id}`, body: { description: party.word } }),
    },
    {
      ...named,
      route: `PUT ${webhooks}/:webhookId/status`,
      ask: ({ id }) => ({ path: `${webhooks}/${id}/status`, body: { status: 'ACTIVE' } }),
      showsNothing: true,
    },
    {
      ...named,
      route: `DELETE ${webhooks}/:webhookId`,
      ask: ({ id }) => ({ path: `${webhooks}/${id}` }),
      showsNothing: true,
    },
  ]
}

export const WEBHOOK_ROWS: readonly Row[] = [
  key,
  {
    ...key,
    ...{ note: 'of an organization that is named with the key', reach: 'below', thing: organization },
    ask: ({ party, id }) => ({ path: KEYS, body: aKeyBody({ tenant: party.word, organizationId: id }) }),
  },
  ...rowsOf('v1'),
  ...rowsOf('v2'),
  {
    ...named,
    route: `GET ${V2}/:webhookId/deliveries`,
    ask: ({ id }) => ({ path: `${V2}/${id}/deliveries` }),
    showsNothing: true,
  },
  {
    ...{ route: 'GET /notification-subscriptions/v2/events', scope: 'webhooks', reach: 'own', showsNothing: true },
    ask: () => ({ path: '/notification-subscriptions/v2/events' }),
  },
  {
    ...named,
    route: 'POST /nrtf/v1/webhooks/:webhookId/replays',
    ask: ({ id }) => ({ path: `/nrtf/v1/webhooks/${id}/replays`, body: { byDeliveryStatus: { status: 'FAILED' } } }),
    answers: 202,
    showsNothing: true,
  },
  {
    ...named,
    route: `POST ${V1}/:webhookId`,
    ask: ({ id }) => ({ path: `${V1}/${id}`, body: {} }),
    answers: 201,
    showsNothing: true,
  },
]
