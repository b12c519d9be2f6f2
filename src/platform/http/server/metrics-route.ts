import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { AppError } from '../../../kernel/errors.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { failureWhen } from '../errors/failure-contract.ts'

const GET = {
  config: {
    isRoutine: true,
    documentedResponses: { 401: failureWhen('QUITTANCE_METRICS_TOKEN is set, and the request lacks it.') },
  },
  schema: {
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus',
    description:
      'Not on this port in live mode, or with QUITTANCE_METRICS_PORT. With QUITTANCE_METRICS_TOKEN it needs that token: ' +
      '`Authorization: Bearer …`.',
    tags: ['Health'],
    security: [],
    response: {
      200: {
        description: 'Metrics in the Prometheus text format.',
        content: { 'text/plain': { schema: Type.String() } },
      },
    },
  },
} as const

/** The metrics, for anyone or for callers with a token. */
export function metricsRoute({
  metrics: { registry },
  token,
}: {
  readonly metrics: Metrics
  readonly token: string | undefined
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/metrics', GET, async ({ headers }, reply) => {
      if (token !== undefined && !isBearer(headers.authorization, token)) {
        throw new AppError('unauthenticated', 'AUTHENTICATION_FAILED', 'Authentication Failed')
      }
      return reply
        .header('content-type', registry.contentType)
        .serializer((text: string) => text)
        .send(await registry.metrics())
    })
  }
}

/** Hashes have one length, so that the time of the comparison tells nothing about the token. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(hash(given), hash(token))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
