import { OBJECTS, objectKey } from '../place/layout.ts'
import type { Packing } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'

/** Which objects lie in the place, with their sizes; kept up to date by the one who writes. */
export type KnownObjects = Map<string, number>

export async function findKnownObjects(place: BackupPlace, { suffix }: Packing): Promise<KnownObjects> {
  const known: KnownObjects = new Map()
  for await (const { key, bytes } of place.list(OBJECTS)) {
    const name = key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? ''
    // Of another packing, or a name that is not ours.
    if (key === objectKey(name, suffix)) known.set(name, bytes)
  }
  return known
}
