const TAIL_BYTES = 64

/**
 * Passes the bytes of a response on, and throws at the end if the server failed. A server that fails mid-stream has
 * already sent 200: it appends the exception, marked with a tag from its response headers. Some servers then end the
 * response properly, so that it would look complete.
 */
export async function* failOnException(
  content: AsyncIterable<Uint8Array>,
  tag: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  let tail = Buffer.alloc(0)
  for await (const chunk of content) {
    // Copied, because the reader may reuse the bytes.
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
    yield chunk
  }
  if (tag === undefined || tag === '') return
  if (tail.toString('latin1').trimEnd().endsWith(`${tag}\r\n__exception__`)) {
    throw new Error('ClickHouse failed in the middle of a query.')
  }
}
