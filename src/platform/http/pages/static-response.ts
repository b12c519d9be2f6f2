import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedTag, knownTag } from '../negotiation/entity-tags.ts'

const PIECE_BYTES = 16 * 1024
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/**
 * A response that is the same for everyone and never changes while the process lives. All clients are sent pieces of one
 * buffer, at their own speed, packed for those that accept it.
 */
export class StaticResponse {
  readonly #headers: Readonly<Record<string, string>>
  readonly #body: Buffer
  readonly #tag: string
  #packed: Promise<Buffer> | undefined

  constructor(body: string | Buffer, headers: Readonly<Record<string, string>>) {
    this.#body = typeof body === 'string' ? Buffer.from(body) : body
    this.#headers = headers
    this.#tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  }

  async send({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const known = knownTag(this.#tag, headers['if-none-match'])
    reply.headers({ ...this.#headers, etag: known ?? this.#tag, vary: 'accept-encoding' })
    if (known !== undefined) return reply.code(304).removeHeader('content-type').send()
    let body = this.#body
    if (ACCEPTS_GZIP.test(headers['accept-encoding'] ?? '')) {
      this.#packed ??= promisify(gzip)(this.#body)
      body = await this.#packed
      reply.headers({ 'content-encoding': 'gzip', etag: encodedTag(this.#tag, 'gzip') })
    }
    reply.header('content-length', body.length)
    // For HEAD, Fastify would read a stream for nothing.
    return reply.send(method === 'HEAD' ? body : Readable.from(piecesOf(body)))
  }
}

/**
 * A body sent as a whole would be encrypted completely for each client: a thousand that do not read the largest one
 * would cost gigabytes of memory.
 */
function* piecesOf(body: Buffer): Generator<Buffer, void> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES)
}
