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

// What proxies write when the client was gone before the answer was.
const CLIENT_GONE = 499

/** Every answer names its id, every request ends in one log line and is counted. */
export function addRequestTracking(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    metrics.requestStarted()
    reply.header(CORRELATION_HEADER, request.id)
    // The library's own hook at the end of an answer does not run when the client goes away.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unmatched'
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE
      metrics.requestEnded({ method: request.method, route, status }, reply.elapsedTime / 1000)
      logRequest(request, reply, { route, status })
    })
  })
}

function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, status }: { route: string; status: number },
): void {
  const { isPathSecret, isRoutine } = request.routeOptions.config
  const facts = {
    method: request.method,
    route,
    ...(isPathSecret ? {} : { path: pathOf(request) }),
    status,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    remoteAddress: request.ip,
  }
  const message = status === CLIENT_GONE ? 'the client went away' : 'request answered'
  request.log[isRoutine ? 'debug' : 'info'](facts, message)
}
