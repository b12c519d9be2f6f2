import type { Manifest } from '../manifest/manifest.ts'
import { ObjectReader } from '../manifest/object-reader.ts'
import { loadFileList, loadObjectList } from '../manifest/stored-parts.ts'
import { OBJECTS } from '../place/layout.ts'
import { DamagedObject, type Unpacking } from '../place/packing.ts'
import type { BackupPlace, StoredObject } from '../place/place.ts'

const CONCURRENT_READS_MAX = 4
/** Enough to see what kind of damage it is. */
const PROBLEMS_MAX = 20

type Deps = {
  readonly place: BackupPlace
  /** Undefined: only what needs no identity is checked. */
  readonly unpacking: Unpacking | undefined
  readonly onProgress: (text: string) => void
}

export type VerifiedBackup = {
  readonly manifest: Manifest
  /** Whether every byte was read, unpacked and compared with its hash. */
  readonly isRead: boolean
  readonly objects: number
  readonly bytes: number
  /** A sentence for each damaged or missing object, up to a number. */
  readonly problems: readonly string[]
  readonly problemCount: number
}

/** Checks that a backup could be restored: its lists, and each object. */
export async function verifyBackup(deps: Deps, manifest: Manifest): Promise<VerifiedBackup> {
  const found = new Problems()
  const objects = (await found.in(() => loadObjectList(deps.place, manifest))) ?? []
  // Reading every object finds those that are missing, too, and can say what they are parts of.
  if (deps.unpacking === undefined) await compareSizes(deps.place, objects, found)
  else await readAll({ ...deps, unpacking: deps.unpacking }, manifest, found)
  return {
    manifest,
    isRead: deps.unpacking !== undefined,
    objects: objects.length,
    bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: found.sentences,
    problemCount: found.count,
  }
}

async function compareSizes(place: BackupPlace, objects: readonly StoredObject[], found: Problems): Promise<void> {
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of place.list(OBJECTS)) sizes.set(key, bytes)
  for (const { key, bytes } of objects) {
    const there = sizes.get(key)
    if (there === undefined) found.add(`${key} is missing`)
    else if (there !== bytes) found.add(`${key} has ${there} bytes instead of ${bytes}`)
  }
}

async function readAll(
  { place, unpacking, onProgress }: Deps & { readonly unpacking: Unpacking },
  manifest: Manifest,
  found: Problems,
): Promise<void> {
  const list = await found.in(() => loadFileList(place, manifest, unpacking))
  if (list === undefined) return
  const reader = new ObjectReader({ place, unpacking }, manifest, list)
  const indexes = list.objects.keys()
  let done = 0
  const work = async (): Promise<void> => {
    for (const index of indexes) {
      await found.in(() => reader.read(index))
      done += 1
      if (done % 500 === 0) onProgress(`${done} of ${list.objects.length} objects`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS_MAX }, work))
}

/** Collects all problems, so that one damaged object does not hide the others. */
class Problems {
  readonly #sentences: string[] = []
  #count = 0

  get sentences(): readonly string[] {
    return this.#sentences
  }

  get count(): number {
    return this.#count
  }

  add(sentence: string): void {
    this.#count += 1
    if (this.#sentences.length < PROBLEMS_MAX) this.#sentences.push(sentence)
  }

  async in<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      this.add(error.message)
      return undefined
    }
  }
}
