import { Readable } from 'node:stream'

/**
 * Passes the content on, and throws as soon as the signal is aborted, even while the source is silent; a source that is
 * left early is closed. Empty pieces are skipped.
 */
export async function* abortable(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const aborted = Promise.withResolvers<never>()
  // Marked as handled: a consumer that stops early never awaits it.
  aborted.promise.catch(() => {})
  const abort = (): void => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const source = content[Symbol.asyncIterator]()
  let isLeftEarly = true
  try {
    for (;;) {
      const step = await Promise.race([aborted.promise, source.next()])
      if (step.done === true) break
      if (step.value.byteLength > 0) yield step.value
    }
    isLeftEarly = false
  } finally {
    signal?.removeEventListener('abort', abort)
    if (isLeftEarly) leave(content, source)
  }
}

/** Does not wait for the source to end: one that is stuck never would. */
function leave(content: AsyncIterable<Uint8Array>, source: AsyncIterator<Uint8Array>): void {
  if (content instanceof Readable) content.destroy()
  else void source.return?.().catch(() => {})
}
