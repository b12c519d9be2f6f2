import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { actorOf } from '../../organizations/index.ts'
import { excludesType, preferredType } from '../../platform/http/negotiation/accept-header.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { JSON_TYPE, jsonTypeFor } from '../http/json-type.ts'
import { LISTING_REFUSALS } from '../http/refusal-contract.ts'
import { auditReading, computeReport } from './compute-report.ts'
import { ON_DEMAND_REPORTS } from './on-demand-reports.ts'
import type { OnDemandDeps, OnDemandFormat, OnDemandReport } from './responses/on-demand-report.ts'

/** Media types that select a format. */
const NAMES: Readonly<Record<OnDemandFormat, readonly [string, ...string[]]>> = {
  json: ['application/json', 'application/hal+json'],
  xml: ['application/xml', 'text/xml'],
  csv: ['text/csv'],
}

/** Reports that are computed on request. */
export function onDemandRoutes(deps: OnDemandDeps): readonly RoutePlugin[] {
  return ON_DEMAND_REPORTS.map((report) => routeOf(deps, report))
}

function routeOf(deps: OnDemandDeps, report: OnDemandReport): RoutePlugin {
  const { name, operationId, summary, description, query, body: responseBody, formats } = report
  const route = {
    config: {
      scope: 'reports:read' as const,
      isList: true,
      documentedQuery: query,
      documentedResponses: {
        200: { description: summary, content: contentOf(formats, responseBody) },
        ...LISTING_REFUSALS,
        406: {
          $ref: 'ReportingFailure#',
          description:
            formats.length === 1
              ? 'Accept excludes JSON, the only format of the report, by q=0.'
              : 'Accept allows none of the formats of the report.',
        },
      },
    },
    schema: { operationId, summary, description, tags: ['Reporting'] },
  }
  return async (app) => {
    app.get(`/reporting/v3/${name}`, route, async (request, reply) => respond(deps, report, request, reply))
  }
}

function contentOf(formats: readonly OnDemandFormat[], responseBody: object) {
  const text = { schema: { type: 'string' } }
  return Object.fromEntries(
    formats.map((format) => [NAMES[format][0], format === 'json' ? { schema: responseBody } : text]),
  )
}

async function respond(
  deps: OnDemandDeps,
  report: OnDemandReport,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, headers, organization } = request
  reply.header('vary', 'accept')
  const format = formatFor(headers.accept, report.formats)
  const computed = await computeReport(deps, report, { query, organization, format })
  if (computed === undefined) {
    const message = 'No transactions found for this period.'
    throw new AppError('not-found', 'NOT_FOUND', message)
  }
  const { content: response, reading } = computed
  if (request.method === 'GET') await auditReading(deps, actorOf(request), reading)
  const { pieces, nextHref } = 'pieces' in response ? response : { pieces: response }
  if (nextHref !== undefined) reply.header('link', `<${nextHref}>; rel="next"`)
  // For HEAD, Fastify would still read the whole body.
  const content = request.method === 'HEAD' ? [] : encoded(pieces)
  return reply
    .header('content-type', contentTypeOf(format, headers.accept))
    .send(Readable.from(content, { objectMode: false }))
}

function formatFor(accept: string | undefined, formats: readonly OnDemandFormat[]): OnDemandFormat {
  const format = preferredType(
    accept,
    formats.map((value) => ({ value, names: NAMES[value] })),
  )
  if (format !== undefined) return format
  // A report without a choice of formats is sent unless the client excludes its format.
  const [only, ...others] = formats
  if (only !== undefined && others.length === 0 && !excludesType(accept, NAMES[only][0])) return only
  const names = formats.flatMap((one) => NAMES[one])
  const message = `Not acceptable: this report is available as ${names.join(', ')}.`
  throw new AppError('not-acceptable', 'NOT_ACCEPTABLE', message)
}

function contentTypeOf(format: OnDemandFormat, accept: string | undefined): string {
  if (format === 'json') return jsonTypeFor(accept) ?? JSON_TYPE
  return `${NAMES[format][0]}; charset=utf-8`
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
