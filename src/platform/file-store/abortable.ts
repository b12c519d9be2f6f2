import { Readable } from 'node:stream'

/**
 * The same content, but it fails as soon as the signal says so, even while the source gives nothing; a
 * source that is left early is told to end. Empty pieces are left out.
 */
export async function* abortable(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const aborted = Promise.withResolvers<never>()
  // Whoever reads no further has nobody who waits for it.
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

/** Nobody waits for the source's end: one that is stuck would never come to it. */
function leave(content: AsyncIterable<Uint8Array>, source: AsyncIterator<Uint8Array>): void {
  if (content instanceof Readable) content.destroy()
  else void source.return?.().catch(() => {})
}
