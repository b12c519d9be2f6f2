import Type from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { sendTagged } from '../http/send-tagged.ts'
import { dtdTexts } from './dtd-texts.ts'

const DTD = {
  config: {
    documentedAnswers: {
      200: {
        description: 'The document type definition.',
        content: { 'application/xml-dtd': { schema: Type.String() } },
      },
      404: READING_REFUSALS[404],
    },
  },
  schema: {
    operationId: 'getDTDV2',
    summary: 'The form of XML reports of a type',
    description: 'Needs no key: whoever has a report may check it.',
    tags: ['Reporting'],
    params: Type.Object({
      reportDefinitionNameVersion: Type.String({
        description: 'The code that the reports name, with or without a version.',
        examples: ['trr', 'cdr-1.1'],
      }),
    }),
  },
} as const

/** What the head of every XML report refers to, for everybody. */
export const dtdRoutes: RoutePlugin = async (app) => {
  const texts = dtdTexts()
  app.get('/reporting/v3/dtds/:reportDefinitionNameVersion', DTD, async (request, reply) => {
    const name = request.params.reportDefinitionNameVersion.replace(/\.dtd$/, '')
    const body = texts.get(name)
    if (body === undefined) throw new AppError('not-found', 'NOT_FOUND', 'There is no such DTD.')
    reply.header('cache-control', 'public, max-age=3600')
    return sendTagged(reply, { contentType: 'application/xml-dtd; charset=utf-8', body })
  })
}
