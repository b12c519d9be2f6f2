/**
 * Yields the content in parts of one size, of which the last may be shorter. One buffer holds them all, so memory stays
 * flat however long the content is: a part is valid until the next one is requested.
 */
export async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const buffer = Buffer.allocUnsafeSlow(partBytes)
  let filled = 0
  for await (const piece of content) {
    for (let used = 0; used < piece.length; ) {
      const more = piece.subarray(used, used + partBytes - filled)
      buffer.set(more, filled)
      used += more.length
      filled += more.length
      if (filled < partBytes) continue
      yield buffer
      filled = 0
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled)
}
