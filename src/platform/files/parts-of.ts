/**
 * Yields the content in parts of one size, of which the last may be shorter; empty content is one empty part. Two
 * buffers alternate, so memory stays flat however long the content is: a part is valid until the part after the
 * next one is requested.
 */
export async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const buffers: Buffer[] = []
  let parts = 0
  let filled = 0
  for await (const piece of content) {
    for (let used = 0; used < piece.length; ) {
      buffers[parts % 2] ??= Buffer.allocUnsafeSlow(partBytes)
      const buffer = buffers[parts % 2] as Buffer
      const more = piece.subarray(used, used + partBytes - filled)
      buffer.set(more, filled)
      used += more.length
      filled += more.length
      if (filled < partBytes) continue
      yield buffer
      parts += 1
      filled = 0
    }
  }
  const rest = buffers[parts % 2]?.subarray(0, filled) ?? Buffer.alloc(0)
  if (rest.length > 0 || parts === 0) yield rest
}
