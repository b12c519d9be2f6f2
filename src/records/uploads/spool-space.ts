import { freeBytes } from '../../platform/files/data-folder.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'

const MEBIBYTE = 1024 * 1024
/** Reserved for the stores, which share the disk. */
const FREE_BYTES_MIN = 256 * MEBIBYTE
/** The bytes that a body of unknown length reserves at a time, and between two checks of the free space. */
const STEP_BYTES = MEBIBYTE
const RETRY_AFTER_SECONDS = 60

/** The disk space for bodies of all uploads together: each reserves space before it writes. */
export class SpoolSpace {
  readonly #freeBytesMin: number
  readonly #freeBytes: () => number
  /** Reserved, and not written yet. */
  #reserved = 0

  constructor(folder: string, { freeBytesMin = FREE_BYTES_MIN, free = () => freeBytes(folder) } = {}) {
    this.#freeBytesMin = freeBytesMin
    this.#freeBytes = free
  }

  /** Reserves the announced length immediately. */
  open(announcedBytes: number): SpoolShare {
    return new SpoolShare(this, announcedBytes)
  }

  /** Reserves more, or refuses if the disk would be too full with everything that is reserved. */
  reserve(bytes: number): void {
    if (this.#freeBytes() - this.#reserved - bytes < this.#freeBytesMin) throw noRoom()
    this.#reserved += bytes
  }

  release(bytes: number): void {
    this.#reserved -= bytes
  }
}

/** The space of one body. */
export class SpoolShare {
  readonly #space: SpoolSpace
  #reserved = 0
  #sinceLook = 0

  constructor(space: SpoolSpace, announcedBytes: number) {
    this.#space = space
    this.#reserve(announcedBytes)
  }

  /** Called before the bytes are written. */
  before(bytes: number): void {
    this.#sinceLook += bytes
    if (bytes > this.#reserved) this.#reserve(Math.max(STEP_BYTES, bytes - this.#reserved))
    // Stores and others write to the same disk.
    else if (this.#sinceLook >= STEP_BYTES) this.#reserve(0)
  }

  /** Called after the bytes were written: the disk itself counts them now. */
  after(bytes: number): void {
    this.#release(bytes)
  }

  close(): void {
    this.#release(this.#reserved)
  }

  #reserve(bytes: number): void {
    this.#space.reserve(bytes)
    this.#reserved += bytes
    this.#sinceLook = 0
  }

  #release(bytes: number): void {
    this.#space.release(bytes)
    this.#reserved -= bytes
  }
}

export function noRoom(): RetryLater {
  const refusal = {
    kind: 'unavailable',
    code: 'NO_ROOM',
    message: 'Not enough disk space to receive this body. Nothing was stored; retry later or send smaller parts.',
  } as const
  return new RetryLater(refusal, RETRY_AFTER_SECONDS)
}
