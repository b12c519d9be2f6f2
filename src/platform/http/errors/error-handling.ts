import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import type { Clock } from '../../clock/clock.ts'
import { isStoreUnavailable } from '../../stores/is-store-unavailable.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { type ErrorShapeOfPrefix, errorShapeFor } from './error-shape.ts'
import { httpFailure } from './http-failure.ts'
import { pathOf } from './request-path.ts'
import { RetryLater } from './retry-later.ts'
import { withLaterParts } from './schema-validation.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * For a hook that fails while a response is being sent: turns it into a failure, and returns the body to send. An
     * error that is thrown there would have the library's own shape.
     */
    turnIntoFailure: (error: unknown) => string
  }
}

export type ErrorDeps = {
  readonly clock: Clock
  readonly errorShapes: readonly ErrorShapeOfPrefix[]
  /** For `WWW-Authenticate`, which every 401 must have. */
  readonly challenges: string
}

/** An embedded store that was killed is back after about this long. */
const STORE_BACK_SECONDS = 2

// A route may have set these before it failed.
const HEADERS_OF_SUCCESS = [
  'content-disposition',
  'content-encoding',
  'content-length',
  'etag',
  'last-modified',
  'location',
]

/** Handles every failure: thrown errors, unknown paths, wrong methods, malformed addresses. */
export function addErrorHandling(app: FastifyInstance, errorDeps: ErrorDeps): void {
  const allowed = new AllowedMethods()
  app.addHook('onRoute', (route) => allowed.add(route.url, route.method))
  app.decorateReply('turnIntoFailure', function (this: FastifyReply, error: unknown) {
    return turnIntoFailure(errorDeps, error, this)
  })
  app.setErrorHandler((error, _request, reply) => sendFailure(errorDeps, error, reply))
  // The handler below would run only after the body was read and parsed.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const methods = allowed.of(pathOf(request))
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    throw unknownRoute(methods)
  })
  app.setNotFoundHandler(() => {
    throw unknownRoute([])
  })
}

function unknownRoute(methods: readonly string[]): AppError {
  return methods.length > 0
    ? new AppError('method-not-allowed', 'METHOD_NOT_ALLOWED', 'The method is not allowed for this resource.')
    : new AppError('not-found', 'NOT_FOUND', 'The resource does not exist.')
}

export function sendFailure(errorDeps: ErrorDeps, thrown: unknown, reply: FastifyReply): FastifyReply {
  const body = turnIntoFailure(errorDeps, thrown, reply)
  // The body is final. Without this serializer it would pass through the route's response schema, which only knows
  // successful responses.
  return reply.serializer((payload: string) => payload).send(body)
}

/** Sets status and headers, and returns the body. */
function turnIntoFailure({ clock, errorShapes, challenges }: ErrorDeps, thrown: unknown, reply: FastifyReply): string {
  const { request } = reply
  const error = withLaterParts(thrown, request)
  const failure = httpFailure(error)
  logFailure(error, failure.httpStatus, request)
  const response = errorShapeFor(pathOf(request), errorShapes)(failure, {
    at: clock.now(),
    correlationId: request.id,
    accept: request.headers.accept,
    acceptLanguage: request.headers['accept-language'],
    cookie: request.headers.cookie,
    url: request.url,
  })
  for (const name of HEADERS_OF_SUCCESS) reply.removeHeader(name)
  const retryAfterSeconds = retryAfterSecondsOf(error)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (failure.httpStatus === 401) reply.header('www-authenticate', challenges)
  reply.code(failure.httpStatus).headers(response.headers ?? {})
  reply.header('content-type', response.contentType).header('cache-control', 'no-store')
  return response.body
}

function retryAfterSecondsOf(error: unknown): number | undefined {
  if (error instanceof RetryLater) return error.retryAfterSeconds
  return isStoreUnavailable(error) ? STORE_BACK_SECONDS : undefined
}

function logFailure(error: unknown, httpStatus: number, request: FastifyRequest): void {
  if (request.raw.aborted) request.log.debug({ err: error }, 'request aborted by the client')
  else if (httpStatus >= 500) request.log.error({ err: error }, 'request failed')
  else if (error instanceof AppError) {
    request.log.debug({ code: error.code, reason: error.message }, 'request refused')
  }
}
