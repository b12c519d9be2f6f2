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

/** A sender need not be fast, but two days for an upload are too many. */
const BOUNDS: LongBodyBounds = { bytesMax: BYTES_MAX, waitingMs: 60_000, bytesMin: 1024 * 1024 }

const NDJSON = /^application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines)(?:\s*;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i
const PACKINGS: Readonly<Record<string, Packing | 'none'>> = {
  identity: 'none',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  zstd: 'zstd',
}

/** The body of a request that is read while it is used, or that waits on the disk. */
export type UploadBody = {
  readonly received: AsyncIterable<Buffer>
  readonly packing: Packing | 'none'
  /** Undefined for one that is not on the disk. */
  readonly spooled: SpooledBytes | undefined
}

/**
 * Gives the routes of this context their body as bytes. One that is signed must be known as a whole before
 * anything of it is used, and so must one with a key, by which it is to be known again: they are spooled.
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
  // Runs before any answer, good or bad, and so after whatever was done with the body.
  app.addHook('onSend', async (request, reply) => {
    await uploadOf(request)?.spooled?.close()
    discardRest(request, reply)
  })
}

/** Undefined for a request without a body. */
export function uploadOf({ body }: FastifyRequest): UploadBody | undefined {
  return (body ?? undefined) as UploadBody | undefined
}

/** What can be refused before the body is read. */
export function refuseUnreadable({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw unsupportedType()
  packingOf(headers)
  if (Number(headers['content-length'] ?? 0) > BYTES_MAX) throw bodyTooLarge(BYTES_MAX)
}

/** What makes two uploads under one key the same: their query, how they are packed, and their bytes. */
export function uploadFingerprint(request: FastifyRequest): Buffer {
  const { packing = 'none', spooled } = uploadOf(request) ?? {}
  const head = Buffer.from(`${queryOf(request)}\n${packing}\n`)
  return spooled === undefined ? head : Buffer.concat([head, spooled.sha256])
}

/** The records' own bytes; so many at most, however small they were packed. */
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
    'Records are sent one a line, in UTF-8, with the content type application/x-ndjson.',
    [{ field: 'content-type', reason: 'INVALID_DATA' }],
  )
}
