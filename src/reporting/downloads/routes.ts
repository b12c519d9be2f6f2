import type { FastifyReply, FastifyRequest } from 'fastify'
import { ContentRefusal, invalid } from '../../kernel/reading/reading.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { jsonHeaders } from '../http/json-type.ts'
import { ownersOf } from '../http/owners.ts'
import { ReportId } from '../ordering/contract.ts'
import { presentReport, REPORTS_PATH, viewerOf } from '../ordering/present.ts'
import type { Report } from '../reports/report.ts'
import { readReportDate, readReportTime } from '../reports/report-times.ts'
import { DownloadQuery, FILE_ANSWERS, REPORT_ANSWERS, ReportQuery } from './contract.ts'
import { type DownloadDeps, getNamedReport, getReport } from './download-report.ts'
import { countLateRecords, type LateDeps } from './late-records.ts'
import type { NamedReport } from './named-report-store.ts'
import { sendReport } from './send-report.ts'
import { wantsFile } from './wants-file.ts'

export type DownloadRoutesDeps = DownloadDeps & LateDeps

const BY_NAME = {
  // Files are compressed where their ranges allow it.
  compress: false,
  config: { scope: 'reports:read', documentedResponses: FILE_ANSWERS },
  schema: {
    operationId: 'downloadReport',
    summary: 'Download a report by name and date',
    tags: ['Reporting'],
    querystring: DownloadQuery,
  },
} as const

const BY_ID = {
  compress: false,
  config: { scope: 'reports:read', documentedResponses: REPORT_ANSWERS },
  schema: {
    operationId: 'getReportByReportId',
    summary: 'Get a report or its file',
    description:
      'Returns the file with download=true, or if Accept names its type and does not allow JSON; otherwise the metadata.',
    tags: ['Reporting'],
    params: ReportId,
    querystring: ReportQuery,
  },
} as const

/** Downloads of report files, and the metadata of a report. */
export function downloadRoutes(deps: DownloadRoutesDeps): RoutePlugin {
  const { db } = deps.database
  return async (app) => {
    app.addHook('preValidation', async ({ query }) => foldQuery(query as Record<string, unknown>))
    // HEAD has a handler of its own: Fastify's would read the whole file to find its length.
    for (const method of ['HEAD', 'GET'] as const) {
      app.route({
        ...BY_NAME,
        method,
        url: '/reporting/v3/report-downloads',
        handler: async (request, reply) => {
          const named = readNamedReport(request.query)
          const report = await getNamedReport(db, ownersOf(request), named)
          return sendReport(deps, request, reply, report)
        },
      })
      app.route({
        ...BY_ID,
        method,
        url: `${REPORTS_PATH}/:reportId`,
        handler: async (request, reply) => {
          const { params, query, headers } = request
          const report = await getReport(db, ownersOf(request), params.reportId)
          const { mimeType } = report.terms
          reply.header('vary', 'accept')
          return wantsFile({ mimeType, accept: headers.accept, download: query.download })
            ? sendReport(deps, request, reply, report)
            : sendMetadata(deps, request, reply, report)
        },
      })
    }
  }
}

async function sendMetadata(
  deps: LateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
): Promise<FastifyReply> {
  const lateRecords = await countLateRecords({ ...deps, log: request.log }, report)
  const metadata = presentReport(report, viewerOf(request), { lateRecords })
  return reply.headers(jsonHeaders(request)).send(JSON.stringify(metadata))
}

/** Drops parameters without a value, and makes `download` case-insensitive. */
function foldQuery(query: Record<string, unknown>): void {
  for (const name of ['reportTime', 'download']) if (query[name] === '') delete query[name]
  const { download } = query
  if (typeof download === 'string') query['download'] = download.toLowerCase()
}

type NamedQuery = {
  readonly reportName: string
  readonly reportDate: string
  readonly reportTime?: string
}

/** Reads name, date and time; throws a refusal that names every problem. */
function readNamedReport({ reportName, reportDate, reportTime }: NamedQuery): NamedReport {
  const reportOn = readReportDate(reportDate)
  // The time is checked even if the date is invalid, so that both problems are reported.
  const day = reportOn ?? Temporal.PlainDate.from('2000-01-01')
  const endsWithin = reportTime === undefined ? undefined : readReportTime(reportTime, day)
  const isTimeWrong = reportTime !== undefined && endsWithin === undefined
  const problems = [...(reportOn === undefined ? [WRONG_DATE] : []), ...(isTimeWrong ? [WRONG_TIME] : [])]
  if (reportOn === undefined || isTimeWrong) throw new ContentRefusal(problems)
  return { reportName, reportOn, endsWithin }
}

const WRONG_DATE = invalid('reportDate', 'must be a valid date such as 2026-03-09 or 20260309')
const WRONG_TIME = invalid('reportTime', 'must be a local time with an offset, such as 10:00:00+05:00 or 10:00:00Z')
