import { AppError } from '../../kernel/errors.ts'
import { bodyTooLarge } from '../../platform/http/bodies/long-body.ts'
import { type Packing, unpacked } from '../reading/unpack.ts'

const MEBIBYTE = 1024 * 1024
/** Of a body, compressed or not. */
export const UPLOAD_BYTES_MAX = 1024 * MEBIBYTE
/** 8 MiB: what the zstd command uses up to level 19. */
const ZSTD_WINDOW_LOG_MAX = 23
/** Records do not compress further than this; a small body that does is made to cost much. */
const RATIO_MAX = 200
const RATIO_CHECKED_FROM_BYTES = 64 * MEBIBYTE

/** Yields the uncompressed bytes; refuses too many of them, however small the compressed body is. */
export async function* unpackedBytes(
  received: AsyncIterable<Buffer>,
  packing: Packing | 'none',
): AsyncGenerator<Buffer> {
  let packedBytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of received) {
      packedBytes += chunk.length
      yield chunk
    }
  }
  const all = packing === 'none' ? counted() : unpacked(counted(), packing, { zstdWindowLogMax: ZSTD_WINDOW_LOG_MAX })
  let bytes = 0
  for await (const chunk of all) {
    bytes += chunk.length
    if (bytes > UPLOAD_BYTES_MAX) throw bodyTooLarge(UPLOAD_BYTES_MAX)
    if (bytes > RATIO_CHECKED_FROM_BYTES && bytes > packedBytes * RATIO_MAX) throw ratioTooHigh()
    yield chunk
  }
}

function ratioTooHigh(): AppError {
  const message = `The uncompressed body is more than ${RATIO_MAX} times as large as the compressed one.`
  return new AppError('too-large', 'COMPRESSION_RATIO_TOO_HIGH', message)
}
