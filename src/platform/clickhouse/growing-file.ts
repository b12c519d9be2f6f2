import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const CHUNK_BYTES = 1024 * 1024
const LOOK_DELAY_MS = 5
/** So much is brought to the disk at a time while more is written, so that little is left for the end. */
const FLUSH_BYTES = 32 * 1024 * 1024

/**
 * The bytes of a file that somebody else is still writing, until they say that they are done. What was read is
 * on its way to the disk. A chunk holds until the next one is asked for.
 */
export async function* growingFile(
  file: string,
  isDone: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  await using handle = await open(file, 'r')
  const chunk = new Uint8Array(CHUNK_BYTES)
  let unflushed = 0
  let flushing: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    // Whoever keeps the file flushes it once more, and hears of what goes wrong.
    await handle.datasync().catch(() => undefined)
    flushing = undefined
  }
  try {
    for (;;) {
      // Asked before the reading: what was written before they were done is seen by it.
      const wasDone = isDone()
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead > 0) yield chunk.subarray(0, bytesRead)
      else if (wasDone) return
      else await sleep(LOOK_DELAY_MS)
      unflushed += bytesRead
      if (unflushed < FLUSH_BYTES || flushing !== undefined) continue
      unflushed = 0
      flushing = flush()
    }
  } finally {
    await flushing
  }
}
