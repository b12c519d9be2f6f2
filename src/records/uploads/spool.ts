import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes } from '../../platform/files/data-folder.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { newId } from '../../platform/secrets/random.ts'

const MEBIBYTE = 1024 * 1024
/** Reserved for the stores, which share the disk. */
const FREE_BYTES_MIN = 256 * MEBIBYTE
const CHECK_EVERY_BYTES = 32 * MEBIBYTE
const READ_BYTES = 256 * 1024
const RETRY_AFTER_SECONDS = 60
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Keeps bodies on disk that must be complete before they are used. */
export class Spool {
  readonly #folder: string
  readonly #freeBytesMin: number

  constructor(folder: string, { freeBytesMin = FREE_BYTES_MIN } = {}) {
    this.#folder = folder
    this.#freeBytesMin = freeBytesMin
  }

  /** Removes files of killed processes; a process that is writing keeps its file, which has no name any more. */
  empty(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { force: true })
  }

  async write(bytes: AsyncIterable<Buffer>): Promise<SpooledBytes> {
    const path = join(this.#folder, newId())
    const file = await open(path, 'wx+', 0o600)
    try {
      // A file without a name disappears with the process, however that ends.
      await rm(path, { force: true })
      return await this.#fill(file, bytes)
    } catch (error) {
      await file.close()
      throw FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? noRoom() : error
    }
  }

  async #fill(file: FileHandle, bytes: AsyncIterable<Buffer>): Promise<SpooledBytes> {
    const hash = createHash('sha256')
    let written = 0
    let checkAt = 0
    for await (const chunk of bytes) {
      if (written >= checkAt) {
        checkAt += CHECK_EVERY_BYTES
        if (freeBytes(this.#folder) < this.#freeBytesMin) throw noRoom()
      }
      hash.update(chunk)
      await file.appendFile(chunk)
      written += chunk.length
    }
    return new SpooledBytes(file, hash.digest())
  }
}

/** Bytes on disk, which are gone once closed. */
export class SpooledBytes {
  readonly #file: FileHandle
  readonly sha256: Buffer

  constructor(file: FileHandle, sha256: Buffer) {
    this.#file = file
    this.sha256 = sha256
  }

  read(): AsyncIterable<Buffer> {
    return this.#file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES })
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

function noRoom(): RetryLater {
  const refusal = {
    kind: 'unavailable',
    code: 'NO_ROOM',
    message: 'Not enough disk space to receive this body. Nothing was stored; retry later or send smaller parts.',
  } as const
  return new RetryLater(refusal, RETRY_AFTER_SECONDS)
}
