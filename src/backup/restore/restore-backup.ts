import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { type DataFolder, openDataFolder } from '../../platform/files/data-folder.ts'
import { writeSmallFile } from '../../platform/files/small-file.ts'
import type { Logger } from '../../platform/log/log.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { secretKeyFileOf } from '../../platform/secrets/secrets.ts'
import { moveRecordsHere } from '../../platform/stores/installation.ts'
import { migrateStores, openStores, type Stores } from '../../platform/stores/stores.ts'
import { storedReportFiles } from '../../reporting/index.ts'
import { type ErasedSubject, readErasures } from '../erasures/kept-erasures.ts'
import type { FileList } from '../manifest/file-list.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { ObjectReader } from '../manifest/object-reader.ts'
import { loadFileList } from '../manifest/stored-parts.ts'
import type { Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { type Reached, recoverTo } from '../recovery/recover-to.ts'
import { settleCopy } from '../recovery/settle-copy.ts'
import { emptyFolder, fillFolder } from './new-folder.ts'
import { rebuildIndexes } from './rebuild-indexes.ts'
import { refuseImpossible } from './refusals.ts'
import { restoreRecords } from './restore-records.ts'
import { refuseOtherServer } from './server-folder.ts'
import { writeFiles } from './write-files.ts'

export type RestoreDeps = {
  readonly place: BackupPlace
  readonly unpacking: Unpacking
  readonly config: PlatformConfig
  readonly machineClock: Clock
  /** Repeats erasures that are newer than the backup. */
  readonly eraseAgain: (stores: Stores, subjects: readonly ErasedSubject[]) => Promise<void>
  readonly log: Logger
  readonly onProgress: (text: string) => void
}

export type RestoreOrder = {
  readonly manifest: Manifest
  /** A new or empty one. */
  readonly dataDir: string
  /** In Base64, where the backup does not have it. */
  readonly secretKey: string | undefined
  /** Another moment than the backup's own; on a server: to which it was recovered. */
  readonly to: Temporal.Instant | undefined
  /** PostgreSQL is the server of the settings, which runs on the restored folder. */
  readonly isOnServer: boolean
}

export type Restored = {
  readonly manifest: Manifest
  readonly dataDir: string
  /** The moment that the copy shows. */
  readonly moment: Temporal.Instant
  /** Sentences about what a person must know is not there. */
  readonly missing: readonly string[]
}

/** Without it a folder is none of an installation's, so it comes last. */
const MARKER = 'quittance.json'

/** Restores a backup into a new data folder; the stores run only while their content is loaded. */
export async function restoreBackup(deps: RestoreDeps, order: RestoreOrder): Promise<Restored> {
  const { manifest, isOnServer } = order
  refuseImpossible(order)
  if (isOnServer)
    await refuseOtherServer(deps.config.databaseUrl, { backupId: manifest.backupId, moment: momentOf(order) })
  const dataDir = emptyFolder(order.dataDir)
  const list = await loadFileList(deps.place, manifest, deps.unpacking)
  const reading = { ...deps, reader: new ObjectReader(deps, manifest, list), list }
  const restored = await fillFolder(dataDir, MARKER, (path) => restoreInto(reading, { ...order, dataDir }, path))
  return { manifest, dataDir, ...restored }
}

function momentOf({ manifest, to }: RestoreOrder): Temporal.Instant {
  return to ?? Temporal.Instant.from(manifest.moment)
}

type Reading = RestoreDeps & { readonly reader: ObjectReader; readonly list: FileList }

async function restoreInto(deps: Reading, order: RestoreOrder, path: string): Promise<Reached> {
  const { reader, list, onProgress } = deps
  const { files } = list
  await writeFiles({ reader, files, part: 'settings', folder: path })
  await rename(join(path, 'environment.json'), join(path, 'restored-settings.json'))
  const folder = openDataFolder(path)
  const keyFile = secretKeyFileOf(folder)
  if (order.secretKey !== undefined && !existsSync(keyFile)) writeSmallFile(keyFile, `${order.secretKey}\n`)
  const reached = order.isOnServer
    ? { moment: momentOf(order), missing: [] }
    : await restorePostgres(deps, folder, order)
  onProgress('report files')
  const reports = join(path, 'reports')
  await writeFiles({ reader, files, part: 'reports', folder: reports })
  const missing = await loadStores(deps, order, { path, reports, moment: reached.moment })
  return { ...reached, missing: [...reached.missing, ...missing] }
}

async function restorePostgres(deps: Reading, folder: DataFolder, order: RestoreOrder): Promise<Reached> {
  const { reader, list, onProgress } = deps
  onProgress('PostgreSQL')
  for (const name of list.folders) await mkdir(join(folder.postgres, name), { recursive: true, mode: 0o700 })
  await writeFiles({ reader, files: list.files, part: 'postgres', folder: folder.postgres })
  return recoverTo({ ...deps, server: list.server }, folder, order)
}

type Loading = {
  readonly path: string
  readonly reports: string
  readonly moment: Temporal.Instant
}

async function loadStores(
  { place, unpacking, config, log, reader, list, machineClock, onProgress, eraseAgain }: Reading,
  { manifest, isOnServer, dataDir }: RestoreOrder,
  { path, reports, moment }: Loading,
): Promise<readonly string[]> {
  // The key in the folder counts, and the report files are in it.
  const fileStore = { kind: 'folder', folder: reports } as const
  const databaseUrl = isOnServer ? config.databaseUrl : undefined
  const own = { dataDir: path, secretKey: undefined, fileStore, databaseUrl, clickhouseUrl: undefined }
  // Nor is its log archived: the folder is none of an installation's yet.
  const stores = await openStores({ ...config, ...own, clickhouseCluster: undefined, backupTo: undefined }, log)
  try {
    await withClient({ connectionString: stores.ownerUrl() }, async (client) => {
      if (stores.isEmbedded.postgres) await rebuildIndexes(client)
      await moveRecordsHere(client, { folderId: stores.folder.id, place: dataDir })
    })
    await migrateStores(stores, log)
    await restoreRecords({ stores, reader, onProgress }, list.files)
    const erasures = await readErasures({ place, unpacking, secrets: stores.secrets })
    if (erasures.length > 0) onProgress(`erasing ${erasures.length} again`)
    await eraseAgain(stores, erasures)
    const missing = [...(await settleCopy({ stores, machineClock }, { from: place.name, manifest, moment }))]
    for await (const key of storedReportFiles(stores.database.db)) {
      if (!existsSync(join(reports, key))) missing.push(`the report file ${key}`)
    }
    return missing
  } finally {
    await stores.close()
  }
}
