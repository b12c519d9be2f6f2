import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * A request that is refused may still be sending its body. As much as the route would have taken is read
 * and thrown away, so that the client gets to the answer; for more than that the connection is closed.
 */
export function addUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete || !hasBody(request.headers)) return
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (announced > request.routeOptions.bodyLimit) reply.header('connection', 'close')
  })
}
