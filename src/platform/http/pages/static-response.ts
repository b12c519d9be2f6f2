import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ENCODINGS, encodedTag, knownTag } from '../negotiation/entity-tags.ts'

type Encoding = (typeof ENCODINGS)[number]
/** A body that was compressed before; the first that a client accepts is sent. */
export type EncodedBodies = ReadonlyMap<Encoding, Buffer>

const PIECE_BYTES = 16 * 1024

/**
 * A response that is the same for everyone and never changes while the process lives. All clients are sent pieces of one
 * buffer, at their own speed, packed for those that accept it.
 */
export class StaticResponse {
  readonly #headers: Readonly<Record<string, string>>
  readonly #body: Buffer
  readonly #tag: string
  #encoded: Promise<EncodedBodies> | undefined

  /** Without encoded bodies, the body is compressed when it is first sent. */
  constructor(body: string | Buffer, headers: Readonly<Record<string, string>>, encoded?: EncodedBodies) {
    this.#body = typeof body === 'string' ? Buffer.from(body) : body
    this.#headers = headers
    this.#encoded = encoded && Promise.resolve(encoded)
    this.#tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  }

  async send({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const known = knownTag(this.#tag, headers['if-none-match'])
    reply.headers({ ...this.#headers, etag: known ?? this.#tag, vary: 'accept-encoding' })
    if (known !== undefined) return reply.code(304).removeHeader('content-type').send()
    const [encoding, encoded] = await this.#encodedFor(headers['accept-encoding'] ?? '')
    const body = encoded ?? this.#body
    if (encoding !== undefined) {
      reply.headers({ 'content-encoding': encoding, etag: encodedTag(this.#tag, encoding) })
    }
    reply.header('content-length', body.length)
    // For HEAD, Fastify would read a stream for nothing.
    return reply.send(method === 'HEAD' ? body : Readable.from(piecesOf(body)))
  }

  async #encodedFor(acceptEncoding: string): Promise<readonly [Encoding?, Buffer?]> {
    if (!accepts(acceptEncoding, ANY_ENCODING)) return []
    this.#encoded ??= promisify(gzip)(this.#body).then((body) => new Map([['gzip', body]]))
    return [...(await this.#encoded)].find(([encoding]) => accepts(acceptEncoding, encoding)) ?? []
  }
}

const ANY_ENCODING = '(?:zstd|br|gzip)'

function accepts(acceptEncoding: string, encoding: string): boolean {
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(acceptEncoding)
}

/**
 * A body sent as a whole would be encrypted completely for each client: a thousand that do not read the largest one
 * would cost gigabytes of memory.
 */
function* piecesOf(body: Buffer): Generator<Buffer, void> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES)
}
