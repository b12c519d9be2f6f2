/** Smaller ones may be parts of memory that many share. */
const OWN_BYTES_MIN = Buffer.poolSize / 2

/**
 * Frees the memory of bytes that nobody reads any more, where it is theirs alone. Left to itself, what passes
 * through makes the garbage collector look at everything again every few megabytes.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  const isOwn = byteLength === buffer.byteLength && byteLength >= OWN_BYTES_MIN
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
