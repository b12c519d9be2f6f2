import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/log.ts'
import { http } from '../../processes/node-http.ts'
import { isTimedByItself } from '../bodies/long-body.ts'
import { standardErrorShape } from '../errors/error-shape.ts'
import { parserFailure } from '../errors/http-failure.ts'
import { CORRELATION_HEADER } from './request-tracking.ts'
import type { ResponseHeaders } from './security-headers.ts'

/** Responds to requests that cannot be parsed: no route and no hook sees them. */
export function clientErrorHandler(deps: {
  readonly clock: Clock
  readonly log: Logger
  readonly headers: ResponseHeaders
}): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isTimedByItself(socket)) return
    const failure = parserFailure(error)
    const { httpStatus } = failure
    const correlationId = randomUUID()
    deps.log.info({ requestId: correlationId, status: httpStatus, code: error.code }, 'request rejected')
    // More bytes would corrupt a response that has already begun.
    if (socket.writable && !isResponding(socket)) {
      const context = { at: deps.clock.now(), correlationId, accept: undefined }
      const { contentType, body } = standardErrorShape(failure, context)
      const headers = {
        ...deps.headers,
        'content-type': contentType,
        [CORRELATION_HEADER]: correlationId,
      }
      socket.write(rawResponse(httpStatus, headers, body))
    }
    socket.destroy(error)
  }
}

function isResponding(socket: Socket): boolean {
  const message = (socket as { _httpMessage?: { headersSent?: boolean } | null })._httpMessage
  return message?.headersSent === true
}

function rawResponse(httpStatus: number, headers: ResponseHeaders, body: string): string {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${httpStatus} ${http.STATUS_CODES[httpStatus]}\r\n${lines.join('')}\r\n${body}`
}
