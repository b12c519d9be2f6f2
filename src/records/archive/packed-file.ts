import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { unpacked } from '../reading/unpack.ts'

/** Identifies the content of a file. */
export type FileMark = { readonly bytes: number; readonly sha256: string }

/** Writes the source into a new file, compressed with zstd; it is on disk when this returns. */
export async function writePacked(file: string, source: AsyncIterable<Buffer>): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    source,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    async function* marked(packed: AsyncIterable<Buffer>) {
      for await (const chunk of packed) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

export async function markOf(file: string): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads the uncompressed content of the file. */
export function readPacked(file: string): AsyncIterable<Buffer> {
  return unpacked(createReadStream(file), 'zstd')
}
