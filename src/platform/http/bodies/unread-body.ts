import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * A refused request may still be sending its body. As much as the route would have accepted is read and discarded, so
 * that the client gets the response; if more was announced, the connection is closed.
 */
export function addUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete || !hasBody(request.headers)) return
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (announced > request.routeOptions.bodyLimit) reply.header('connection', 'close')
  })
}

/**
 * How much a refused sender may still send before it is disconnected, and how long it may take: a sender without a key
 * could otherwise keep us reading.
 */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024
const DISCARD_MS_MAX = 10_000

/**
 * For routes with large bodies, if the response is sent before the whole body has arrived: the rest is read and
 * discarded, because a sender whose connection is closed would only see an error.
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
