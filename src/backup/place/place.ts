import type { Readable } from 'node:stream'
import { FileMissing } from '../../platform/file-store/file-store.ts'

export { FileMissing }

export type StoredObject = { readonly key: string; readonly bytes: number }

/** Where backups lie: a folder or a bucket. `layout.ts` has the keys. */
export type BackupPlace = {
  /** As a person writes it, for messages. */
  readonly name: string
  /** The object appears whole or not at all, and replaces an existing one. */
  readonly put: (key: string, content: Uint8Array | AsyncIterable<Uint8Array>, signal?: AbortSignal) => Promise<void>
  /** Stores an object unless the key is taken, and returns whether it did; of concurrent callers one succeeds. */
  readonly create: (key: string, content: Uint8Array) => Promise<boolean>
  /** Throws `FileMissing` before the first byte if there is no such object. */
  readonly get: (key: string) => Promise<Readable>
  /** Throws `FileMissing`, too. For objects that fit in memory, which are all but those of other programs. */
  readonly read: (key: string) => Promise<Buffer>
  readonly sizeOf: (key: string) => Promise<number | undefined>
  /** All objects below a folder of keys, in no particular order; none if there is no such folder. */
  readonly list: (folder: string) => AsyncIterable<StoredObject>
  /** Does nothing if there is no such object. */
  readonly delete: (key: string) => Promise<void>
  readonly close: () => void
}

/** Names the object in the error of the place, such as a full disk or a refused request. */
export class PlaceFailure extends Error {
  override readonly name = 'PlaceFailure'
}

/** Returns the content of an object, or undefined if there is none. */
export async function readIfThere(place: BackupPlace, key: string): Promise<Buffer | undefined> {
  return place.read(key).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined
    throw error
  })
}
