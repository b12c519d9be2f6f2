import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { pathOf } from './request-path.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path is itself a secret, such as a payment link: the log names the pattern only. */
    isPathSecret?: boolean
    /** Asked every few seconds by machines: logged at debug level. */
    isRoutine?: boolean
  }
}

/** The id under which an answer and its log lines are found; never taken from the caller. */
export const CORRELATION_HEADER = 'v-c-correlation-id'

/** Every answer names its id, every request ends in one log line and is counted. */
export function addRequestTracking(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    metrics.requestStarted()
    reply.header(CORRELATION_HEADER, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const labels = { method: request.method, route, status: reply.statusCode }
    metrics.requestEnded(labels, reply.elapsedTime / 1000)
    logRequest(request, reply, route)
  })
}

function logRequest(request: FastifyRequest, reply: FastifyReply, route: string): void {
  const { isPathSecret, isRoutine } = request.routeOptions.config
  const facts = {
    method: request.method,
    route,
    ...(isPathSecret ? {} : { path: pathOf(request) }),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    remoteAddress: request.ip,
    ...(request.raw.aborted ? { isAborted: true } : {}),
  }
  request.log[isRoutine ? 'debug' : 'info'](facts, 'request answered')
}
