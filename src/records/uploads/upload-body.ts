import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { bodyTooLarge, type LongBodyBounds, longBody } from '../../platform/http/bodies/long-body.ts'
import { discardRest } from '../../platform/http/bodies/unread-body.ts'
import { queryOf } from '../../platform/http/errors/request-path.ts'
import { type Packing, unpacked } from '../reading/unpack.ts'
import type { Spool, SpooledBytes } from './spool.ts'

const BYTES_MAX = 1024 ** 3

/** A sender may be slow, but not so slow that an upload takes days. */
const BOUNDS: LongBodyBounds = { bytesMax: BYTES_MAX, waitingMs: 60_000, bytesMin: 1024 * 1024 }

const NDJSON = /^application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines)(?:\s*;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i
const PACKINGS: Readonly<Record<string, Packing | 'none'>> = {
  identity: 'none',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  zstd: 'zstd',
}

/** The body of an upload: a stream, or complete on disk. */
export type UploadBody = {
  readonly received: AsyncIterable<Buffer>
  readonly packing: Packing | 'none'
  /** Undefined for a stream. */
  readonly spooled: SpooledBytes | undefined
}

/**
 * Gives the routes of this context their body as bytes. A signed body, or one with an idempotency key, is spooled,
 * since its digest must be known before any of it is used.
 */
export function addUploadBody(app: FastifyInstance, spool: Spool): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(NDJSON, async (request: FastifyRequest, payload: Readable) => {
    const packing = packingOf(request.headers)
    const received = longBody(request, payload, BOUNDS)
    const mustWait = request.isBodySigned || request.headers['idempotency-key'] !== undefined
    if (!mustWait) return { received, packing, spooled: undefined }
    const spooled = await spool.write(received)
    return { received: spooled.read(), packing, spooled }
  })
  app.addContentTypeParser('*', async () => {
    throw unsupportedType()
  })
  // Runs before every response, and so after the body has been used.
  app.addHook('onSend', async (request, reply) => {
    await uploadOf(request)?.spooled?.close()
    discardRest(request, reply)
  })
}

/** Returns the body of a request; undefined where it has none. */
export function uploadOf({ body }: FastifyRequest): UploadBody | undefined {
  return (body ?? undefined) as UploadBody | undefined
}

/** Refuses what can be refused before the body is read. */
export function refuseUnreadable({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw unsupportedType()
  packingOf(headers)
  if (Number(headers['content-length'] ?? 0) > BYTES_MAX) throw bodyTooLarge(BYTES_MAX)
}

/** Identifies an upload under its idempotency key: its query, its encoding and its bytes. */
export function uploadFingerprint(request: FastifyRequest): Buffer {
  const { packing = 'none', spooled } = uploadOf(request) ?? {}
  const facts = Buffer.from(`${queryOf(request)}\n${packing}\n`)
  return spooled === undefined ? facts : Buffer.concat([facts, spooled.sha256])
}

/** Yields the uncompressed bytes; refuses more than the limit, however small the compressed body is. */
export async function* unpackedBytes({ received, packing }: UploadBody): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of packing === 'none' ? received : unpacked(received, packing)) {
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw bodyTooLarge(BYTES_MAX)
    yield chunk
  }
}

function packingOf(headers: IncomingHttpHeaders): Packing | 'none' {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const packing = PACKINGS[encoding]
  if (packing !== undefined) return packing
  throw new AppError(
    'unsupported-media-type',
    'UNSUPPORTED_CONTENT_ENCODING',
    'The content encoding must be gzip, zstd or none.',
    [{ field: 'content-encoding', reason: 'INVALID_DATA' }],
  )
}

function unsupportedType(): AppError {
  return new AppError(
    'unsupported-media-type',
    'UNSUPPORTED_MEDIA_TYPE',
    'Send one record per line, in UTF-8, with the content type application/x-ndjson.',
    [{ field: 'content-type', reason: 'INVALID_DATA' }],
  )
}
