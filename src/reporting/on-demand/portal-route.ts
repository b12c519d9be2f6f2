import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { actorOf } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { LISTING_REFUSALS } from '../http/refusal-contract.ts'
import { auditReading, computeReport } from './compute-report.ts'
import { ON_DEMAND_REPORTS } from './on-demand-reports.ts'
import { WINDOW_PARAMETERS } from './responses/contract.ts'
import type { OnDemandDeps, OnDemandReport } from './responses/on-demand-report.ts'

const NAMES = ON_DEMAND_REPORTS.map(({ name }) => name)
/** A page shows a part of it; a browser has to hold all of it. */
const BYTES_MAX = 4_000_000

const QUERY = members({ format: withDefault(given(oneOf(['json', 'csv'])), 'json') })

const ROUTE = {
  config: {
    scope: 'reports:read',
    isList: true,
    documentedQuery: Type.Object({
      ...WINDOW_PARAMETERS,
      format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'A file with csv. Default: json.' })),
    }),
    documentedResponses: {
      200: Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'As GET /reporting/v3/{name} gives it; an empty object without data.',
        },
      ),
      ...LISTING_REFUSALS,
      413: {
        $ref: 'ReportingFailure#',
        description: `REPORT_TOO_LARGE: as JSON it has more than ${BYTES_MAX / 1e6} MB. Narrow the window, or ask for csv.`,
      },
    },
  },
  schema: {
    operationId: 'getOnDemandReport',
    summary: 'Compute a report for a page',
    description:
      'The parameters are those of GET /reporting/v3/{name}. Without data it is an empty object instead of 404, and it is bounded in size.',
    tags: ['Portal'],
    params: Type.Object({ name: Type.String({ description: `One of ${NAMES.join(', ')}.` }) }),
  },
} as const

/** Reports on demand as a page shows them: JSON of a bounded size, or a CSV file. */
export function onDemandPortalRoute(deps: OnDemandDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/on-demand-reports/:name', ROUTE, async (request, reply) => {
      const report = reportNamed(request.params.name)
      const { format } = valueOrThrow(QUERY(request.query, ''))
      if (!report.formats.includes(format)) throw notAvailableAs(report, format)
      const { query, organization } = request
      const computed = await computeReport(deps, report, { query, organization, format })
      const actor = actorOf(request)
      return format === 'json' ? sendJson(deps, reply, actor, computed) : sendFile(deps, reply, actor, computed)
    })
  }
}

type Computed = Awaited<ReturnType<typeof computeReport>>

async function sendJson(deps: OnDemandDeps, reply: FastifyReply, actor: Actor, computed: Computed) {
  if (computed === undefined) return reply.send({})
  const text = await boundedText(piecesOf(computed))
  await auditReading(deps, actor, computed.reading)
  return reply.type('application/json; charset=utf-8').send(text)
}

async function sendFile(deps: OnDemandDeps, reply: FastifyReply, actor: Actor, computed: Computed) {
  if (computed === undefined) throw new AppError('not-found', 'NOT_FOUND', 'No transactions found for this period.')
  await auditReading(deps, actor, computed.reading)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${computed.reading.report.name}.csv"`)
    .send(Readable.from(encoded(piecesOf(computed)), { objectMode: false }))
}

function piecesOf({ content }: NonNullable<Computed>): AsyncIterable<string> {
  return 'pieces' in content ? content.pieces : content
}

function reportNamed(name: string): OnDemandReport {
  const report = ON_DEMAND_REPORTS.find((one) => one.name === name)
  if (report !== undefined) return report
  const message = `There is no on-demand report of this name; there are ${NAMES.join(', ')}.`
  throw new AppError('not-found', 'NOT_FOUND', message, [{ field: 'name', reason: 'NOT_FOUND' }])
}

function notAvailableAs({ formats }: OnDemandReport, format: string): AppError {
  const message = `Not acceptable: this report is available as ${formats.join(', ')}, not as ${format}.`
  return new AppError('not-acceptable', 'NOT_ACCEPTABLE', message, [{ field: 'format', reason: 'NOT_ACCEPTABLE' }])
}

async function boundedText(pieces: AsyncIterable<string>): Promise<string> {
  const read: string[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > BYTES_MAX) {
      const message = 'The report is too large to be shown. Narrow the window, or ask for CSV.'
      throw new AppError('too-large', 'REPORT_TOO_LARGE', message)
    }
    read.push(piece)
  }
  return read.join('')
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
