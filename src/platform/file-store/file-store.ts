import type { Readable } from 'node:stream'
import { assert } from '../../kernel/assert.ts'

/** Both ends included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Stores files under keys such as `shop/4711/report.csv`, in a folder or a bucket. */
export type FileStore = {
  /**
   * The file appears whole or not at all, and replaces an existing one. A piece of the content may be reused once the
   * next one is requested.
   */
  readonly write: (key: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal) => Promise<void>
  /** Moves a local file into the store. */
  readonly adopt: (key: string, file: string, signal?: AbortSignal) => Promise<void>
  /** Throws `FileMissing` before the first byte if there is no such file. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>
  /** The size in bytes; undefined if there is no such file. */
  readonly sizeOf: (key: string) => Promise<number | undefined>
  readonly remove: (key: string) => Promise<void>
  /** Removes everything below a folder of keys except `keep`, including unfinished uploads. */
  readonly removeBelow: (folder: string, keep?: readonly string[]) => Promise<void>
  readonly close: () => void
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing'

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no file ${key} in the file store.`, options)
  }
}

const KEY_CHARACTERS_MAX = 512
/** Leaves room for the prefix and suffix of an unfinished file within the 255 characters of a file system. */
const NAME_CHARACTERS_MAX = 200
/** No name begins with a dot: so none leads upward, and none is mistaken for an unfinished file. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Refuses keys that could lead out of the store. Our own code makes all keys, so such a key is a bug. */
export function assertKey(key: string): void {
  const isKey =
    key.length <= KEY_CHARACTERS_MAX &&
    key.split('/').every((name) => name.length <= NAME_CHARACTERS_MAX && NAME.test(name))
  assert(isKey, `${JSON.stringify(key)} is not a key of the file store.`)
}

export function assertRange({ start, end }: ByteRange): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start
  assert(isRange && start <= end, `${start} to ${end} is not a range of bytes.`)
}

export function outsideOf(key: string, { start }: ByteRange): RangeError {
  return new RangeError(`The file ${key} in the file store ends before byte ${start}.`)
}
