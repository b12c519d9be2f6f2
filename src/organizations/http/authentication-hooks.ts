import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from '../../platform/http/bodies/unread-body.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { withDatabaseUse } from '../../platform/postgres/database-use.ts'
import { AuthenticationRefusal } from '../authentication/authentication-refusal.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import type { RequestFacts } from '../credentials/request-facts.ts'

/** Authenticates the caller before the body is read, and checks the body's digest once all of it is read. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, metrics }: { readonly authenticator: Authenticator; readonly metrics: Metrics },
): void {
  const digests = new WeakMap<FastifyRequest, Buffer>()
  const countFailure = metrics.countBy({
    name: 'authentication_failures_total',
    help: 'Requests whose authentication was refused, by reason.',
    label: 'reason',
  })
  const report = (request: FastifyRequest, { reason, keyId }: AuthenticationRefusal): void => {
    countFailure(reason)
    request.log.info({ reason, keyId }, 'authentication refused')
  }
  app.decorateRequest('caller')
  app.decorateRequest('isBodySigned', false)
  app.addHook('onRequest', async (request) => {
    try {
      const { caller, bodyDigest } = await withDatabaseUse({ owner: '', purpose: 'authentication' }, () =>
        authenticator.authenticate(factsOf(request.raw)),
      )
      request.caller = caller
      if (bodyDigest !== undefined) digests.set(request, bodyDigest)
      request.isBodySigned = bodyDigest !== undefined
    } catch (error) {
      if (error instanceof AuthenticationRefusal) report(request, error)
      throw error
    }
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    const digest = digests.get(request)
    if (digest === undefined) return payload
    return checkedBody(payload, digest, () => {
      const refusal = new AuthenticationRefusal('wrong-digest', request.caller.credential.keyId)
      report(request, refusal)
      return refusal
    })
  })
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
function checkedBody(body: Readable, digest: Buffer, refusal: () => Error): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    // A handler that stops reading halfway still has a response to send on this connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (!hash.digest().equals(digest)) throw refusal()
  }
  return Readable.from(bytes(), { objectMode: false })
}
