const TAIL_BYTES = 64

/**
 * The bytes of an answer as they come. A server that fails amid its rows has said before that all is well: it
 * writes what happened after them, between marks with a tag that it told in the head of the answer. Some end
 * the answer properly then, and it would be taken for complete.
 */
export async function* failOnException(
  content: AsyncIterable<Uint8Array>,
  tag: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  let tail = Buffer.alloc(0)
  for await (const chunk of content) {
    // Copied, since whoever reads may use the bytes again.
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
    yield chunk
  }
  if (tag === undefined || tag === '') return
  if (tail.toString('latin1').trimEnd().endsWith(`${tag}\r\n__exception__`)) {
    throw new Error('ClickHouse broke off amid the rows of a query.')
  }
}
