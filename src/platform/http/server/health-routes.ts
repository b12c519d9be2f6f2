import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Metrics } from '../../metrics/metrics.ts'
import { checkReadiness, type ReadinessCheck } from './readiness.ts'

const ROUTINE = { config: { isRoutine: true } } as const
const tags = ['Health']

const Alive = Type.Object({ status: Type.Literal('ok') }, { description: 'It is.' })
const readinessAnswer = (description: string) =>
  Type.Object(
    {
      status: Type.Enum(['ready', 'not-ready']),
      checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), message: Type.String() })),
    },
    { description },
  )

export function healthRoutes(deps: {
  readonly metrics: Metrics
  readonly readiness: readonly ReadinessCheck[]
  readonly readinessTimeoutMs: number
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/healthz',
      {
        ...ROUTINE,
        schema: {
          operationId: 'getHealth',
          summary: 'Is the process alive?',
          tags,
          response: { 200: Alive },
        },
      },
      async () => ({ status: 'ok' as const }),
    )
    app.get(
      '/readyz',
      {
        ...ROUTINE,
        schema: {
          operationId: 'getReadiness',
          summary: 'Can the service do its work?',
          description: 'Names each part the service needs and whether it answers.',
          tags,
          response: {
            200: readinessAnswer('Every part answers.'),
            503: readinessAnswer('At least one part does not answer.'),
          },
        },
      },
      async (_request, reply) => {
        const checks = [...(await checkReadiness(deps.readiness, deps.readinessTimeoutMs))]
        const isReady = checks.every((check) => check.ok)
        return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not-ready', checks })
      },
    )
    app.get(
      '/metrics',
      {
        ...ROUTINE,
        schema: {
          operationId: 'getMetrics',
          summary: 'Figures for Prometheus',
          tags,
          response: {
            200: {
              description: 'The figures in Prometheus text form.',
              content: { 'text/plain': { schema: Type.String() } },
            },
          },
        },
      },
      async (_request, reply) =>
        reply
          .header('content-type', deps.metrics.registry.contentType)
          .serializer((text: string) => text)
          .send(await deps.metrics.registry.metrics()),
    )
  }
}
