import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/**
 * On close no new connection is accepted and idle ones are closed immediately; running requests finish, their responses
 * ask to close the connection, and requests that are still running after the time limit are cut off.
 */
export function addGracefulClose(app: FastifyInstance, closeTimeoutMs: number): void {
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  closeWhenDone(app.server, () => isClosing)
  app.addHook('preClose', async () => {
    isClosing = true
    cut = setTimeout(() => {
      app.log.warn({ closeTimeoutMs }, 'closing connections of requests that are still running')
      app.server.closeAllConnections()
    }, closeTimeoutMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  // Runs after the server is closed, and also where it never listened.
  app.addHook('onClose', async () => clearTimeout(cut))
}

/**
 * Counts the responses that each connection still owes. The server itself counts one as idle as soon as the last byte is
 * in its own buffer, and would cut off a large response that a client is still reading. While the server is closing, a
 * connection ends with its last response, also where that promised to keep it.
 */
function closeWhenDone(server: Server, isClosing: () => boolean): void {
  const responsesOwed = new Map<Socket, number>()
  const owe = (socket: Socket, change: 1 | -1): void => {
    const owed = (responsesOwed.get(socket) ?? 0) + change
    if (responsesOwed.has(socket)) responsesOwed.set(socket, owed)
    if (owed <= 0 && isClosing()) socket.destroySoon()
  }
  // Under TLS the requests come over the secured connection, not over the bare one below it.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    responsesOwed.set(socket, 0)
    socket.once('close', () => responsesOwed.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    owe(socket, 1)
    response.once('close', () => owe(socket, -1))
  })
  // The server calls this on itself when it closes.
  server.closeIdleConnections = () => {
    for (const [socket, owed] of responsesOwed) if (owed === 0) socket.destroy()
  }
}
