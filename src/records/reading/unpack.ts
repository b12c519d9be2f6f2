import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'

/** Ways of packing that can tell when their content is damaged: zstd where its maker added a check, as its program does. */
export type Packing = 'gzip' | 'zstd'

/** Larger than usual: each piece is a trip to another thread. */
const PIECE_BYTES = 128 * 1024

const DECODERS: Readonly<Record<Packing, () => Transform & { readonly bytesWritten: number }>> = {
  gzip: () => createGunzip({ chunkSize: PIECE_BYTES }),
  zstd: () => createZstdDecompress({ chunkSize: PIECE_BYTES }),
}

/** What was packed is not whole, or was never packed in this way. */
export class DamagedPacking extends Error {
  override readonly name = 'DamagedPacking'
}

/** The unpacked bytes; a failure of the source comes through as it is. */
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
  // The same failure is met by whoever reads below.
  feeding.catch(() => {})
  try {
    yield* decoder as AsyncIterable<Buffer>
  } catch (cause) {
    if (failure !== undefined) throw failure.error
    throw new DamagedPacking(`The ${packing} data are damaged or end early.`, { cause })
  }
  // The library takes what it does not know, after a whole frame, for nothing at all.
  if (decoder.bytesWritten < fedBytes) {
    throw new DamagedPacking(`The ${packing} data are followed by something else.`)
  }
}
