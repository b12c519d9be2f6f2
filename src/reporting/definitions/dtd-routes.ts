import Type from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { onFirstUse } from '../../platform/http/errors/on-first-use.ts'
import { StaticResponse } from '../../platform/http/pages/static-response.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { dtdsByName } from './dtds.ts'

const DTD = {
  config: {
    documentedResponses: {
      200: {
        description: 'The document type definition.',
        content: { 'application/xml-dtd': { schema: Type.String() } },
      },
      404: READING_REFUSALS[404],
    },
  },
  schema: {
    operationId: 'getDTDV2',
    summary: 'Get the DTD of XML reports',
    description: 'Needs no authentication, so that anyone who has a report can validate it.',
    tags: ['Reporting'],
    security: [],
    params: Type.Object({
      reportDefinitionNameVersion: Type.String({
        description: 'Code of the DTD as named in the reports, with or without a version.',
        examples: ['trr', 'cdr-1.1'],
      }),
    }),
  },
} as const

/** Serves the DTDs that XML reports refer to, without authentication. */
export const dtdRoutes: RoutePlugin = async (app) => {
  const headers = {
    'content-type': 'application/xml-dtd; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  }
  const responses = onFirstUse(
    () => new Map([...dtdsByName()].map(([name, text]) => [name, new StaticResponse(text, headers)])),
  )
  app.get('/reporting/v3/dtds/:reportDefinitionNameVersion', DTD, async (request, reply) => {
    const name = request.params.reportDefinitionNameVersion.replace(/\.dtd$/, '')
    const dtd = responses().get(name)
    if (dtd === undefined) throw new AppError('not-found', 'NOT_FOUND', 'DTD not found.')
    return dtd.send(request, reply)
  })
}
