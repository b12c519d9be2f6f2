import { Readable } from 'node:stream'
import Type from 'typebox'
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
      const { query, organization, params } = request
      const report = reportNamed(params.name)
      const { format } = valueOrThrow(QUERY(query, ''))
      if (!report.formats.includes(format)) throw notAvailableAs(report, format)
      const computed = await computeReport(deps, report, { query, organization, format })
      if (computed === undefined) return format === 'json' ? reply.send({}) : refuseEmpty()
      const { content, reading } = computed
      const pieces = 'pieces' in content ? content.pieces : content
      const body = format === 'json' ? await boundedText(pieces) : undefined
      await auditReading(deps, actorOf(request), reading)
      if (body !== undefined) return reply.type('application/json; charset=utf-8').send(body)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${report.name}.csv"`)
        .send(Readable.from(encoded(pieces), { objectMode: false }))
    })
  }
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

function refuseEmpty(): never {
  throw new AppError('not-found', 'NOT_FOUND', 'No transactions found for this period.')
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
