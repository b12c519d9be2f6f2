import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifySchema } from 'fastify'
import Type from 'typebox'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { Logger } from '../../log/log.ts'
import { failureWhen } from '../errors/failure-contract.ts'

/** Resolves if the part is usable, rejects with the reason if it is not. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<void> }

/** The options of a route that machines call every few seconds. */
function routine<Schema extends FastifySchema>(schema: Schema) {
  const documentedResponses = { 400: failureWhen('The request is not valid HTTP, such as one without a host.') }
  return { config: { isRoutine: true, documentedResponses }, schema: { ...schema, tags: ['Health'], security: [] } }
}

const Alive = Type.Object({ status: Type.Literal('ok') }, { description: 'The process is alive.' })
const readinessResponse = (description: string) =>
  Type.Object(
    {
      status: Type.Enum(['ready', 'not-ready']),
      checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), message: Type.String() })),
    },
    { description },
  )

/** Anyone may call the routes; the stores are not checked more often. */
const READINESS_EVERY_MS = 1_000

export function healthRoutes(deps: {
  readonly log: Logger
  readonly readiness: readonly ReadinessCheck[]
  readonly readinessTimeoutMs: number
}): FastifyPluginAsyncTypebox {
  const readiness = atMostEvery(READINESS_EVERY_MS, () =>
    Promise.all(deps.readiness.map((part) => runCheck(deps, part))),
  )
  return async (app) => {
    app.get(
      '/healthz',
      routine({ operationId: 'getHealth', summary: 'Is the process alive?', response: { 200: Alive } }),
      async () => ({ status: 'ok' as const }),
    )
    app.get(
      '/readyz',
      routine({
        operationId: 'getReadiness',
        summary: 'Is the service ready?',
        description:
          'Lists the parts that the service needs, and whether each responds. The log has the reasons. The parts are asked at most once a second.',
        response: {
          200: readinessResponse('Every part responds.'),
          503: readinessResponse('At least one part does not respond.'),
        },
      }),
      async (_request, reply) => {
        const checks = await readiness()
        const isReady = checks.every((check) => check.ok)
        return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not-ready', checks })
      },
    )
  }
}

/** Shares one result among all calls within the time. */
function atMostEvery<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let shared: { readonly result: Promise<T>; readonly at: number } | undefined
  return () => {
    if (shared === undefined || performance.now() - shared.at >= ms) shared = { result: work(), at: performance.now() }
    return shared.result
  }
}

type CheckDeps = { readonly log: Logger; readonly readinessTimeoutMs: number }

/** The reason may name hosts and users, so only the log has it. */
async function runCheck({ log, readinessTimeoutMs: timeoutMs }: CheckDeps, { name, check }: ReadinessCheck) {
  try {
    const isDone = await withTimeout(
      timeoutMs,
      check().then(() => true),
    )
    if (isDone === undefined) throw new Error(`no response within ${timeoutMs} ms`)
    return { name, ok: true, message: 'ok' }
  } catch (error) {
    log.warn({ part: name, err: error }, 'a part of the service is not ready')
    return { name, ok: false, message: 'not available' }
  }
}
