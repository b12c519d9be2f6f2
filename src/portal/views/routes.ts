import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ONCE_REFUSALS, REFUSALS } from '../../invoicing/index.ts'
import { valueOrThrow } from '../../kernel/reading/reading.ts'
import { ActingFor, actorOf, people } from '../../organizations/index.ts'
import { isPermitted } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { changeView, createView, removeView } from './change-views.ts'
import { ViewBody, ViewId, ViewList, ViewResponse } from './contract.ts'
import { canChange, readViewInput, type View, type Viewer } from './view.ts'
import { listViews } from './view-store.ts'

export type ViewDeps = { readonly database: Database; readonly machineClock: Clock }

const PATH = '/portal/v1/views'
const FOR_PEOPLE = { scope: 'any', isForPeople: true } as const
const DOCUMENTED = { tags: ['Portal'], querystring: ActingFor }
const CHANGE = { ...FOR_PEOPLE, documentedHeaders: OnceHeaders, documentedBody: ViewBody } as const
const Deleted = Type.Null({ description: 'The view is deleted.' })

const LIST = {
  config: { ...FOR_PEOPLE, documentedResponses: { 200: ViewList, ...REFUSALS } },
  schema: {
    operationId: 'listViews',
    summary: 'List saved views',
    description: 'Your own and the shared ones of the organization. For people who have signed in; a key gets 403.',
    ...DOCUMENTED,
  },
} as const
const CREATE = {
  config: { ...CHANGE, documentedResponses: { 201: ViewResponse, ...ONCE_REFUSALS } },
  schema: { operationId: 'createView', summary: 'Save a view', ...DOCUMENTED },
} as const
const REPLACE = {
  config: { ...CHANGE, documentedResponses: { 200: ViewResponse, ...ONCE_REFUSALS } },
  schema: {
    operationId: 'changeView',
    summary: 'Change a view',
    description: 'A shared view is changed by the person who made it, or by an owner or admin.',
    ...DOCUMENTED,
    params: ViewId,
  },
} as const
const DELETE = {
  config: { ...FOR_PEOPLE, documentedResponses: { 204: Deleted, ...REFUSALS } },
  schema: { operationId: 'deleteView', summary: 'Delete a view', ...DOCUMENTED, params: ViewId },
} as const

/** Named lists of invoices or transactions, personal or shared. */
export function viewRoutes({ database, machineClock }: ViewDeps): RoutePlugin {
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, LIST, async (request) => {
      const viewer = viewerOf(request)
      const { organizationId } = request.organization
      const views = await listViews(database.db, { organizationId, personId: viewer.personId })
      return { views: views.map((view) => presentView(view, viewer)) }
    })
    app.post(PATH, CREATE, async (request, reply) => {
      const input = valueOrThrow(readViewInput(request.body, ''))
      return respondOnce(reply, {
        database,
        act: (db) => createView({ db, machineClock }, viewActorOf(request), input),
        present: (view) => ({ status: 201, body: presentView(view, viewerOf(request)) }),
      })
    })
    app.put(`${PATH}/:viewId`, REPLACE, async (request, reply) => {
      const input = { ...valueOrThrow(readViewInput(request.body, '')), viewId: request.params.viewId }
      return respondOnce(reply, {
        database,
        act: (db) => changeView({ db, machineClock }, viewActorOf(request), input),
        present: (view) => ({ status: 200, body: presentView(view, viewerOf(request)) }),
      })
    })
    app.delete(`${PATH}/:viewId`, DELETE, async (request, reply) => {
      await removeView({ db: database, machineClock }, viewActorOf(request), request.params)
      return reply.code(204).send()
    })
  }
}

function viewActorOf(request: FastifyRequest) {
  return { ...actorOf(request), viewer: viewerOf(request) }
}

function viewerOf(request: FastifyRequest): Viewer {
  const { person, membership } = people.userOf(request)
  const { role } = membership
  return { personId: person.personId, isManager: isPermitted(role, 'users'), canShare: role !== 'viewer' }
}

function presentView(view: View, viewer: Viewer) {
  const { viewId, name, isShared, list, query, columns, personId } = view
  return {
    viewId,
    name,
    isShared,
    list,
    query,
    columns,
    isOwn: personId === viewer.personId,
    canChange: canChange(view, viewer),
  }
}
