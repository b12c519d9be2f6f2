import { AppError, type FieldProblem, type RefusalKind } from '../../../kernel/errors.ts'
import { isStoreUnavailable } from '../../stores/is-store-unavailable.ts'

/** A failure in HTTP terms, before a service gives it its own shape. */
export type HttpFailure = {
  readonly httpStatus: number
  /** The status in words. */
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly details: readonly (FieldProblem & { readonly sentence?: string })[]
  readonly facts?: AppError['facts']
}

type Status = readonly [httpStatus: number, status: string]

/** The one place where a refusal's kind becomes an HTTP status. */
const STATUS_OF_KIND: Readonly<Record<RefusalKind, Status>> = {
  invalid: [400, 'BADREQUEST'],
  unauthenticated: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
  'not-found': [404, 'NOTFOUND'],
  gone: [410, 'GONE'],
  'method-not-allowed': [405, 'METHOD_NOT_ALLOWED'],
  'not-acceptable': [406, 'NOT_ACCEPTABLE'],
  conflict: [409, 'CONFLICT'],
  'precondition-failed': [412, 'PRECONDITION_FAILED'],
  'too-large': [413, 'PAYLOAD_TOO_LARGE'],
  'headers-too-large': [431, 'HEADERS_TOO_LARGE'],
  'too-slow': [408, 'REQUEST_TIMEOUT'],
  'out-of-range': [416, 'RANGE_NOT_SATISFIABLE'],
  'unsupported-media-type': [415, 'UNSUPPORTED_MEDIA_TYPE'],
  'rate-limited': [429, 'TOO_MANY_REQUESTS'],
  unavailable: [503, 'SERVICE_UNAVAILABLE'],
}

const SERVER_ERROR: HttpFailure = {
  httpStatus: 500,
  status: 'SERVER_ERROR',
  reason: 'SYSTEM_ERROR',
  message: 'Error - General system failure.',
  details: [],
}

const STORE_AWAY = {
  code: 'STORE_UNAVAILABLE',
  message: 'Storage is temporarily unavailable; please retry shortly.',
}

const MALFORMED = { code: 'MALFORMED_REQUEST', message: 'The request is not valid HTTP.' }

/** Refusals of the HTTP library and the HTTP parser that a caller can fix, by their code. */
const REFUSAL_OF_CODE: Readonly<Record<string, readonly [RefusalKind, string, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-media-type',
    'UNSUPPORTED_MEDIA_TYPE',
    'The content type is not supported here.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'BODY_TOO_LARGE', 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid',
    'INVALID_CONTENT_LENGTH',
    'The body does not match its content-length.',
  ],
  FST_ERR_BAD_URL: ['invalid', 'INVALID_URL', 'The path is not encoded correctly.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'NOT_FOUND', 'The resource does not exist.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', 'REQUEST_TIMEOUT', 'The request is too slow.'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'HEADERS_TOO_LARGE', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too-large', 'BODY_TOO_LARGE', 'The body is too large.'],
}

/** Turns any error into a refusal that the caller may read, or into a failure that reveals nothing. */
export function httpFailure(error: unknown): HttpFailure {
  if (error instanceof AppError) return refusal(error.kind, error)
  if (isStoreUnavailable(error)) return refusal('unavailable', STORE_AWAY)
  return knownRefusal(error) ?? SERVER_ERROR
}

/** The failure of a request that the HTTP parser refused. */
export function parserFailure(error: Error): HttpFailure {
  return knownRefusal(error) ?? refusal('invalid', MALFORMED)
}

function knownRefusal(error: unknown): HttpFailure | undefined {
  const errorCode = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [kind, code = '', message = ''] = REFUSAL_OF_CODE[errorCode] ?? []
  return kind === undefined ? undefined : refusal(kind, { code, message })
}

type Refusal = Pick<AppError, 'code' | 'message'> & Partial<Pick<HttpFailure, 'details' | 'facts'>>

function refusal(kind: RefusalKind, { code, message, details = [], facts }: Refusal): HttpFailure {
  const [httpStatus, status] = STATUS_OF_KIND[kind]
  return { httpStatus, status, reason: code, message, details, facts }
}
