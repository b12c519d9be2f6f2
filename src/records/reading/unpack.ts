import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'

/** Compressions that detect damage; zstd only where its writer added a checksum, as the zstd command does. */
export type Packing = 'gzip' | 'zstd'

/** Larger than the default, since each piece is a round trip to another thread. */
const PIECE_BYTES = 128 * 1024

type UnpackOptions = {
  /** Bounds the memory of a zstd decoder to two to the power of this; the library's own bound is 27, 128 MiB. */
  readonly zstdWindowLogMax?: number
}
type Decoder = Transform & { readonly bytesWritten: number }

const ZSTD_WINDOW_LOG_MAX = 27
const ZSTD_WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge'

const DECODERS: Readonly<Record<Packing, (options: Required<UnpackOptions>) => Decoder>> = {
  gzip: () => createGunzip({ chunkSize: PIECE_BYTES }),
  zstd: ({ zstdWindowLogMax }) =>
    createZstdDecompress({
      chunkSize: PIECE_BYTES,
      params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax },
    }),
}

/** The data are incomplete or damaged, or were not compressed in this way. */
export class DamagedPacking extends Error {
  override readonly name = 'DamagedPacking'
}

/** Decompression needs more memory than is allowed. */
export class WindowTooLarge extends Error {
  override readonly name = 'WindowTooLarge'
}

/** Yields the uncompressed bytes; an error of the source is thrown as it is. */
export async function* unpacked(
  source: AsyncIterable<Buffer>,
  packing: Packing,
  { zstdWindowLogMax = ZSTD_WINDOW_LOG_MAX }: UnpackOptions = {},
): AsyncGenerator<Buffer> {
  const decoder = DECODERS[packing]({ zstdWindowLogMax })
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
    if ((cause as { code?: unknown }).code === ZSTD_WINDOW_TOO_LARGE) {
      const mebibytes = 2 ** (zstdWindowLogMax - 20)
      throw new WindowTooLarge(`The zstd data needs a window of more than ${mebibytes} MiB.`, { cause })
    }
    throw new DamagedPacking(`The ${packing} data is damaged or truncated.`, { cause })
  }
  // The library ignores unknown bytes after a complete frame.
  if (decoder.bytesWritten < fedBytes) {
    throw new DamagedPacking(`The ${packing} data is followed by something else.`)
  }
}
