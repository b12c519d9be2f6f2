import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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

  constructor(body: string, headers: Readonly<Record<string, string>>) {
    this.#body = Buffer.from(body)
    this.#headers = headers
    this.#tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  }

  async send({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ ...this.#headers, etag: this.#tag, vary: 'accept-encoding' })
    if (isKnownTag(this.#tag, headers['if-none-match'])) return reply.code(304).removeHeader('content-type').send()
    let body = this.#body
    if (ACCEPTS_GZIP.test(headers['accept-encoding'] ?? '')) {
      this.#packed ??= promisify(gzip)(this.#body)
      body = await this.#packed
      reply.header('content-encoding', 'gzip')
    }
    reply.header('content-length', body.length)
    // For HEAD, Fastify would read a stream for nothing.
    return reply.send(method === 'HEAD' ? body : new Pieces(body))
  }
}

/**
 * Sends a shared buffer, one piece after the other has left this process. An ordinary pipe would keep several pieces in
 * encrypted form for each reader that stands still, which doubles what a connection costs.
 */
class Pieces extends Readable {
  readonly #body: Buffer

  constructor(body: Buffer) {
    super({ read() {} })
    this.#body = body
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    const sendFrom = (start: number): void => {
      if (start >= this.#body.length) {
        destination.end()
        this.push(null)
        this.resume()
        return
      }
      destination.write(this.#body.subarray(start, start + PIECE_BYTES), (error) => {
        if (!error) sendFrom(start + PIECE_BYTES)
      })
    }
    sendFrom(0)
    return destination
  }
}

/** Whether a client already has the content with this ETag. */
export function isKnownTag(tag: string, ifNoneMatch: string | undefined): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
