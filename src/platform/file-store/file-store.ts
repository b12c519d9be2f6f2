import type { Readable } from 'node:stream'

/** Both ends included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Where files are kept under keys such as `shop/4711/report.csv`: a folder, or a bucket. */
export type FileStore = {
  /**
   * The file appears whole or not at all; whatever stood under the key is replaced. A piece of the content is
   * needed only until the next one is asked for.
   */
  readonly write: (key: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal) => Promise<void>
  /** Takes over a file of this machine, which is gone afterwards. */
  readonly adopt: (key: string, file: string, signal?: AbortSignal) => Promise<void>
  /** Refuses a key under which nothing stands, before the first byte. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>
  /** Its length; undefined where there is none. */
  readonly sizeOf: (key: string) => Promise<number | undefined>
  readonly remove: (key: string) => Promise<void>
  /** Removes everything below a folder of keys but what is to be kept, also what was begun and never ended. */
  readonly removeBelow: (folder: string, keep?: readonly string[]) => Promise<void>
}
