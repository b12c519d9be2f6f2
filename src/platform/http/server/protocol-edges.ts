import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'

/** Handles what the server underneath would answer without our id, headers and error shape. */
export function addProtocolEdges(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { host = [] } = raw.headersDistinct
    if (raw.httpVersion === '1.1' && host.length === 0) {
      throw new AppError('invalid', 'MISSING_HOST', 'The request has no host header.')
    }
    // A proxy may have used the other one.
    if (host.length > 1) {
      throw new AppError('invalid', 'SEVERAL_HOSTS', 'The request has several host headers.')
    }
  })
  // An unknown expectation may be ignored; the request is served as usual.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
}
