import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { totalOfPage } from '../../kernel/reading/page-query.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { jsonHeaders } from '../http/json-type.ts'
import { ownersOf } from '../http/owners.ts'
import { CHANGING_REFUSALS, LISTING_REFUSALS, OnceHeaders } from '../http/refusal-contract.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import type { Report } from '../reports/report.ts'
import { OrderContract } from '../reports/terms/order-contract.ts'
import type { OrderWarning } from '../reports/terms/order-warnings.ts'
import { cancelReport } from './cancel-report.ts'
import { ReportContract, ReportId, ReportListContract, ReportListQueryContract } from './contract.ts'
import { orderReport } from './order-report.ts'
import { presentListedReport, presentReport, REPORTS_PATH, reportPath, viewerOf } from './present.ts'
import { readReportListQuery } from './report-list-query.ts'
import { countReports, listReports } from './report-list-store.ts'
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
      304: Type.Null({
        description:
          'The same report has already been ordered under this name, and covers its whole period or is not finished.',
      }),
    },
  },
  schema: {
    operationId: 'createReport',
    summary: 'Order a one-time report',
    description:
      'Three one-time reports per API key run at a time; further ones are QUEUED. If the period is not over, `warnings` says so, and the same order later runs the report again.',
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

const LIST = {
  config: {
    scope: 'reports:read',
    isList: true,
    documentedQuery: ReportListQueryContract,
    documentedResponses: { 200: ReportListContract, ...LISTING_REFUSALS },
  },
  schema: {
    operationId: 'searchReports',
    summary: 'List reports',
    description:
      'Returns 404 if there are no matching reports. If there are more than fit on the page, the header Link leads to the next one.',
    tags: ['Reporting'],
  },
} as const

/** Lists, orders, reruns and cancels reports. */
export function reportRoutes(deps: ReportRoutesDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.get(REPORTS_PATH, LIST, async (request, reply) => {
      const [{ db }, owners, query] = [database, ownersOf(request), readReportListQuery(request.query)]
      const reports = await listReports(db, owners, query)
      if (reports.length === 0) throw new AppError('not-found', 'NOT_FOUND', 'No reports found.')
      const total = await totalOfPage(query, reports, () => countReports(db, owners, query))
      const viewer = viewerOf(request)
      reply.headers({ ...jsonHeaders(request), ...linkToNext(request, { ...query, total }) })
      return reply.send({
        reportSearchResults: reports.map((report) => presentListedReport(report, viewer)),
        totalReports: total,
      })
    })
    app.post(REPORTS_PATH, ORDER, async (request, reply) => {
      const { organization, body } = request
      return respondOnce(reply, {
        database,
        act: (db) => orderReport({ ...deps, db }, actorOf(request), { organization, body }),
        // No Location: clients would follow it for any 3xx status.
        present: ({ outcome, report, warnings }) =>
          outcome === 'ordered' ? createdResponse(request, report, warnings) : { status: 304 },
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
      return reply.headers(jsonHeaders(request)).send(presentReport(report, viewerOf(request)))
    })
  }
}

function createdResponse(request: FastifyRequest, report: Report, warnings: readonly OrderWarning[] = []) {
  const viewer = viewerOf(request)
  return {
    status: 200,
    headers: { ...jsonHeaders(request), location: reportPath(report, viewer) },
    body: presentReport(report, viewer, { warnings }),
  }
}
