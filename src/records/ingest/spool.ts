import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes } from '../../platform/files/data-folder.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { newId } from '../../platform/secrets/random.ts'

const MEBIBYTE = 1024 * 1024
/** Left to the stores, which share the disk. */
const FREE_BYTES_MIN = 256 * MEBIBYTE
const LOOK_EVERY_BYTES = 32 * MEBIBYTE
const READ_BYTES = 256 * 1024
const RETRY_AFTER_SECONDS = 60
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Bodies that must be looked at as a whole before anything is done with them wait on the disk. */
export class Spool {
  readonly #folder: string
  readonly #freeBytesMin: number

  constructor(folder: string, { freeBytesMin = FREE_BYTES_MIN } = {}) {
    this.#folder = folder
    this.#freeBytesMin = freeBytesMin
  }

  /** Removes what a killed process left behind; another one that writes just now loses nothing by it. */
  empty(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { force: true })
  }

  async write(bytes: AsyncIterable<Buffer>): Promise<SpooledBytes> {
    const path = join(this.#folder, newId())
    const file = await open(path, 'wx+', 0o600)
    try {
      // Without a name the file goes away with the process that holds it, however that ends.
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
    let lookAt = 0
    for await (const chunk of bytes) {
      if (written >= lookAt) {
        lookAt += LOOK_EVERY_BYTES
        if (freeBytes(this.#folder) < this.#freeBytesMin) throw noRoom()
      }
      hash.update(chunk)
      await file.appendFile(chunk)
      written += chunk.length
    }
    return new SpooledBytes(file, hash.digest())
  }
}

/** Bytes on the disk, gone for good once they are closed. */
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
    message:
      'There is too little room on the disk to check this body before it is used: nothing of it was stored; send it later, or in smaller parts.',
  } as const
  return new RetryLater(refusal, RETRY_AFTER_SECONDS)
}
