import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { JSON_TYPE, jsonTypeFor } from '../http/json-type.ts'
import { CHANGING_REFUSALS, OnceHeaders } from '../http/refusal-contract.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import type { Report } from '../reports/report.ts'
import { OrderContract } from '../terms/order-contract.ts'
import { cancelReport } from './cancel-report.ts'
import { ReportContract, ReportId } from './contract.ts'
import { orderReport } from './order-report.ts'
import { presentReport, REPORTS_PATH, reportPath } from './present.ts'
import { viewerOf } from './report-asker.ts'
import { rerunReport } from './rerun-report.ts'

export type ReportRoutesDeps = Omit<ReportActionDeps, 'db'> & { readonly database: Database }

const scope = 'reports:manage'
const DOCUMENTED = { tags: ['Reporting'], querystring: ActingFor }
const documentedResponses = { 200: ReportContract, ...CHANGING_REFUSALS }

const ORDER = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: OrderContract,
    documentedResponses: {
      ...documentedResponses,
      304: Type.Null({ description: 'The same report has already been ordered under this name.' }),
    },
  },
  schema: {
    operationId: 'createReport',
    summary: 'Order a one-time report',
    description: 'Three one-time reports per API key run at a time; further ones are QUEUED.',
    ...DOCUMENTED,
  },
} as const
const CANCEL = {
  config: { scope, documentedResponses },
  schema: {
    operationId: 'cancelReport',
    summary: 'Cancel a report',
    description: 'An unfinished report becomes ERROR with the reason canceled. A finished report gets 409.',
    ...DOCUMENTED,
    params: ReportId,
  },
} as const
const RERUN = {
  config: { scope, documentedHeaders: OnceHeaders, documentedResponses },
  schema: {
    operationId: 'rerunReport',
    summary: 'Run a report again',
    description:
      'Orders a new report with the same terms. Once it has succeeded, the previous version becomes RERUN; it stays available by its reportId.',
    ...DOCUMENTED,
    params: ReportId,
  },
} as const

/** Reports one by one: order, cancel, run again. */
export function reportRoutes(deps: ReportRoutesDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post(REPORTS_PATH, ORDER, async (request, reply) => {
      const { organization, body } = request
      return respondOnce(reply, {
        database,
        act: (db) => orderReport({ ...deps, db }, actorOf(request), { organization, body }),
        // Clients would follow a Location for any status from 300 on.
        present: ({ outcome, report }) => (outcome === 'ordered' ? createdResponse(request, report) : { status: 304 }),
      })
    })
    app.post(`${REPORTS_PATH}/:reportId/rerun`, RERUN, async (request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => rerunReport({ ...deps, db }, actorOf(request), request.params),
        present: (report) => createdResponse(request, report),
      }),
    )
    app.delete(`${REPORTS_PATH}/:reportId`, CANCEL, async (request, reply) => {
      const report = await cancelReport({ ...deps, db: database }, actorOf(request), request.params)
      const { headers, body } = jsonResponse(request, report)
      return reply.headers(headers).send(body)
    })
  }
}

/** A new report: what it is, and where. */
function createdResponse(request: FastifyRequest, report: Report) {
  const { headers, body } = jsonResponse(request, report)
  return {
    status: 200,
    headers: { ...headers, location: reportPath(report, viewerOf(request)) },
    body,
  }
}

function jsonResponse(request: FastifyRequest, report: Report) {
  return {
    headers: { 'content-type': jsonTypeFor(request.headers.accept) ?? JSON_TYPE },
    body: presentReport(report, viewerOf(request)),
  }
}
