import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { pathOf } from '../errors/request-path.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path is itself a secret, such as a payment link: the log names the pattern only. */
    isPathSecret?: boolean
    /** Called every few seconds by machines: logged at debug level. */
    isRoutine?: boolean
  }
  interface FastifyRequest {
    /** One of very many alike, such as of a flood: logged at debug level. */
    isQuiet: boolean
  }
}

/** The id of a response and its log lines; never taken from the caller. */
export const CORRELATION_HEADER = 'v-c-correlation-id'

/** Payment tokens have 64 characters; a link with a mistake in it still contains one. */
const TOKEN = /[\w-]{64,}/g

// The status that proxies log if the client disconnected first.
const CLIENT_GONE = 499

/** Gives every response its id, and logs and counts every request. */
export class RequestTracking {
  readonly #metrics: Metrics
  /** The part before the secret in the paths of such routes. */
  readonly #secretPrefixes = new Set<string>()

  constructor(metrics: Metrics) {
    this.#metrics = metrics
  }

  /** Before any route is added. */
  addTo(app: FastifyInstance): void {
    app.decorateRequest('isQuiet', false)
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.isPathSecret) this.#secretPrefixes.add(url.split(/[:*]/, 1)[0] ?? '')
    })
    app.addHook('onRequest', async (_request, reply) => this.track(reply))
  }

  track(reply: FastifyReply): void {
    const { request } = reply
    this.#metrics.requestStarted()
    reply.header(CORRELATION_HEADER, request.id)
    // The library's own hook at the end of a response does not run when the client goes away.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unmatched'
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE
      const labels = { method: request.method, route, status }
      this.#metrics.requestEnded(labels, reply.elapsedTime / 1000)
      this.#log(reply, { route, status })
    })
  }

  #log(reply: FastifyReply, { route, status }: { route: string; status: number }): void {
    const { request } = reply
    const path = pathOf(request)
    const facts = {
      method: request.method,
      route,
      ...(this.#isSecret(path) ? {} : { path: path.replace(TOKEN, '[token]') }),
      status,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      remoteAddress: request.ip,
    }
    const { isRoutine } = request.routeOptions.config
    const message = status === CLIENT_GONE ? 'the client went away' : 'request completed'
    request.log[isRoutine || request.isQuiet ? 'debug' : 'info'](facts, message)
  }

  /** Whatever route it reached, if any: a secret with an extra slash or a wrong method is still a secret. */
  #isSecret(path: string): boolean {
    const lower = path.toLowerCase()
    return this.#secretPrefixes.values().some((prefix) => lower.startsWith(prefix.toLowerCase()))
  }
}
