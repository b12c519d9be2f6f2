import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { partsOf } from './parts-of.ts'

/** Makes the content of a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** A growing file is flushed whenever this many bytes have been added, so that little is left for the end. */
const FLUSH_BYTES = 32 * 1024 * 1024
const WRITE_BYTES = 1024 * 1024

/** Flushes a file to disk while it grows. */
export function flushedAhead(file: FileHandle): {
  readonly grew: (bytes: number) => void
  /** Resolves when the file may be closed; rejects if something did not reach the disk. */
  readonly rest: () => Promise<void>
} {
  let unflushed = 0
  let flushing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined
  const flush = async (): Promise<void> => {
    try {
      await file.datasync()
    } catch (error) {
      // The system reports lost bytes only once: the next flush would succeed.
      failure ??= { error }
    }
    flushing = undefined
  }
  return {
    grew: (bytes) => {
      unflushed += bytes
      if (unflushed < FLUSH_BYTES || flushing !== undefined) return
      unflushed = 0
      flushing = flush()
    },
    rest: async () => {
      await flushing
      if (failure !== undefined) throw failure.error
    },
  }
}

/** Writes the whole content and flushes it to disk. */
export async function writeDurably(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  const ahead = flushedAhead(file)
  try {
    for await (const part of partsOf(content, WRITE_BYTES)) {
      await file.writeFile(part)
      ahead.grew(part.length)
    }
  } finally {
    await ahead.rest()
  }
  await file.sync()
}

/** Creates the folder and missing parent folders, readable by the owner only, and makes them survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
