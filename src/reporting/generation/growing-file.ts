import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushedAhead } from '../../platform/files/durable-files.ts'

const CHUNK_BYTES = 1024 * 1024
const LOOK_DELAY_MS = 5

/**
 * Reads a file while another process writes it (or is about to create it), until `isDone`. Flushes read bytes to disk
 * along the way. A chunk is valid until the next one is requested.
 */
export async function* growingFile(file: string, isDone: () => boolean): AsyncGenerator<Uint8Array, void> {
  await using handle = await openWhenThere(file, isDone)
  const chunk = new Uint8Array(CHUNK_BYTES)
  const ahead = flushedAhead(handle)
  try {
    for (;;) {
      // Checked before the read, so that the read sees everything written before the end.
      const wasDone = isDone()
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead > 0) yield chunk.subarray(0, bytesRead)
      else if (wasDone) return
      else await sleep(LOOK_DELAY_MS)
      ahead.grew(bytesRead)
    }
  } finally {
    await ahead.rest()
  }
}

async function openWhenThere(file: string, isDone: () => boolean): Promise<FileHandle> {
  for (;;) {
    const wasDone = isDone()
    try {
      return await open(file, 'r')
    } catch (error) {
      if (wasDone || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    await sleep(LOOK_DELAY_MS)
  }
}
