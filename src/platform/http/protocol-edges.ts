import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kernel/errors.ts'

/** What the server underneath would answer by itself, without an id, a header or a shape of ours. */
export function addProtocolEdges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.httpVersion === '1.1' && request.raw.headers.host === undefined) {
      throw new AppError('invalid', 'MISSING_HOST', 'The request names no host.')
    }
  })
  // An expectation nobody knows may be passed over; the request itself is answered as usual.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
}
