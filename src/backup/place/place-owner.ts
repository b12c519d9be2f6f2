import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../platform/secrets/random.ts'
import { PLACE_FILE } from './layout.ts'
import { DamagedObject } from './packing.ts'
import { type BackupPlace, readIfThere } from './place.ts'

const FORM = 1

export type PlaceOwner = { readonly placeId: string; readonly installationId: string }

/** Makes the place that of an installation, or refuses one that is another's. Concurrent callers agree. */
export async function claimPlace(place: BackupPlace, installationId: string): Promise<PlaceOwner> {
  const content = { form: FORM, placeId: newId(), installationId }
  const found = await readOwner(place)
  if (found === undefined) await place.create(PLACE_FILE, Buffer.from(`${JSON.stringify(content)}\n`))
  const owner = found ?? (await readOwner(place)) ?? content
  if (owner.installationId === installationId) return owner
  throw new AppError(
    'conflict',
    'OTHER_INSTALLATION',
    `${place.name} has the backups of another installation (${owner.installationId}): name another folder or prefix.`,
  )
}

/** Whose place it is; undefined where nobody has made a backup. */
async function readOwner(place: BackupPlace): Promise<PlaceOwner | undefined> {
  const text = await readIfThere(place, PLACE_FILE)
  if (text === undefined) return undefined
  try {
    const { form, placeId, installationId } = JSON.parse(String(text)) as Partial<PlaceOwner> & { form?: unknown }
    if (form === FORM && typeof placeId === 'string' && typeof installationId === 'string') {
      return { placeId, installationId }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new DamagedObject(`${PLACE_FILE} in ${place.name}`, 'is damaged, or was written by a newer version')
}
