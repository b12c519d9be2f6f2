import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'
import { openDataFolder } from '../../platform/files/data-folder.ts'
import { sync } from '../../platform/files/durable-files.ts'
import { readMigrations } from '../../platform/files/migration-files.ts'
import { writeSmallFile } from '../../platform/files/small-file.ts'
import type { Logger } from '../../platform/log/log.ts'
import { secretKeyFileOf } from '../../platform/secrets/secrets.ts'
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
import { restoreRecords } from './restore-records.ts'
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
  /** Another moment than the backup's own. */
  readonly to: Temporal.Instant | undefined
}

export type Restored = {
  readonly manifest: Manifest
  readonly dataDir: string
  /** The moment that the copy shows. */
  readonly moment: Temporal.Instant
  /** Sentences about what a person must know is not there. */
  readonly missing: readonly string[]
}

/** Everything is written here first, and moved up when it is complete. */
const UNFINISHED = '.restoring'
/** Without it a folder is none of an installation's, so it comes last. */
const MARKER = 'quittance.json'

/** Restores a backup into a new data folder; the stores run only while their content is loaded. */
export async function restoreBackup(deps: RestoreDeps, order: RestoreOrder): Promise<Restored> {
  const { manifest } = order
  refuseNewer(manifest)
  refuseWithoutPostgres(manifest)
  refuseWithoutKey(order)
  const dataDir = emptyFolder(order.dataDir)
  const list = await loadFileList(deps.place, manifest, deps.unpacking)
  const unfinished = join(dataDir, UNFINISHED)
  await mkdir(unfinished, { mode: 0o700 })
  const restored = await restoreInto(
    { ...deps, reader: new ObjectReader(deps, manifest, list), list },
    order,
    unfinished,
  )
  await moveUp(unfinished, dataDir)
  return { manifest, dataDir, ...restored }
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
  onProgress('PostgreSQL')
  for (const name of list.folders) await mkdir(join(folder.postgres, name), { recursive: true, mode: 0o700 })
  await writeFiles({ reader, files, part: 'postgres', folder: folder.postgres })
  const reached = await recoverTo(deps, folder, order)
  onProgress('report files')
  const reports = join(path, 'reports')
  await writeFiles({ reader, files, part: 'reports', folder: reports })
  const missing = await loadStores(deps, { path, reports, manifest: order.manifest, moment: reached.moment })
  return { ...reached, missing: [...reached.missing, ...missing] }
}

type Loading = {
  readonly path: string
  readonly reports: string
  readonly manifest: Manifest
  readonly moment: Temporal.Instant
}

async function loadStores(
  { place, unpacking, config, log, reader, list, machineClock, onProgress, eraseAgain }: Reading,
  { path, reports, ...settled }: Loading,
): Promise<readonly string[]> {
  // The key in the folder counts, and the report files are in it.
  const fileStore = { kind: 'folder', folder: reports } as const
  const own = { dataDir: path, secretKey: undefined, fileStore, databaseUrl: undefined, clickhouseUrl: undefined }
  // Nor is its log archived: the folder is none of an installation's yet.
  const stores = await openStores({ ...config, ...own, clickhouseCluster: undefined, backupTo: undefined }, log)
  try {
    await migrateStores(stores, log)
    await restoreRecords({ stores, reader, onProgress }, list.files)
    const erasures = await readErasures({ place, unpacking, secrets: stores.secrets })
    if (erasures.length > 0) onProgress(`erasing ${erasures.length} again`)
    await eraseAgain(stores, erasures)
    const missing = [...(await settleCopy({ stores, machineClock }, { from: place.name, ...settled }))]
    for await (const key of storedReportFiles(stores.database.db)) {
      if (!existsSync(join(reports, key))) missing.push(`the report file ${key}`)
    }
    return missing
  } finally {
    await stores.close()
  }
}

function refuseNewer({ version, migrations }: Manifest): void {
  const { postgres, records } = migrations
  if (postgres <= readMigrations().length && records <= readRecordMigrations().length) return
  throw new AppError(
    'conflict',
    'NEWER_BACKUP',
    `The backup was made by Quittance ${version}: restore it with that version or a newer one.`,
  )
}

function refuseWithoutPostgres({ postgres }: Manifest): void {
  if (postgres.kind === 'embedded') return
  throw new AppError('conflict', 'NO_POSTGRES', `The backup cannot be restored by itself: ${postgres.why}.`)
}

function refuseWithoutKey({ manifest, secretKey }: RestoreOrder): void {
  if (manifest.hasSecretKey || secretKey !== undefined) return
  throw new AppError(
    'conflict',
    'NO_SECRET_KEY',
    'The backup is not encrypted, so it has no secret key: name the file secret.key of the original with --secret-key, or set QUITTANCE_SECRET_KEY.',
  )
}

function emptyFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const real = realpathSync(path)
  if (readdirSync(real).length === 0) return real
  throw new AppError(
    'conflict',
    'FOLDER_NOT_EMPTY',
    `The folder ${real} is not empty: a backup is restored into a new one.`,
  )
}

async function moveUp(from: string, to: string): Promise<void> {
  const names = readdirSync(from).filter((name) => name !== MARKER)
  for (const name of names) await rename(join(from, name), join(to, name))
  await sync(to)
  await rename(join(from, MARKER), join(to, MARKER))
  await rm(from, { recursive: true })
  await sync(to)
}
