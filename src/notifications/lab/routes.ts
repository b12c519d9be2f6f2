import type { Static } from 'typebox'
import Type from 'typebox'
import { pageReaders } from '../../kernel/reading/page-query.ts'
import { isObject, members, valueOrThrow } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, organizationsBelow } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { changeReceiver } from './change-receiver.ts'
import { AnsweringContract, AnsweringRequest, DeliveriesContract, ReceiverName } from './contract.ts'
import { parsedBody } from './receive.ts'
import { type ListedDelivery, listReceived } from './receiver-store.ts'

const PATH = '/sandbox/v1/receivers/:name'
const PAGE_MAX = 1_000
const QUERY = members(pageReaders(PAGE_MAX))
const tags = ['Sandbox']

const LIST = {
  config: {
    scope: 'sandbox',
    isList: true,
    documentedQuery: Type.Object({
      ...ActingFor.properties,
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_MAX })),
    }),
  },
  schema: {
    operationId: 'getReceivedDeliveries',
    summary: 'List what a receiver got',
    description:
      'Newest first, with the verdict on each signature. A receiver keeps the last 1,000 of an organization.',
    tags,
    params: ReceiverName,
    response: { 200: DeliveriesContract },
  },
} as const

const CHANGE = {
  config: { scope: 'sandbox', isAllowedWhenSuspended: true },
  schema: {
    operationId: 'setReceiver',
    summary: 'Set how a receiver answers',
    description:
      'Makes it fail or respond late to the deliveries of the organization acted for and of those below it; the ' +
      'setting nearest to a delivery’s organization counts.',
    tags,
    params: ReceiverName,
    querystring: ActingFor,
    body: AnsweringRequest,
    response: { 200: AnsweringContract },
  },
} as const

/** The webhook lab of the sandbox: the deliveries to its receivers, and their responses. */
export function labRoutes({ database }: { readonly database: Database }): RoutePlugin {
  const { db } = database
  return async (app) => {
    app.get(`${PATH}/deliveries`, LIST, async ({ query, params, organization }) => {
      const organizations = organizationsBelow(organization.organizationId)
      const page = valueOrThrow(QUERY(query, ''))
      const deliveries = await listReceived(db, { organizations, name: params.name, ...page })
      return { deliveries: deliveries.map(presentDelivery) }
    })
    app.put(PATH, CHANGE, async ({ params: { name }, organization, body }) => {
      const answering = await changeReceiver(database, { organization, name }, body)
      return { organizationId: organization.organizationId, name, ...answering }
    })
  }
}

type Presented = Static<typeof DeliveriesContract>['deliveries'][number]

function presentDelivery(delivery: ListedDelivery): Presented {
  const { id, receivedAt, organizationId, headers, isVerified, reason, answered } = delivery
  const body = parsedBody(delivery.body)
  const notificationId = isObject(body) ? body['notificationId'] : undefined
  return {
    id,
    receivedAt: writtenInstant(receivedAt),
    organizationId,
    ...present('webhookId', headers['v-c-webhook-id']),
    ...present('eventType', headers['v-c-event-type']),
    ...present('notificationId', typeof notificationId === 'string' ? notificationId : undefined),
    verified: isVerified,
    ...present('reason', reason),
    status: answered,
    headers,
    body,
  }
}

function present<const Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: string })
}
