import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock/clock.ts'
import { isFailed, type LoggedRequest, PATH_LENGTH_MAX, refusalIn, shortened } from './logged-request.ts'
import type { RequestRecorder } from './request-recorder.ts'
import { shownBody, shownText } from './shown-body.ts'

type RequestLog = {
  readonly recorder: RequestRecorder
  readonly machineClock: Clock
  /** In sandbox mode only. */
  readonly keepsBodies: boolean
}

type Seen = Pick<LoggedRequest, 'refusal' | 'requestBody' | 'responseBody'>

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** A successful reading is not kept with its response, which anyone can read again. */
const OWN_PATH = '/portal/v1/request-log'
/** These routes are about people, keys and secrets. */
const WITHOUT_BODIES: ReadonlySet<string | undefined> = new Set(['users', 'keys', 'organization'])
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json/i
const TEXT_LENGTH_MAX = 256_000

/**
 * Notes each request of a known caller once its response was sent. What people only read is left out: every page of the
 * portal asks several times, and would drive out what programs did.
 */
export function addRequestLog(app: FastifyInstance, { recorder, machineClock, keepsBodies }: RequestLog): void {
  const seen = new WeakMap<FastifyRequest, Seen>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWanted = isFailed(reply.statusCode) || (keepsBodies && !READING_METHODS.has(request.method))
    if (isWanted && isLogged(request, reply)) seen.set(request, seenIn(request, reply, payload, keepsBodies))
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged(request, reply)) recorder.add(loggedRequest(request, reply, seen.get(request), machineClock))
    done()
  })
  app.addHook('onClose', () => recorder.close())
}

function isLogged({ caller, method, url }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  // Nobody's organization is known before the caller is.
  if (caller === undefined || url.startsWith(OWN_PATH)) return false
  return caller.kind === 'key' || !READING_METHODS.has(method) || isFailed(statusCode)
}

function seenIn(request: FastifyRequest, reply: FastifyReply, payload: unknown, keepsBodies: boolean): Seen {
  const text = textOf(reply, payload)
  const { scope, isForPeople } = request.routeOptions.config
  const hasBodies = keepsBodies && !WITHOUT_BODIES.has(scope) && !(isForPeople && scope === 'any')
  return {
    refusal: isFailed(reply.statusCode) && text !== undefined ? refusalIn(text) : undefined,
    requestBody: hasBodies && isJson(request.body) ? shownBody(request.body) : undefined,
    responseBody: hasBodies && text !== undefined ? shownText(text) : undefined,
  }
}

/** Files, streams and long lists are not read. */
function textOf(reply: FastifyReply, payload: unknown): string | undefined {
  if (!JSON_TYPE.test(String(reply.getHeader('content-type') ?? ''))) return undefined
  if (typeof payload === 'string') return payload.length <= TEXT_LENGTH_MAX ? payload : undefined
  return Buffer.isBuffer(payload) && payload.length <= TEXT_LENGTH_MAX ? payload.toString('utf8') : undefined
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body)
}

function loggedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  seen: Seen | undefined,
  machineClock: Clock,
): LoggedRequest {
  const { caller } = request
  const known = caller.kind === 'key' ? caller.transacting : caller.actingFor
  // A request that is refused early has no organization yet.
  const { organizationId } = (request.organization as FastifyRequest['organization'] | undefined) ?? known
  return {
    ...{ organizationId, requestId: request.id, at: machineClock.now() },
    ...{ method: request.method, path: shortened(request.url, PATH_LENGTH_MAX), status: reply.statusCode },
    durationMs: Math.round(reply.elapsedTime),
    keyId: caller.kind === 'key' ? caller.credential.keyId : undefined,
    personId: caller.kind === 'user' ? caller.person.personId : undefined,
    refusal: seen?.refusal,
    requestBody: seen?.requestBody,
    responseBody: seen?.responseBody,
  }
}
