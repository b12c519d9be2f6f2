import { AppError } from '../../kernel/errors.ts'
import { BACKUPS, manifestKey } from '../place/layout.ts'
import { DamagedObject } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { startOf } from './backup-id.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** The ids of all finished backups, the newest first; nothing is read for it. */
export async function listBackupIds(place: BackupPlace): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { key } of place.list(BACKUPS)) {
    const [, id = '', name] = key.split('/')
    if (name === 'manifest.json' && startOf(id) !== undefined) ids.push(id)
  }
  return ids.sort().reverse()
}

export type ListedBackup =
  | { readonly backupId: string; readonly manifest: Manifest }
  | { readonly backupId: string; readonly manifest: undefined; readonly problem: string }

/** All finished backups, the newest first; a damaged manifest is listed with its problem. */
export async function listBackups(place: BackupPlace): Promise<readonly ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const backupId of await listBackupIds(place)) {
    listed.push(
      await loadManifest(place, backupId).then(
        (manifest) => ({ backupId, manifest }),
        (error: unknown) => {
          if (!(error instanceof DamagedObject)) throw error
          return { backupId, manifest: undefined, problem: error.message }
        },
      ),
    )
  }
  return listed
}

export async function loadManifest(place: BackupPlace, backupId: string): Promise<Manifest> {
  const key = manifestKey(backupId)
  return readManifest(key, String(await place.read(key)))
}

/** The newest backup, or the named one; refuses an unknown id. */
export async function chooseBackup(place: BackupPlace, backupId: string | undefined): Promise<Manifest> {
  const ids = await listBackupIds(place)
  const chosen = backupId ?? ids[0]
  if (chosen === undefined) {
    throw new AppError('not-found', 'NO_BACKUP', `There is no finished backup in ${place.name}.`)
  }
  if (!ids.includes(chosen)) {
    throw new AppError('not-found', 'NO_BACKUP', `There is no finished backup ${chosen} in ${place.name}.`)
  }
  return loadManifest(place, chosen)
}
