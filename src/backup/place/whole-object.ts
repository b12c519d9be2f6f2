import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Larger than any object that backups write: a manifest's lists of files are the largest. */
const OBJECT_BYTES_MAX = 1024 ** 3

/** Refuses what would not fit in memory; somebody who can write to the place may have put it there. */
export async function readWhole(source: Readable): Promise<Buffer> {
  let bytes = 0
  return buffer(
    source.map((piece: Buffer) => {
      bytes += piece.length
      if (bytes > OBJECT_BYTES_MAX) throw new Error('It is larger than 1 GiB, so it is not part of a backup.')
      return piece
    }),
  )
}

export async function* asContent(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else yield* content
}
