import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/**
 * On close no new connection is accepted and idle ones are closed at once; running requests finish, their responses
 * ask to close the connection, and requests that are still running after the time limit are cut off.
 */
export function addGracefulClose(app: FastifyInstance, closeTimeoutMs: number): void {
  const connections = new Connections(app.server)
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    connections.endOnceAnswered()
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
 * Knows which connections still owe a response. The server itself counts one as idle as soon as the last byte is in its
 * own buffer, and would cut off a large response that a client is still reading.
 */
class Connections {
  readonly #open = new Set<Socket>()
  readonly #answersOwed = new Map<Socket, number>()
  #isEnding = false

  constructor(server: Server) {
    // Under TLS the requests come over the secured connection, not over the bare one below it.
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
    server.on(event, (socket: Socket) => this.#watch(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#owe(request.socket, 1)
      response.once('close', () => this.#owe(request.socket, -1))
    })
    // The server calls this on itself when it closes.
    server.closeIdleConnections = () => this.#closeIdle()
  }

  /** From now on a connection ends with its last answer, also where that promised to keep it. */
  endOnceAnswered(): void {
    this.#isEnding = true
  }

  #watch(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#answersOwed.delete(socket)
    })
  }

  #owe(socket: Socket, change: 1 | -1): void {
    const owed = (this.#answersOwed.get(socket) ?? 0) + change
    if (owed > 0) this.#answersOwed.set(socket, owed)
    else this.#answersOwed.delete(socket)
    if (owed <= 0 && this.#isEnding) socket.destroySoon()
  }

  #closeIdle(): void {
    for (const socket of this.#open) if (!this.#answersOwed.has(socket)) socket.destroy()
  }
}
