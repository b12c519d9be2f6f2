import { objectKey, type Suffix } from '../place/layout.ts'
import { DamagedObject, type Unpacking } from '../place/packing.ts'
import { type BackupPlace, FileMissing } from '../place/place.ts'
import type { FileList } from './file-list.ts'
import { type Manifest, sha256Of } from './manifest.ts'

/** Files that follow each other share packs. Each object has at most 4 MiB. */
const CACHED_MAX = 16

type ReaderDeps = { readonly place: BackupPlace; readonly unpacking: Unpacking }

/** Reads the objects of a backup and checks them; an error names the object and the files that it is a part of. */
export class ObjectReader {
  readonly #deps: ReaderDeps
  readonly #list: FileList
  readonly #suffix: Suffix
  readonly #cache = new Map<number, Promise<Buffer>>()

  constructor(deps: ReaderDeps, manifest: Manifest, list: FileList) {
    this.#deps = deps
    this.#list = list
    this.#suffix = suffixOf(manifest)
  }

  /** The unpacked content of the object with this index. */
  async read(index: number): Promise<Buffer> {
    const cached = this.#cache.get(index)
    if (cached !== undefined) return cached
    const reading = this.#read(index)
    // Awaited by the caller below; here it must not end the process.
    reading.catch(() => undefined)
    this.#cache.set(index, reading)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHED_MAX) break
      this.#cache.delete(oldest)
    }
    return reading
  }

  async #read(index: number): Promise<Buffer> {
    const object = this.#list.objects[index]
    if (object === undefined) throw new Error(`The list of files names the object ${index}, which it does not have.`)
    const key = objectKey(object.name, this.#suffix)
    try {
      const content = await this.#deps.unpacking.unpack(key, await this.#deps.place.read(key))
      if (sha256Of(content) !== object.sha256) throw new DamagedObject(key, 'is damaged')
      return content
    } catch (error) {
      const isKnown = error instanceof FileMissing || error instanceof DamagedObject
      if (!isKnown) throw error
      const problem = error instanceof DamagedObject ? error.problem : 'is missing'
      throw new DamagedObject(key, `${problem}${this.#partOf(index)}`, { cause: error })
    }
  }

  #partOf(index: number): string {
    const paths = this.#list.files.filter(({ pieces }) => pieces.some(([one]) => one === index)).map(({ path }) => path)
    const [first, ...others] = paths
    if (first === undefined) return ''
    return ` (part of ${first}${others.length === 0 ? '' : ` and ${others.length} more`})`
  }
}

function suffixOf({ recipients }: Pick<Manifest, 'recipients'>): Suffix {
  return recipients.length === 0 ? '.zst' : '.zst.age'
}
