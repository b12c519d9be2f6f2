import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { AppError } from '../../kernel/errors.ts'
import { knownTag } from '../../platform/http/negotiation/entity-tags.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { jsonHeaders } from '../http/json-type.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { getReportDefinition } from '../reports/get-report-definition.ts'
import {
  DefinitionName,
  DefinitionQuery,
  Definitions,
  DefinitionsQuery,
  DetailedDefinition,
  NotModified,
} from './contract.ts'
import { presentAttributes, presentDefinition } from './present.ts'

const PATH = '/reporting/v3/report-definitions'

const LIST = {
  config: {
    scope: 'reports:read',
    documentedResponses: { 200: Definitions, 304: NotModified, ...READING_REFUSALS },
  },
  schema: {
    operationId: 'getResourceV2Info',
    summary: 'List report definitions',
    tags: ['Reporting'],
    querystring: DefinitionsQuery,
  },
} as const

const ONE = {
  config: {
    scope: 'reports:read',
    documentedResponses: { 200: DetailedDefinition, 304: NotModified, ...READING_REFUSALS },
  },
  schema: {
    operationId: 'getResourceInfoByReportDefinition',
    summary: 'Get a report definition and its fields',
    tags: ['Reporting'],
    params: DefinitionName,
    querystring: DefinitionQuery,
  },
} as const

/** The report definitions and their fields. */
export const definitionRoutes: RoutePlugin = async (app) => {
  app.addHook('preValidation', async ({ query }) => {
    foldLetterCase(query as Record<string, unknown>)
  })
  app.get(PATH, LIST, async ({ query, organization }, reply) => {
    refuseOthersThanCustom(query.subscriptionType)
    const reportDefinitions = REPORT_DEFINITIONS.map((definition) => presentDefinition(definition, organization))
    return sendJson(reply, { reportDefinitions })
  })
  app.get(`${PATH}/:reportDefinitionName`, ONE, async (request, reply) => {
    const { params, query, organization } = request
    refuseOthersThanCustom(query.subscriptionType)
    const definition = getReportDefinition(params.reportDefinitionName)
    if (query.download === true) {
      reply.header('content-disposition', `attachment; filename="${definition.name}.json"`)
    }
    const { timeZone } = organization
    return sendJson(reply, {
      ...presentDefinition(definition, { timeZone, format: query.reportMimeType }),
      attributes: presentAttributes(definition),
    })
  })
}

const FOLDS: Readonly<Record<string, (value: string) => string>> = {
  subscriptionType: (value) => value.toUpperCase(),
  reportMimeType: (value) => value.toLowerCase(),
  download: (value) => value.toLowerCase(),
}

/** Makes parameters case-insensitive, and drops those without a value. */
function foldLetterCase(query: Record<string, unknown>): void {
  for (const [name, fold] of Object.entries(FOLDS)) {
    const value = query[name]
    if (value === '') delete query[name]
    else if (typeof value === 'string') query[name] = fold(value)
  }
}

function refuseOthersThanCustom(subscriptionType = 'CUSTOM'): void {
  if (subscriptionType === 'CUSTOM') return
  const message = `There are no ${subscriptionType} report definitions; all definitions are CUSTOM.`
  throw new AppError('not-found', 'NOT_FOUND', message, [{ field: 'subscriptionType', reason: 'NOT_FOUND' }])
}

/**
 * Sends the body with an ETag of its content, or 304 if the client already has it. The response only changes with the
 * catalogue or the organization, but it is private.
 */
function sendJson(reply: FastifyReply, content: object): FastifyReply {
  const request = reply.request as FastifyRequest
  const body = JSON.stringify(content)
  const tag = `"${hash('sha256', body, 'base64url')}"`
  const known = knownTag(tag, request.headers['if-none-match'])
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept, accept-encoding', etag: known ?? tag })
  if (known !== undefined) return reply.code(304).send()
  return reply.headers(jsonHeaders(request)).send(body)
}
