import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { bodyTooLarge, type LongBodyBounds, longBody } from '../../platform/http/bodies/long-body.ts'
import { discardRest } from '../../platform/http/bodies/unread-body.ts'
import { queryOf } from '../../platform/http/errors/request-path.ts'
import type { Packing } from '../reading/unpack.ts'
import type { Spool, SpooledBytes } from './spool.ts'
import { UPLOAD_BYTES_MAX } from './unpacked-bytes.ts'

/** A sender may be slow, but not so slow that an upload takes days. */
const BOUNDS: LongBodyBounds = { bytesMax: UPLOAD_BYTES_MAX, waitingMs: 60_000, bytesMin: 1024 * 1024 }

const NDJSON = /^application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines)(?:\s*;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i
const PACKINGS: ReadonlyMap<string, Packing | 'none'> = new Map([
  ['identity', 'none'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
])

/** The body of an upload: a stream, or complete on disk. */
export type UploadBody = {
  readonly received: AsyncIterable<Buffer>
  readonly packing: Packing | 'none'
  readonly hash: BodyHash
  /** Undefined for a stream. */
  readonly spooled: Spooled | undefined
}

type Spooled = { readonly bytes: SpooledBytes; readonly release: () => void }

type UploadBodyDeps = {
  readonly spool: Spool
  /** Limits how many bodies of one organization are on disk. */
  readonly spooling: FairTurns
}

/**
 * Gives the routes of this context their body as bytes. A signed body, or one with an idempotency key, is spooled,
 * since its digest must be known before any of it is used.
 */
export function addUploadBody(app: FastifyInstance, deps: UploadBodyDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(NDJSON, async (request: FastifyRequest, payload: Readable): Promise<UploadBody> => {
    const packing = packingOf(request.headers)
    const hash = new BodyHash()
    const received = hash.of(longBody(request, payload, BOUNDS))
    const mustWait = request.isBodySigned || request.headers['idempotency-key'] !== undefined
    if (!mustWait) return { received, packing, hash, spooled: undefined }
    const spooled = await spoolBody(deps, request, received)
    return { received: spooled.bytes.read(), packing, hash, spooled }
  })
  app.addContentTypeParser('*', async () => {
    throw unsupportedType()
  })
  // Runs before every response, and so after the body has been used.
  app.addHook('onSend', async (request, reply) => {
    const spooled = uploadOf(request)?.spooled
    await spooled?.bytes.close()
    spooled?.release()
    discardRest(request, reply)
  })
}

async function spoolBody(
  { spool, spooling }: UploadBodyDeps,
  { caller, headers }: FastifyRequest,
  received: AsyncIterable<Buffer>,
): Promise<Spooled> {
  const release = await spooling.take(caller.owner.organizationId)
  try {
    const bytes = await spool.write(received, { announcedBytes: announcedBytes(headers) })
    return { bytes, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Identifies the bytes that a sender has sent so far. */
export class BodyHash {
  readonly #hash = createHash('sha256')
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  sha256(): Buffer {
    return this.#hash.copy().digest()
  }

  async *of(received: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of received) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      yield chunk
    }
  }
}

/** Returns the body of a request; undefined where it has none. */
export function uploadOf({ body }: FastifyRequest): UploadBody | undefined {
  return (body ?? undefined) as UploadBody | undefined
}

/** Makes the checks that need no body. */
export function refuseUnreadable({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw unsupportedType()
  packingOf(headers)
  if (announcedBytes(headers) > UPLOAD_BYTES_MAX) throw bodyTooLarge(UPLOAD_BYTES_MAX)
}

/** Identifies an upload under its idempotency key: its query, its encoding and its bytes. */
export function uploadFingerprint(request: FastifyRequest): Buffer {
  const { packing = 'none', spooled, hash } = uploadOf(request) ?? {}
  const facts = Buffer.from(`${queryOf(request)}\n${packing}\n`)
  return spooled === undefined || hash === undefined ? facts : Buffer.concat([facts, hash.sha256()])
}

function announcedBytes(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0)
}

function packingOf(headers: IncomingHttpHeaders): Packing | 'none' {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const packing = PACKINGS.get(encoding)
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
