import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './http-limits.ts'

/**
 * Closes connections whose response has waited for the reader for a while, without a byte taken. Anyone who requests a
 * large response and does not read it would otherwise hold a connection and its buffers for good, and enough of them the
 * service. Time counts only while bytes wait, so a slow producer is not cut off.
 */
export function cutStalledReaders(app: FastifyInstance, { stalledReaderMsMax }: HttpLimits): void {
  app.addHook('onRequest', async ({ raw: { socket }, log }, reply) => {
    let queuedBefore = 0
    // Node starts the time again with every byte that leaves the process.
    reply.raw.setTimeout(stalledReaderMsMax, () => {
      if (socket.writableLength === 0) return
      const queued = queuedBelow(socket)
      if (queued !== queuedBefore) {
        queuedBefore = queued
        socket.setTimeout(stalledReaderMsMax)
        return
      }
      log.warn('closing the connection of a client that does not read its response')
      // With a reset: after an ordinary close the kernel would keep its buffer and try to send it.
      ;(bareOf(socket) ?? socket).resetAndDestroy()
    })
  })
}

type Bare = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }

/** The connection below TLS; undefined without TLS. */
function bareOf(socket: Socket): Bare | undefined {
  return (socket as { _parent?: Bare | null })._parent ?? undefined
}

/** How many encrypted bytes have not left the process: under TLS, Node itself looks at whole writes only. */
function queuedBelow(socket: Socket): number {
  return bareOf(socket)?._handle?.writeQueueSize ?? 0
}
