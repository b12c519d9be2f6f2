import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const BLOCK_BYTES = 4_096

/** A disk that is small enough to be filled, and the files that fill it. */
export class SmallDisk {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#folder)
    return bavail * bsize
  }

  /** Leaves this much room, or less if others have taken some since. */
  fill(leftBytes = 0): void {
    const filler = openSync(this.#filler, 'a')
    try {
      for (;;) {
        const bytes = this.freeBytes - leftBytes
        if (bytes < BLOCK_BYTES) return
        writeSync(filler, Buffer.alloc(Math.min(bytes, 16 * 1024 * 1024)))
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(filler)
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  get #filler(): string {
    return join(this.#folder, 'filler')
  }
}
