import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { parseJson } from './parse-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as they came, for digests and signatures; undefined without a JSON body. */
    rawBody: Buffer | undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** JSON is the only body the service reads by itself; routes with other bodies add their parser. */
export function addJsonBody(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => readJson(request, body),
  )
}

/** For the routes of this context a body that does not say what it is, is JSON too, and an empty one is none. */
export function acceptUntypedJson(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Of no bytes no type can be wrong: command line tools call them a form.
    const isUntyped = request.headers['content-type'] === undefined || body.length === 0
    if (isUntyped) return readJson(request, body)
    throw new AppError('unsupported-media-type', 'UNSUPPORTED_MEDIA_TYPE', 'The content type is not supported here.')
  })
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  refuseEncoded(request)
  request.rawBody = body
  // Clients send actions without content with a content type and no bytes: no body.
  return body.length === 0 ? undefined : parseJson(decode(body))
}

/** Compressed bodies are not unpacked: a small one may hold a very large text. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding.trim().toLowerCase() === 'identity') return
  throw new AppError(
    'unsupported-media-type',
    'UNSUPPORTED_CONTENT_ENCODING',
    'The body must not have a content encoding.',
    [{ field: 'content-encoding', reason: 'INVALID_DATA' }],
  )
}

function decode(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch (cause) {
    throw new AppError('invalid', 'INVALID_JSON', 'The body is not UTF-8 text.', [], { cause })
  }
}
