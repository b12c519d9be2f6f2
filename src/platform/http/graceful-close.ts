import type { FastifyInstance } from 'fastify'

/**
 * On close no new connection is accepted and idle ones are closed at once (the server does both);
 * running requests finish, their answers ask for the connection to be closed, and what is still
 * running after the bound is cut.
 */
export function addGracefulClose(app: FastifyInstance, closeTimeoutMs: number): void {
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    cut = setTimeout(() => {
      app.log.warn({ closeTimeoutMs }, 'requests still running at close are cut off')
      app.server.closeAllConnections()
    }, closeTimeoutMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  // Runs after the server is closed, and also where it never listened.
  app.addHook('onClose', async () => clearTimeout(cut))
}
