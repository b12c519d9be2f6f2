import { createHash } from 'node:crypto'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BackedUpFile, BackedUpObject, Piece } from '../manifest/file-list.ts'
import { sha256Of } from '../manifest/manifest.ts'
import { objectKey } from '../place/layout.ts'
import type { Packing } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import type { KnownObjects } from './known-objects.ts'

/** Small enough that little is written again when a file changes somewhere, large enough to be few. */
export const PIECE_BYTES = 4 * 1024 * 1024
/** Each holds a piece in memory, twice while it is packed. */
const CONCURRENT_WRITES_MAX = 4

type WriterDeps = {
  readonly place: BackupPlace
  readonly packing: Packing
  readonly secrets: Secrets
  readonly known: KnownObjects
}

type NewFile = {
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
  readonly mark?: string
}

/** A file whose last piece waits in the pack. */
type OpenFile = { readonly file: Omit<BackedUpFile, 'pieces'>; readonly pieces: Piece[]; readonly tail: Buffer }

/**
 * Divides files into objects. Pieces begin at multiples of their size, so that a page that changes in place changes one
 * object. The ends of files are packed together: PostgreSQL has a thousand files of a page or two.
 */
export class PieceWriter {
  readonly #deps: WriterDeps
  /** One for all files: most are small, and new memory for each would take longer than all the rest. */
  readonly #buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
  readonly #turns = new Semaphore({ concurrencyMax: CONCURRENT_WRITES_MAX })
  readonly #writing = new Set<Promise<void>>()
  readonly #objects: BackedUpObject[] = []
  readonly #indexes = new Map<string, number>()
  readonly #files: BackedUpFile[] = []
  #pack: OpenFile[] = []
  #packBytes = 0
  #failure: { readonly error: unknown } | undefined
  #newCount = 0
  #newBytes = 0

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  /** A piece of the content may be reused once the next one is requested. Files are added one after the other. */
  async addFile({ path, content, mark }: NewFile): Promise<{ readonly bytes: number }> {
    const hash = createHash('sha256')
    const pieces: Piece[] = []
    let bytes = 0
    let filled = 0
    for await (const part of content) {
      hash.update(part)
      bytes += part.length
      for (let used = 0; used < part.length; ) {
        const more = part.subarray(used, used + PIECE_BYTES - filled)
        this.#buffer.set(more, filled)
        used += more.length
        filled += more.length
        if (filled < PIECE_BYTES) continue
        pieces.push([await this.#addObject(Buffer.from(this.#buffer)), 0, PIECE_BYTES])
        filled = 0
      }
    }
    const file = { path, bytes, sha256: hash.digest('hex'), ...(mark === undefined ? {} : { mark }) }
    await this.#addToPack({ file, pieces, tail: Buffer.from(this.#buffer.subarray(0, filled)) })
    return { bytes }
  }

  /** Adds a file whose objects are in the place already. */
  addKnownFile(file: BackedUpFile, objects: readonly BackedUpObject[]): void {
    const pieces = file.pieces.map(([index, offset, bytes]): Piece => {
      const object = objects[index]
      if (object === undefined) throw new Error(`The list of the last backup has no object ${index}.`)
      return [this.#indexOf(object), offset, bytes]
    })
    this.#files.push({ ...file, pieces })
  }

  /** Ends the pack, so that later files share no object with earlier ones. */
  async endPart(): Promise<void> {
    if (this.#pack.length === 0) return
    const index =
      this.#packBytes === 0 ? undefined : await this.#addObject(Buffer.concat(this.#pack.map(({ tail }) => tail)))
    let offset = 0
    for (const { file, pieces, tail } of this.#pack) {
      const last: readonly Piece[] = index === undefined || tail.length === 0 ? [] : [[index, offset, tail.length]]
      this.#files.push({ ...file, pieces: [...pieces, ...last] })
      offset += tail.length
    }
    this.#pack = []
    this.#packBytes = 0
  }

  /** Resolves when everything is in the place. */
  async finish() {
    await this.endPart()
    await Promise.all(this.#writing)
    this.#throwFailure()
    return {
      files: this.#files,
      objects: this.#objects,
      newCount: this.#newCount,
      newBytes: this.#newBytes,
    }
  }

  async #addToPack(open: OpenFile): Promise<void> {
    if (this.#packBytes + open.tail.length > PIECE_BYTES) await this.endPart()
    this.#pack.push(open)
    this.#packBytes += open.tail.length
  }

  /** Returns the index of the object; it may still be on its way. */
  async #addObject(content: Buffer): Promise<number> {
    this.#throwFailure()
    const { packing, secrets, known, place } = this.#deps
    const sha256 = sha256Of(content)
    // Other recipients cannot open an object that was packed for these.
    const name = secrets.code('backup object', [sha256, ...packing.recipients.toSorted()].join('\n')).toString('hex')
    const bytes = known.get(name)
    const found = this.#indexes.get(name)
    if (found !== undefined) return found
    if (bytes !== undefined) return this.#indexOf({ name, sha256, bytes })
    const end = await this.#turns.take()
    const index = this.#indexOf({ name, sha256, bytes: 0 })
    const writing = (async () => {
      try {
        const packed = await packing.pack(content)
        await place.put(objectKey(name, packing.suffix), packed)
        known.set(name, packed.length)
        this.#objects[index] = { name, sha256, bytes: packed.length }
        this.#newCount += 1
        this.#newBytes += packed.length
      } catch (error) {
        this.#failure ??= { error }
      } finally {
        end()
      }
    })()
    this.#writing.add(writing)
    void writing.then(() => this.#writing.delete(writing))
    return index
  }

  #indexOf(object: BackedUpObject): number {
    return this.#indexes.getOrInsertComputed(object.name, () => this.#objects.push(object) - 1)
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
