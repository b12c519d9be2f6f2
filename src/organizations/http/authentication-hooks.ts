import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { hasBody } from '../../platform/http/bodies/unread-body.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { refuseOtherSite } from '../../platform/http/pages/own-forms.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { withDatabaseUse } from '../../platform/postgres/database-use.ts'
import { AuthenticationRefusal } from '../authentication/authentication-refusal.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import { findUserCaller } from '../authentication/user-caller.ts'
import type { RequestFacts } from '../credentials/request-facts.ts'
import { ASKING, type CallerSource, decideBySource } from '../lookups/caller-source.ts'
import type { OrganizationLookups } from '../lookups/organization-lookups.ts'
import { type SessionCookie, sessionTokenIn } from '../sessions/session-cookie.ts'
import type { FailedAuthentications } from './failed-authentications.ts'
import { organizationIdInQuery } from './named-organization.ts'
import { keyIdOf } from './request-context.ts'

type AuthenticationParts = {
  readonly authenticator: Authenticator
  readonly organizations: OrganizationLookups
  readonly cookie: SessionCookie
  /** The origin of the public address. */
  readonly ownOrigin: string
  readonly failures: FailedAuthentications
  readonly metrics: Metrics
}

/** Authenticates the caller before the body is read, and checks the body's digest once all of it is read. */
export function addAuthentication(app: FastifyInstance, parts: AuthenticationParts): void {
  const { authenticator, failures, metrics } = parts
  const digests = new WeakMap<FastifyRequest, Buffer>()
  const countFailure = metrics.countBy({
    name: 'authentication_failures_total',
    help: 'Requests whose authentication was refused, by reason.',
    label: 'reason',
  })
  const reported = (request: FastifyRequest, refusal: AuthenticationRefusal) => {
    countFailure(refusal.reason)
    return failures.refusalOf(request, refusal)
  }
  const authenticateKey = async (request: FastifyRequest): Promise<void> => {
    const { caller, bodyDigest } = await authenticator.authenticate(factsOf(request.raw), networkOf(request))
    request.caller = caller
    if (bodyDigest !== undefined) digests.set(request, bodyDigest)
    request.isBodySigned = bodyDigest !== undefined
    refusePrograms(request)
  }
  app.decorateRequest('caller')
  app.decorateRequest('signedIn')
  app.decorateRequest('askAgain')
  app.decorateRequest('isBodySigned', false)
  app.addHook('onRequest', async (request) => {
    const token = sessionTokenIn(request.headers.cookie, parts.cookie)
    try {
      await withDatabaseUse({ owner: '', purpose: 'authentication' }, () =>
        token === undefined ? authenticateKey(request) : authenticatePerson(parts, request, token),
      )
    } catch (error) {
      throw error instanceof AuthenticationRefusal ? await reported(request, error) : error
    }
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    const digest = digests.get(request)
    if (digest === undefined) return payload
    return checkedBody(payload, digest, () =>
      reported(request, new AuthenticationRefusal('wrong-digest', keyIdOf(request.caller))),
    )
  })
}

async function authenticatePerson(parts: AuthenticationParts, request: FastifyRequest, token: string): Promise<void> {
  const { headers } = request
  // Two proofs in one request could belong to two callers.
  if (headers.authorization !== undefined || headers['signature'] !== undefined) throw ambiguous()
  refuseOtherSite(request, parts)
  const find = (source: CallerSource): Promise<void> => findPerson(parts, request, { token, source })
  request.askAgain = await decideBySource(async (source) => {
    await find(source)
    return source.hasRecalled ? () => find(ASKING) : undefined
  })
}

async function findPerson(
  { authenticator, organizations }: AuthenticationParts,
  request: FastifyRequest,
  { token, source }: { readonly token: string; readonly source: CallerSource },
): Promise<void> {
  const signedIn = await authenticator.authenticateSession(token, networkOf(request), source)
  request.signedIn = signedIn
  if (request.routeOptions.config.isAboutPerson) return
  request.caller = await findUserCaller(organizations.by(source), signedIn, organizationIdInQuery(request))
}

function ambiguous(): AppError {
  const message = 'Send either a key or the cookie of a session, not both.'
  return new AppError('invalid', 'AMBIGUOUS_CREDENTIALS', message)
}

function refusePrograms({ routeOptions: { config } }: FastifyRequest): void {
  if (!config.isForPeople && !config.isAboutPerson) return
  throw new AppError('forbidden', 'PEOPLE_ONLY', 'This is for people who have signed in, not for keys.')
}

function factsOf({ method = '', url = '', headers, headersDistinct }: IncomingMessage): RequestFacts {
  return {
    method,
    target: url,
    // All values of the header, so that one added on the way is not ignored.
    header: (name) => (Object.hasOwn(headersDistinct, name) ? headersDistinct[name]?.join(', ') : undefined),
    hasBody: hasBody(headers),
  }
}

/**
 * Passes the bytes on, and fails at their end if they do not have the digest. Reads only on demand: the server
 * discards a body that no handler reads.
 */
function checkedBody(body: Readable, digest: Buffer, refusal: () => Promise<Error>): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    // A handler that stops reading halfway still has a response to send on this connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (!hash.digest().equals(digest)) throw await refusal()
  }
  return Readable.from(bytes(), { objectMode: false })
}
