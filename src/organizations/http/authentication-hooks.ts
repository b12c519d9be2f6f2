import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import { AuthenticationRefusal } from '../domain/authentication-refusal.ts'
import type { RequestFacts } from '../domain/request-facts.ts'
import { checkedBody } from './checked-body.ts'

/** Who is asking is known before a body is read, and a body is read in full before it is believed. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, metrics }: { readonly authenticator: Authenticator; readonly metrics: Metrics },
): void {
  const digests = new WeakMap<FastifyRequest, Buffer>()
  const tell = (request: FastifyRequest, { reason, keyId }: AuthenticationRefusal): void => {
    metrics.authenticationFailed(reason)
    request.log.info({ reason, keyId }, 'authentication refused')
  }
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    try {
      const { caller, bodyDigest } = await authenticator.authenticate(factsOf(request.raw))
      request.caller = caller
      if (bodyDigest !== undefined) digests.set(request, bodyDigest)
    } catch (error) {
      if (error instanceof AuthenticationRefusal) tell(request, error)
      throw error
    }
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    const digest = digests.get(request)
    if (digest === undefined) return payload
    return checkedBody(payload, digest, () => {
      const refusal = new AuthenticationRefusal('wrong-digest', request.caller.credential.keyId)
      tell(request, refusal)
      return refusal
    })
  })
  closeOnLargeRest(app)
}

function factsOf({ method = '', url = '', headers }: IncomingMessage): RequestFacts {
  return {
    method,
    target: url,
    header: (name) => {
      const value = headers[name]
      return typeof value === 'string' ? value : undefined
    },
    hasBody: hasBody(headers),
  }
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * A request that is refused may still be sending its body. As much as the route would have taken is read
 * and thrown away, so that the client gets to the answer; for more than that the connection is closed.
 */
function closeOnLargeRest(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete || !hasBody(request.headers)) return
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (announced > request.routeOptions.bodyLimit) reply.header('connection', 'close')
  })
}
