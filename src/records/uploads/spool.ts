import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../platform/secrets/random.ts'
import { noRoom, type SpoolShare, SpoolSpace } from './spool-space.ts'

const READ_BYTES = 256 * 1024
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Keeps bodies on disk that must be complete before they are used. */
export class Spool {
  readonly #folder: string
  readonly #space: SpoolSpace

  constructor(folder: string, options: ConstructorParameters<typeof SpoolSpace>[1] = {}) {
    this.#folder = folder
    this.#space = new SpoolSpace(folder, options)
  }

  /** Removes files of killed processes; a process that is writing keeps its file, which has no name any more. */
  empty(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { force: true })
  }

  /** `announcedBytes`: the length of the body, if the sender said it. */
  async write(bytes: AsyncIterable<Buffer>, { announcedBytes = 0 } = {}): Promise<SpooledBytes> {
    const share = this.#space.open(announcedBytes)
    try {
      return await this.#writeFile(bytes, share)
    } finally {
      share.close()
    }
  }

  async #writeFile(bytes: AsyncIterable<Buffer>, share: SpoolShare): Promise<SpooledBytes> {
    const path = join(this.#folder, newId())
    const file = await open(path, 'wx+', 0o600)
    try {
      // A file without a name disappears with the process, however that ends.
      await rm(path, { force: true })
      return await fill(file, bytes, share)
    } catch (error) {
      await file.close()
      throw FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? noRoom() : error
    }
  }
}

async function fill(file: FileHandle, bytes: AsyncIterable<Buffer>, share: SpoolShare): Promise<SpooledBytes> {
  for await (const chunk of bytes) {
    share.before(chunk.length)
    await file.appendFile(chunk)
    share.after(chunk.length)
  }
  return new SpooledBytes(file)
}

/** Bytes on disk, which are gone once closed. */
export class SpooledBytes {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    this.#file = file
  }

  read(): AsyncIterable<Buffer> {
    return this.#file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES })
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
