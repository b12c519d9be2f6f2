import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/**
 * Passes the bytes on, and fails at their end if they do not have the digest. Reads only on demand: the server
 * discards a body that no handler reads.
 */
export function checkedBody(body: Readable, digest: Buffer, refusal: () => Error): Readable {
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
