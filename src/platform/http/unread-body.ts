import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'

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
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024
const DISCARD_MS_MAX = 2_000

/**
 * Has what is left of a large body read and thrown away before its refusal is sent: most clients look for an
 * answer only once they have sent everything, and to a closed connection they say something else.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request.headers)) return
  const over = Promise.withResolvers<void>()
  let bytes = 0
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > DISCARDED_BYTES_MAX) over.resolve()
  }
  request.unpipe()
  request.on('data', count).once('end', over.resolve).once('close', over.resolve)
  await within(DISCARD_MS_MAX, over.promise)
  request.off('data', count).pause()
}
