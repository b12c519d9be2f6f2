/**
 * The same bytes in pieces of at least so many: what is done for each piece, such as waiting for the disk, is
 * done less often.
 */
export async function* coalesced(
  content: AsyncIterable<Uint8Array>,
  bytesMin: number,
): AsyncGenerator<Uint8Array, void> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < bytesMin) continue
    yield Buffer.concat(pieces, bytes)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces, bytes)
}
