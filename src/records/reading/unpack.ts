import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'

/** Compressions that detect damage; zstd only where its writer added a checksum, as the zstd command does. */
export type Packing = 'gzip' | 'zstd'

/** Larger than the default, since each piece is a round trip to another thread. */
const PIECE_BYTES = 128 * 1024

const DECODERS: Readonly<Record<Packing, () => Transform & { readonly bytesWritten: number }>> = {
  gzip: () => createGunzip({ chunkSize: PIECE_BYTES }),
  zstd: () => createZstdDecompress({ chunkSize: PIECE_BYTES }),
}

/** The data are incomplete or damaged, or were not compressed in this way. */
export class DamagedPacking extends Error {
  override readonly name = 'DamagedPacking'
}

/** Yields the uncompressed bytes; an error of the source is thrown as it is. */
export async function* unpacked(source: AsyncIterable<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  const decoder = DECODERS[packing]()
  let fedBytes = 0
  let failure: { readonly error: unknown } | undefined
  async function* feed(): AsyncGenerator<Buffer> {
    try {
      for await (const bytes of source) {
        fedBytes += bytes.length
        yield bytes
      }
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const feeding = pipeline(feed(), decoder)
  // The reader below gets the same failure.
  feeding.catch(() => {})
  try {
    yield* decoder as AsyncIterable<Buffer>
  } catch (cause) {
    if (failure !== undefined) throw failure.error
    throw new DamagedPacking(`The ${packing} data is damaged or truncated.`, { cause })
  }
  // The library ignores unknown bytes after a complete frame.
  if (decoder.bytesWritten < fedBytes) {
    throw new DamagedPacking(`The ${packing} data is followed by something else.`)
  }
}
