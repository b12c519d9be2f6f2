import type { FastifyRequest } from 'fastify'
import { members, optional, required, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actForNamed, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Database } from '../../platform/postgres/database.ts'
import {
  type ChangeDeps,
  createWebhook,
  deleteWebhook,
  getWebhook,
  requestStatus,
  updateWebhook,
  WEBHOOKS_MAX,
} from './change-webhooks.ts'
import * as contract from './contract.ts'
import { presentFormerWebhook, presentProducts, presentWebhook } from './present.ts'
import { presentTest, sendTest, type TestDeps } from './send-test.ts'
import type { Webhook } from './webhook.ts'
import { listWebhooks } from './webhook-store.ts'

export type WebhookRoutesDeps = Omit<ChangeDeps, 'problemOf'> &
  Omit<TestDeps, 'db' | 'outbound'> & { readonly database: Database; readonly outbound: Outbound }

/** Older SDKs call the first version; their bodies are accepted by both. */
const VERSIONS = [
  { base: '/notification-subscriptions/v2', isFormer: false, present: presentWebhook },
  { base: '/notification-subscriptions/v1', isFormer: true, present: presentFormerWebhook },
] as const
type Version = (typeof VERSIONS)[number]

const scope = 'webhooks'
const DOCUMENTED = { tags: ['Webhooks'], querystring: ActingFor }
const NAMED = { ...DOCUMENTED, params: contract.WebhookName }
const { READ_REFUSALS, CHANGE_REFUSALS, WebhookContract } = contract

const PRODUCTS = {
  config: { scope, documentedResponses: { 200: contract.ProductsContract, ...READ_REFUSALS } },
  schema: {
    operationId: 'getWebhookProducts',
    summary: 'List the products and events that webhooks can subscribe to',
    ...DOCUMENTED,
    params: contract.OrganizationName,
  },
} as const
const LIST = {
  config: {
    scope,
    isList: true,
    documentedQuery: contract.WebhookListQuery,
    documentedResponses: { 200: { type: 'array', items: WebhookContract }, ...READ_REFUSALS },
  },
  schema: { operationId: 'getWebhooks', summary: 'List the webhooks of an organization', tags: ['Webhooks'] },
} as const
const GET = {
  config: { scope, documentedResponses: { 200: WebhookContract, ...READ_REFUSALS } },
  schema: { operationId: 'getWebhook', summary: 'Get a webhook', ...NAMED },
} as const
const CREATE = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: contract.WebhookRequest,
    documentedResponses: { 201: WebhookContract, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'It is INACTIVE until its receiver has answered a health check or its status is set. The organization needs a signing key first.',
    ...DOCUMENTED,
  },
} as const
const UPDATE = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: contract.WebhookChange,
    documentedResponses: { 200: WebhookContract, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description: 'Members that are not sent stay as they are.',
    ...NAMED,
  },
} as const
const STATUS = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: contract.StatusRequest,
    documentedResponses: { 200: { type: 'null' }, ...CHANGE_REFUSALS },
  },
  schema: { operationId: 'setWebhookStatus', summary: 'Activate or deactivate a webhook', ...NAMED },
} as const
const DELETE = {
  config: { scope, documentedResponses: { 200: { type: 'null' }, ...CHANGE_REFUSALS } },
  schema: {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Its deliveries stay listed.',
    ...NAMED,
  },
} as const
const TEST = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedResponses: { 201: contract.TestContract, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'testWebhook',
    summary: 'Send a test notification',
    description:
      'It is signed and sent immediately, whatever the status of the webhook. The response says what became of it.',
    ...NAMED,
  },
} as const

const LIST_QUERY = members({ productId: optional(given(plainText(255))), eventType: optional(given(plainText(255))) })
const STATUS_BODY = members({ status: required(given(oneOf(['ACTIVE', 'INACTIVE']))) })

/** Routes of webhooks, which subscribe an organization's receivers to events. */
export function webhookRoutes(deps: WebhookRoutesDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    for (const version of VERSIONS) {
      addReadingRoutes(app, deps, version)
      addChangingRoutes(app, deps, version)
    }
    app.post('/notification-subscriptions/v1/webhooks/:webhookId', TEST, async (request, reply) =>
      respondOnce(reply, {
        database,
        act: (once) => sendTest({ ...deps, db: database.db }, once, actorOf(request), { webhookId: idOf(request) }),
        present: (sent) => ({ status: 201, body: presentTest(sent) }),
      }),
    )
  }
}

type Api = Parameters<RoutePlugin>[0]

function addReadingRoutes(app: Api, { database: { db } }: WebhookRoutesDeps, version: Version): void {
  const { present } = version
  const path = `${version.base}/webhooks`
  app.get(`${version.base}/products/:organizationId`, documented(PRODUCTS, version), async (request) => {
    await actForNamed(db, request, request.params.organizationId)
    return presentProducts()
  })
  app.get(path, documented(LIST, version), async (request) => {
    const { organizationId } = request.organization
    const filter = valueOrThrow(LIST_QUERY(request.query, ''))
    const webhooks = await listWebhooks(db, { organizationId, ...filter, limit: WEBHOOKS_MAX })
    return webhooks.map(present)
  })
  app.get(`${path}/:webhookId`, documented(GET, version), async (request) =>
    present(await getWebhook(db, actorOf(request), idOf(request))),
  )
}

function addChangingRoutes(app: Api, deps: WebhookRoutesDeps, version: Version): void {
  const { database, outbound } = deps
  const { present } = version
  const change: ChangeDeps = { ...deps, problemOf: outbound.problemOf }
  const path = `${version.base}/webhooks`
  const namedPath = `${path}/:webhookId`
  app.post(path, documented(CREATE, version), async (request, reply) =>
    respondOnce(reply, {
      database,
      act: (once) => createWebhook(change, once, actorOf(request), { body: request.body }),
      present: (webhook) => ({ status: 201, body: present(webhook) }),
    }),
  )
  app.patch(namedPath, documented(UPDATE, version), async (request, reply) =>
    respondOnce(reply, {
      database,
      act: (once) => updateWebhook(change, once, actorOf(request), { webhookId: idOf(request), body: request.body }),
      present: (webhook) => ({ status: 200, body: present(webhook) }),
    }),
  )
  app.put(`${namedPath}/status`, documented(STATUS, version), async (request, reply) => {
    const { status } = valueOrThrow(STATUS_BODY(request.body, ''))
    return respondOnce(reply, {
      database,
      act: (once) => requestStatus(change, once, actorOf(request), { webhookId: idOf(request), status }),
      present: empty,
    })
  })
  app.delete(namedPath, documented(DELETE, version), async (request, reply) =>
    respondOnce(reply, {
      database,
      act: (once) => deleteWebhook(change, once, actorOf(request), { webhookId: idOf(request) }),
      present: empty,
    }),
  )
}

/** The documentation of a route at this version's path; every path has an operation id of its own. */
function documented<R extends { readonly schema: { readonly operationId: string; readonly summary: string } }>(
  route: R,
  { isFormer }: Version,
): R {
  if (!isFormer) return route
  const { operationId, summary } = route.schema
  const schema = { ...route.schema, operationId: `${operationId}V1`, summary: `${summary} (v1)`, deprecated: true }
  return { ...route, schema }
}

function idOf({ params }: Pick<FastifyRequest, 'params'>): string {
  return (params as Pick<Webhook, 'webhookId'>).webhookId
}

function empty() {
  return { status: 200 }
}
