import { pageReaders, totalOfPage } from '../../kernel/reading/page-query.ts'
import { members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, instant, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { unknownWebhook } from '../webhooks/change-webhooks.ts'
import { CHANGE_REFUSALS, READ_REFUSALS, WebhookName } from '../webhooks/contract.ts'
import {
  DeliveryListContract,
  DeliveryListQuery,
  PAGE_MAX,
  PAGE_USUAL,
  ReplayContract,
  ReplayRequest,
} from './contract.ts'
import { countDeliveriesOf, DELIVERY_STATUSES, findWebhookOwner, listDeliveries } from './log-store.ts'
import { presentDelivery } from './present-delivery.ts'
import { readReplay, replay } from './replay.ts'

export type DeliveryLogDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly machineClock: Clock
}

const scope = 'webhooks'
const TEXT_LENGTH_MAX = 255
const NAME = optional(given(plainText(TEXT_LENGTH_MAX)))
const QUERY = members({
  ...pageReaders(PAGE_MAX, PAGE_USUAL),
  status: optional(given(oneOf(DELIVERY_STATUSES))),
  productId: NAME,
  eventType: NAME,
  startTime: optional(given(instant)),
  endTime: optional(given(instant)),
})

const LIST = {
  config: {
    scope,
    isList: true,
    documentedQuery: DeliveryListQuery,
    documentedResponses: { 200: DeliveryListContract, ...READ_REFUSALS },
  },
  schema: {
    operationId: 'getWebhookDeliveries',
    summary: 'List what was sent to a webhook',
    description: 'Newest first, with every attempt and its answer; also of a webhook that was deleted.',
    tags: ['Webhooks'],
    params: WebhookName,
  },
} as const
const REPLAY = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: ReplayRequest,
    documentedResponses: { 202: ReplayContract, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'replayNotifications',
    summary: 'Send notifications again',
    description:
      'Those that were delivered or have failed, under the same notificationId. Others are still on their way.',
    tags: ['Webhooks'],
    params: WebhookName,
    querystring: ActingFor,
  },
} as const

/** The log of deliveries to webhooks, and replays. */
export function deliveryLogRoutes(deps: DeliveryLogDeps): RoutePlugin {
  const { database, clock } = deps
  const { db } = database
  return async (app) => {
    acceptUntypedJson(app)
    app.get('/notification-subscriptions/v2/webhooks/:webhookId/deliveries', LIST, async (request, reply) => {
      const { webhookId } = request.params
      const { offset, limit, startTime: from, endTime: to, ...chosen } = valueOrThrow(QUERY(request.query, ''))
      const organizationId = await findWebhookOwner(db, { actingFor: request.organization.organizationId, webhookId })
      if (organizationId === undefined) throw unknownWebhook()
      const key = { organizationId, webhookId }
      const filter = { ...chosen, from, to }
      const deliveries = await listDeliveries(db, key, { ...filter, offset, limit })
      const total = await totalOfPage({ offset, limit }, deliveries, () => countDeliveriesOf(db, key, filter))
      reply.headers(linkToNext(request, { offset, limit, total }))
      return { totalDeliveries: total, deliveries: deliveries.map(presentDelivery) }
    })
    app.post('/nrtf/v1/webhooks/:webhookId/replays', REPLAY, async (request, reply) => {
      const { webhookId } = request.params
      const which = readReplay(request.body, clock.now())
      return respondOnce(reply, {
        database,
        act: (once) => replay(deps, once, actorOf(request), { webhookId, which }),
        present: (replayed) => ({ status: 202, body: { webhookId, replayed } }),
      })
    })
  }
}
