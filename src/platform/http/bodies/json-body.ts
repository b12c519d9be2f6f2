import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { parseJson } from './parse-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body as received, for digests and signatures; undefined without a JSON body. */
    rawBody: Buffer | undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON bodies; routes with other bodies add their own parser. */
export function addJsonBody(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => readJson(request, body),
  )
}

/** For the routes of this context: a body without a content type is JSON, and an empty one counts as none. */
export function acceptUntypedJson(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // The type of an empty body does not matter: command line tools call it a form.
    const isUntyped = request.headers['content-type'] === undefined || body.length === 0
    if (isUntyped) return readJson(request, body)
    throw new AppError('unsupported-media-type', 'UNSUPPORTED_MEDIA_TYPE', 'The content type is not supported here.')
  })
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  refuseEncoded(request)
  refuseCharset(request)
  request.rawBody = body
  // Clients send actions without content with a content type and no bytes: no body.
  return body.length === 0 ? undefined : parseJson(decode(body))
}

/** Compressed bodies are refused: a small one may decompress to a very large one. */
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

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i
/** ASCII is UTF-8, too. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** JSON is UTF-8 (RFC 8259). Another charset, read as UTF-8, would change letters, or its name is wrong. */
function refuseCharset({ headers }: FastifyRequest): void {
  const [, charset = 'utf-8'] = CHARSET.exec(headers['content-type'] ?? '') ?? []
  if (CHARSETS.has(charset.toLowerCase())) return
  throw new AppError(
    'unsupported-media-type',
    'UNSUPPORTED_CHARSET',
    'The body must be UTF-8, and its content type must not name another charset.',
    [{ field: 'content-type', reason: 'INVALID_DATA' }],
  )
}

function decode(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch (cause) {
    throw new AppError('invalid', 'INVALID_JSON', 'The body is not UTF-8 text.', [], { cause })
  }
}
