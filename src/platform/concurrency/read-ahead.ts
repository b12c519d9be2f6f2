import type { Readable } from 'node:stream'

/** Reads a stream ahead of its consumer, up to `waitingBytesMax` buffered bytes. */
export async function* readAhead(stream: Readable, waitingBytesMax: number): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  let end: { readonly error?: Error } | undefined
  let news = Promise.withResolvers<void>()
  stream.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= waitingBytesMax) stream.pause()
    news.resolve()
  })
  const ended = (error?: Error): void => {
    end ??= error === undefined ? {} : { error }
    news.resolve()
  }
  stream.once('end', ended).on('error', ended)
  stream.once('close', () => ended(new Error('The stream was closed before its end.')))
  try {
    for (;;) {
      await news.promise
      if (end?.error !== undefined) throw end.error
      const chunks = waiting
      if (chunks.length === 0 && end !== undefined) return
      waiting = []
      bytes = 0
      if (end === undefined) {
        news = Promise.withResolvers()
        stream.resume()
      }
      yield* chunks
    }
  } finally {
    stream.destroy()
  }
}
