import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushedAhead } from '../../platform/files/durable-files.ts'

const CHUNK_BYTES = 1024 * 1024
const LOOK_DELAY_MS = 5

/**
 * The bytes of a file that another process writes, or is about to create, until `isDone`. What was read is on its
 * way to the disk. A chunk is valid until the next one is asked for.
 */
export async function* growingFile(file: string, isDone: () => boolean): AsyncGenerator<Uint8Array, void> {
  await using handle = await openWhenThere(file, isDone)
  const chunk = new Uint8Array(CHUNK_BYTES)
  const ahead = flushedAhead(handle)
  try {
    for (;;) {
      // Asked before the reading: what was written before they were done is seen by it.
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
