import { AppError } from '../../kernel/errors.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { JSON_TYPE, jsonTypeFor } from '../http/json-type.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { ReportListContract, ReportListQueryContract } from './list-contract.ts'
import { presentListedReport, REPORTS_PATH } from './present.ts'
import { viewerOf } from './report-asker.ts'
import { readReportListQuery } from './report-list-query.ts'
import { listReports } from './report-list-store.ts'

export type ReportListRoutesDeps = { readonly database: Pick<Database, 'db'> }

const LIST = {
  config: {
    scope: 'reports:read',
    documentedQuery: ReportListQueryContract,
    documentedResponses: { 200: ReportListContract, ...READING_REFUSALS },
  },
  schema: {
    operationId: 'searchReports',
    summary: 'List reports',
    description: 'Returns 404 if there are no matching reports.',
    tags: ['Reporting'],
  },
} as const

/** Reports, ordered and made: of an organization, or of all below a partner or an account. */
export function reportListRoutes({ database: { db } }: ReportListRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get(REPORTS_PATH, LIST, async (request, reply) => {
      const { query, organization, headers } = request
      const asked = readReportListQuery(query)
      const isNamed = !hasNoValue((query as { organizationId?: unknown }).organizationId)
      const owners = { organizationId: organization.organizationId, includesBelow: !isNamed }
      const reports = await listReports(db, owners, asked)
      if (reports.length === 0) throw new AppError('not-found', 'NOT_FOUND', 'No reports found.')
      const asker = viewerOf(request)
      return reply
        .header('content-type', jsonTypeFor(headers.accept) ?? JSON_TYPE)
        .send({ reportSearchResults: reports.map((report) => presentListedReport(report, asker)) })
    })
  }
}
