import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/**
 * The same bytes, with a failure at their end where they do not have the digest. Nothing is read before
 * somebody asks for it: a body that nobody reads stays with the server, which throws it away.
 */
export function checkedBody(body: Readable, digest: Buffer, refusal: () => Error): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    // Whoever refuses the body half-way still has an answer to send.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (!hash.digest().equals(digest)) throw refusal()
  }
  return Readable.from(bytes(), { objectMode: false })
}
