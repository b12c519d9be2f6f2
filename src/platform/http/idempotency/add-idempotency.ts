import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import type { Repetition } from '../../concurrency/repeat.ts'
import { pathOf, queryOf } from '../errors/request-path.ts'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import { KeyClaim } from './key-claim.ts'
import { invalidKey, keyMissing } from './key-refusals.ts'
import { sendResponse } from './serialize-response.ts'
import { isStoredStatus, RESPONSE_BYTES_MAX, type StoredResponse } from './stored-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's claim on its Idempotency-Key; undefined without one. */
    keyClaim: KeyClaim | undefined
  }
  interface FastifyContextConfig {
    /**
     * Two requests to this route are equal if this is equal, whatever their query and body: for a body that is not JSON,
     * and above all for one with card data, which must not be hashed.
     */
    idempotencyFingerprint?: (request: FastifyRequest) => string | Buffer
    /** Whether requests without an Idempotency-Key are refused. */
    requiresIdempotencyKey?: boolean
  }
}

export type Idempotency = {
  readonly keys: IdempotencyKeys
  /** The organization acted for; known once the earlier hooks have run. Without one, keys are not honoured. */
  readonly organizationOf: (request: FastifyRequest) => string | undefined
  /** The organization whose key sent the request. */
  readonly callerOf: (request: FastifyRequest) => string
}

/** The methods on which an Idempotency-Key is honoured. */
export const KEYED_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT'])
const KEY = /^[\x20-\x7e]{1,255}$/
/** The whole key of a row must fit into a page of PostgreSQL's index. */
const PATH_LENGTH_MAX = 1_000
const REPLAYED_HEADER = 'idempotency-replayed'
/** Headers that belong to the response itself; all others are set for each response. */
const KEPT_HEADERS = [
  'allow',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
] as const

/**
 * Honours Idempotency-Key on every POST and PUT of this context. Added after the hooks that
 * find the caller and the organization. A route whose effect is one transaction responds with `respondOnce`; the
 * response of any other route is stored after its effect, so it is as safe against a kill as the route itself.
 */
export function addIdempotency(app: FastifyInstance, { keys, organizationOf, callerOf }: Idempotency): void {
  app.decorateRequest('keyClaim', undefined)
  app.addHook('preHandler', async (request, reply) => {
    const key = keyIn(request)
    const organizationId = organizationOf(request)
    if (key === undefined || organizationId === undefined) return undefined
    const scope = {
      organizationId,
      method: request.method,
      path: storedPath(pathOf(request).replace(/\/$/, '')),
      key,
    }
    const fingerprint = keys.fingerprint(askedBy(request))
    const found = await keys.claim({ scope, fingerprint, callerId: callerOf(request) })
    if (!(found instanceof KeyClaim)) {
      return sendResponse(reply.header(REPLAYED_HEADER, 'true'), found)
    }
    request.keyClaim = found
    return undefined
  })
  // Waits until the response is stored: otherwise a retry could get a different one.
  app.addHook('onSend', async ({ keyClaim }, reply, payload) => {
    if (keyClaim === undefined || keyClaim.isOver) return payload
    try {
      const response = responseToKeep(reply, payload)
      if (response !== undefined) await keyClaim.keep(response)
      return payload
    } catch (error) {
      return reply.turnIntoFailure(error)
    } finally {
      await keyClaim.letGo()
    }
  })
  let cleanup: Repetition | undefined
  app.addHook('onListen', async () => {
    cleanup = keys.startCleanup()
  })
  app.addHook('onClose', async () => cleanup?.stop())
}

/** Undefined if the request has none, or if its method does not take one. */
function keyIn({ headers, method, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined && routeOptions.config.requiresIdempotencyKey === true) throw keyMissing()
  if (key === undefined || !KEYED_METHODS.has(method)) return undefined
  if (typeof key !== 'string' || !KEY.test(key)) throw invalidKey()
  return key
}

function storedPath(path: string): string {
  return path.length <= PATH_LENGTH_MAX ? path : `sha256 ${createHash('sha256').update(path).digest('hex')}`
}

function askedBy(request: FastifyRequest): string | Buffer {
  const ofRoute = request.routeOptions.config.idempotencyFingerprint
  if (ofRoute !== undefined) return ofRoute(request)
  const body = request.rawBody ?? request.body ?? ''
  assert(
    typeof body === 'string' || Buffer.isBuffer(body),
    'A route that reads its body by itself says in its config what makes two requests equal.',
  )
  // The line feed separates query and body, so that no two requests look alike.
  return Buffer.concat([Buffer.from(`${queryOf(request)}\n`), Buffer.from(body)])
}

/** Undefined if the response is not stored: because of its status, or because it is a stream or too large. */
function responseToKeep(reply: FastifyReply, payload: unknown): StoredResponse | undefined {
  const body = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? undefined)
  const isWhole = body === undefined || Buffer.isBuffer(body)
  if (!isStoredStatus(reply.statusCode) || !isWhole) return undefined
  if (body !== undefined && body.length > RESPONSE_BYTES_MAX) return undefined
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [[name, String(value)] as const]
  })
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body }
}
