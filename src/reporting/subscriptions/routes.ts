import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { pageReaders, totalOfPage } from '../../kernel/reading/page-query.ts'
import { members, valueOrThrow } from '../../kernel/reading/reading.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { jsonHeaders } from '../http/json-type.ts'
import { ownersOf } from '../http/owners.ts'
import { CHANGING_REFUSALS, LISTING_REFUSALS, OnceHeaders, READING_REFUSALS } from '../http/refusal-contract.ts'
import { isStorableText } from '../reports/report-store.ts'
import type { OrderWarning } from '../reports/terms/order-warnings.ts'
import { removeSubscription, setPaused, unknownSubscription } from './change-subscription.ts'
import {
  LISTED_MAX,
  PredefinedBodyContract,
  ScheduleContract,
  SubscriptionBodyContract,
  SubscriptionContract,
  SubscriptionListContract,
  SubscriptionListQueryContract,
  SubscriptionName,
} from './contract.ts'
import { presentSchedule, presentSubscription } from './present.ts'
import { type PutDeps, putSubscription } from './put-subscription.ts'
import { readPredefined } from './read-predefined.ts'
import type { Subscription } from './subscription.ts'
import { countSubscriptions, findSubscription, listSubscriptions } from './subscription-store.ts'

export type SubscriptionRoutesDeps = Omit<PutDeps, 'db'> & { readonly database: Database }

const PATH = '/reporting/v3/report-subscriptions'
const PREDEFINED_PATH = '/reporting/v3/predefined-report-subscriptions'
const LIST_QUERY = members(pageReaders(LISTED_MAX))
const NAMED_PATH = `${PATH}/:reportName`
const DOCUMENTED = { tags: ['Reporting'], querystring: ActingFor }
const NAMED = { ...DOCUMENTED, params: SubscriptionName }

const reading = (body: object) => ({
  scope: 'reports:read' as const,
  documentedResponses: { 200: body, ...READING_REFUSALS },
})
const changing = (body: object) => ({
  scope: 'reports:manage' as const,
  documentedResponses: { 200: body, ...CHANGING_REFUSALS },
})
const changingOnce = (body: object) => ({ ...changing(body), documentedHeaders: OnceHeaders })

const LIST = {
  config: {
    scope: 'reports:read',
    isList: true,
    documentedQuery: SubscriptionListQueryContract,
    documentedResponses: { 200: SubscriptionListContract, ...LISTING_REFUSALS },
  },
  schema: {
    operationId: 'getAllSubscriptions',
    summary: 'List report subscriptions',
    description:
      'By organization and name. Without organizationId, subscriptions of all organizations below yours are included. Returns 404 if there are none. If there are more than fit on the page, the header Link leads to the next one.',
    tags: ['Reporting'],
  },
} as const
const GET = {
  config: reading(SubscriptionContract),
  schema: { operationId: 'getSubscription', summary: 'Get a report subscription', ...NAMED },
} as const
const SCHEDULE = {
  config: reading(ScheduleContract),
  schema: {
    operationId: 'getSubscriptionSchedule',
    summary: 'Get the next runs of a report subscription',
    ...NAMED,
  },
} as const
const PUT = {
  config: {
    ...changingOnce(SubscriptionContract),
    documentedBody: SubscriptionBodyContract,
    documentedResponses: {
      200: SubscriptionContract,
      ...CHANGING_REFUSALS,
      304: Type.Null({ description: 'The subscription already has these terms.' }),
    },
  },
  schema: {
    operationId: 'createSubscription',
    summary: 'Create or edit a report subscription',
    description:
      'The reportName identifies the subscription. Name and definition cannot be changed. After a change of the schedule, the first period starts where the last one ended.',
    ...DOCUMENTED,
  },
} as const
const PUT_PREDEFINED = {
  config: {
    ...changingOnce(SubscriptionContract),
    documentedBody: PredefinedBodyContract,
    documentedResponses: {
      200: SubscriptionContract,
      201: { ...SubscriptionContract, description: 'The subscription is new.' },
      ...CHANGING_REFUSALS,
    },
  },
  schema: {
    operationId: 'createStandardOrClassicSubscription',
    summary: 'Create or edit a predefined report subscription',
    description:
      'Subscribes to a definition with its default fields. It is a subscription like others afterwards: listed, paused and deleted by its name.',
    ...DOCUMENTED,
  },
} as const
const DELETE = {
  config: changing(Type.Null()),
  schema: {
    operationId: 'deleteSubscription',
    summary: 'Delete a report subscription',
    description: 'Its reports are kept.',
    ...NAMED,
  },
} as const
const PAUSE = {
  config: changingOnce(SubscriptionContract),
  schema: {
    operationId: 'pauseSubscription',
    summary: 'Pause a report subscription',
    description:
      'No reports are generated until the subscription is resumed. Periods that end during the pause are skipped.',
    ...NAMED,
  },
} as const
const RESUME = {
  config: changingOnce(SubscriptionContract),
  schema: { operationId: 'resumeSubscription', summary: 'Resume a report subscription', ...NAMED },
} as const

