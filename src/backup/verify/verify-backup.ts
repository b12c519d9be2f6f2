import type { Manifest } from '../manifest/manifest.ts'
import { ObjectReader } from '../manifest/object-reader.ts'
import { loadFileList, loadObjectList } from '../manifest/stored-parts.ts'
import { OBJECTS } from '../place/layout.ts'
import { DamagedObject, type Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'

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
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of deps.place.list(OBJECTS)) sizes.set(key, bytes)
  for (const { key, bytes } of objects) {
    const there = sizes.get(key)
    if (there === undefined) found.add(`${key} is missing`)
    else if (there !== bytes) found.add(`${key} has ${there} bytes instead of ${bytes}`)
  }
  // What is missing is not read again.
  const isWhole = found.count === 0
  const isRead = deps.unpacking !== undefined && (isWhole || objects.length > 0)
  if (deps.unpacking !== undefined) await readAll({ ...deps, unpacking: deps.unpacking }, manifest, { found, isWhole })
  return {
    manifest,
    isRead,
    objects: objects.length,
    bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: found.sentences,
    problemCount: found.count,
  }
}

async function readAll(
  { place, unpacking, onProgress }: Deps & { readonly unpacking: Unpacking },
  manifest: Manifest,
  { found, isWhole }: { readonly found: Problems; readonly isWhole: boolean },
): Promise<void> {
  const list = await found.in(() => loadFileList(place, manifest, unpacking))
  if (list === undefined) return
  // With the file list at hand the sentences name files, so those found before are replaced.
  if (!isWhole) found.clear()
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

/** Collects what is wrong, so that one damaged object does not hide the others. */
class Problems {
  #sentences: string[] = []
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

  clear(): void {
    this.#sentences = []
    this.#count = 0
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
