import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

/** What a refused sender may still send before it is cut off, and how long it may take. */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024
const DISCARD_MS_MAX = 10_000

/**
 * For routes with large bodies, when an answer is on its way out before all of the body is in: instead of closing
 * the connection, on which the sender would find nothing but an error, the rest is read and thrown away.
 */
export function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.destroyed || !hasBody(raw.headers)) return
  reply.removeHeader('connection')
  const cutOff = (): void => void raw.socket.destroy()
  const timer = setTimeout(cutOff, DISCARD_MS_MAX).unref()
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARDED_BYTES_MAX) cutOff()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}