/** Report subscriptions: recurring reports. */
export function subscriptionRoutes(deps: SubscriptionRoutesDeps): RoutePlugin {
  const { database } = deps
  const load = async (request: FastifyRequest): Promise<Subscription> => {
    const { organizationId, reportName } = namedBy(request)
    const subscription = await findSubscription(database.db, organizationId, reportName)
    if (subscription === undefined) throw unknownSubscription()
    return subscription
  }
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, LIST, async (request, reply) => {
      const [{ db }, owners, page] = [database, ownersOf(request), valueOrThrow(LIST_QUERY(request.query, ''))]
      const subscriptions = await listSubscriptions(db, owners, page)
      if (subscriptions.length === 0) {
        throw new AppError('not-found', 'NOT_FOUND', 'Subscriptions not found.')
      }
      const total = await totalOfPage(page, subscriptions, () => countSubscriptions(db, owners))
      reply.headers({ ...jsonHeaders(request), ...linkToNext(request, { ...page, total }) })
      return reply.send({
        subscriptions: subscriptions.map((one) => presentSubscription(one)),
        totalSubscriptions: total,
      })
    })
    app.get(NAMED_PATH, GET, async (request, reply) =>
      reply.headers(jsonHeaders(request)).send(presentSubscription(await load(request))),
    )
    app.get(`${NAMED_PATH}/schedule`, SCHEDULE, async (request, reply) =>
      reply.headers(jsonHeaders(request)).send(presentSchedule(await load(request))),
    )
    app.put(PATH, PUT, async (request, reply) => {
      const { organization, body } = request
      return respondOnce(reply, {
        database,
        act: (db) => putSubscription({ ...deps, db }, actorOf(request), { organization, body }),
        present: ({ outcome, subscription, warnings }) =>
          outcome === 'unchanged' ? { status: 304 } : jsonResponse(request, subscription, warnings),
      })
    })
    app.put(PREDEFINED_PATH, PUT_PREDEFINED, async (request, reply) => {
      const { organization, body } = request
      return respondOnce(reply, {
        database,
        act: (db) => putSubscription({ ...deps, db }, actorOf(request), { organization, body, read: readPredefined }),
        // Clients of this route take a 304 for an error.
        present: ({ outcome, subscription }) => ({
          ...jsonResponse(request, subscription),
          status: outcome === 'created' ? 201 : 200,
        }),
      })
    })
    app.delete(NAMED_PATH, DELETE, async (request, reply) => {
      await removeSubscription({ ...deps, db: database }, actorOf(request), namedBy(request))
      return reply.send()
    })
    const respondPaused = async (request: FastifyRequest, reply: FastifyReply, isPaused: boolean) =>
      respondOnce(reply, {
        database,
        act: (db) => setPaused({ ...deps, db }, actorOf(request), { ...namedBy(request), isPaused }),
        present: (subscription) => jsonResponse(request, subscription),
      })
    app.post(`${NAMED_PATH}/pause`, PAUSE, async (request, reply) => respondPaused(request, reply, true))
    app.post(`${NAMED_PATH}/resume`, RESUME, async (request, reply) => respondPaused(request, reply, false))
  }
}

function namedBy({ organization, params }: FastifyRequest) {
  const { reportName } = params as { readonly reportName: string }
  if (!isStorableText(reportName)) throw unknownSubscription()
  return { organizationId: organization.organizationId, reportName }
}

function jsonResponse(request: FastifyRequest, subscription: Subscription, warnings?: readonly OrderWarning[]) {
  return {
    status: 200,
    headers: jsonHeaders(request),
    body: presentSubscription(subscription, warnings),
  }
}
