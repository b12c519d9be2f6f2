import type { Logger } from '../../platform/log/log.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BackedUpFile, BackedUpObject } from '../manifest/file-list.ts'
import { listBackupIds, loadManifest } from '../manifest/list-backups.ts'
import { loadOwnFileList } from '../manifest/stored-parts.ts'
import type { Packing } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import type { KnownObjects } from './known-objects.ts'

type KnownFile = { readonly file: BackedUpFile; readonly objects: readonly BackedUpObject[] }

/** Files of earlier backups whose objects can be used again. */
export type LastBackup = {
  /** Undefined where the file has to be copied. */
  readonly find: (path: string) => KnownFile | undefined
}

type Deps = {
  readonly place: BackupPlace
  readonly packing: Packing
  readonly secrets: Secrets
  readonly known: KnownObjects
  readonly log: Logger
}

/** The newest readable backup for the same recipients; without one everything is copied. */
export async function findLastBackup({ place, packing, secrets, known, log }: Deps): Promise<LastBackup> {
  for (const backupId of await listBackupIds(place)) {
    try {
      const manifest = await loadManifest(place, backupId)
      if (!isForSame(manifest.recipients, packing.recipients)) continue
      const { files, objects } = await loadOwnFileList(place, manifest, secrets)
      const byPath = new Map(files.map((file) => [file.path, file]))
      const isThere = ({ pieces }: BackedUpFile): boolean =>
        pieces.every(([index]) => {
          const object = objects[index]
          return object !== undefined && known.get(object.name) === object.bytes
        })
      return {
        find: (path) => {
          const file = byPath.get(path)
          return file === undefined || !isThere(file) ? undefined : { file, objects }
        },
      }
    } catch (error) {
      // Another backup can be made without it; "backup verify" names the damage.
      log.warn({ backupId, reason: (error as Error).message }, 'an earlier backup cannot be built on')
    }
  }
  return { find: () => undefined }
}

function isForSame(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join()
}
