import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/log.ts'
import { isTimedByItself } from '../bodies/long-body.ts'
import { standardErrorShape } from '../errors/error-shape.ts'
import type { HttpFailure } from '../errors/http-failure.ts'
import { CORRELATION_HEADER } from './request-tracking.ts'
import type { ResponseHeaders } from './security-headers.ts'

type Failure = readonly [httpStatus: number, status: string, reason: string, message: string]

const FAILURE_OF_CODE: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'REQUEST_TIMEOUT', 'The request is too slow.'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'HEADERS_TOO_LARGE', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'BODY_TOO_LARGE', 'The body is too large.'],
}
const MALFORMED: Failure = [400, 'BADREQUEST', 'MALFORMED_REQUEST', 'The request is not valid HTTP.']

/** Answers requests that are cut off before they are requests: no route and no hook sees them. */
export function clientErrorHandler(deps: {
  readonly clock: Clock
  readonly log: Logger
  readonly headers: ResponseHeaders
}): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isTimedByItself(socket)) return
    const [httpStatus, status, reason, message] = FAILURE_OF_CODE[error.code ?? ''] ?? MALFORMED
    const correlationId = randomUUID()
    deps.log.info({ requestId: correlationId, status: httpStatus, code: error.code }, 'request rejected')
    // With an answer already under way, more bytes would only corrupt it.
    if (socket.writable && !isAnswering(socket)) {
      const failure: HttpFailure = { httpStatus, status, reason, message, details: [] }
      const context = { at: deps.clock.now(), correlationId, accept: undefined }
      const { contentType, body } = standardErrorShape(failure, context)
      const headers = {
        ...deps.headers,
        'content-type': contentType,
        [CORRELATION_HEADER]: correlationId,
      }
      socket.write(rawAnswer(httpStatus, headers, body))
    }
    socket.destroy(error)
  }
}

function isAnswering(socket: Socket): boolean {
  const message = (socket as { _httpMessage?: { headersSent?: boolean } | null })._httpMessage
  return message?.headersSent === true
}

function rawAnswer(httpStatus: number, headers: ResponseHeaders, body: string): string {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${lines.join('')}\r\n${body}`
}
