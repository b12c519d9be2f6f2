import type pg from 'pg'
import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'
import { readMigrations } from '../../platform/files/migration-files.ts'
import type { Logger } from '../../platform/log/log.ts'
import { BACKUP_NAME } from '../../platform/postgres/presence.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { newId } from '../../platform/secrets/random.ts'
import { findInstallation } from '../../platform/stores/installation.ts'
import { findCopyId } from '../../platform/stores/restored-copy.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { storedReportFiles } from '../../reporting/index.ts'
import { backupIdOf } from '../manifest/backup-id.ts'
import type { FileList } from '../manifest/file-list.ts'
import { FORM, formatManifest, type Manifest } from '../manifest/manifest.ts'
import { storeFileList, storeObjectList, storeSealedFileList } from '../manifest/stored-parts.ts'
import { manifestKey, objectKey } from '../place/layout.ts'
import { type Packing, packingFor } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { lockPlace, type PlaceLock } from '../place/place-lock.ts'
import { claimPlace } from '../place/place-owner.ts'
import { backUpPostgres } from './back-up-postgres.ts'
import { backUpRecords } from './back-up-records.ts'
import { backUpReports } from './back-up-reports.ts'
import { backUpSettings, type GivenSettings } from './back-up-settings.ts'
import { findKnownObjects } from './known-objects.ts'
import { findLastBackup } from './last-backup.ts'
import { PieceWriter } from './piece-writer.ts'

export type CreateDeps = {
  readonly place: BackupPlace
  readonly stores: Stores
  readonly config: Pick<PlatformConfig, 'secretKey'>
  readonly settings: GivenSettings
  /** Of the program. */
  readonly version: string
  readonly machineClock: Clock
  readonly log: Logger
  readonly onProgress: (text: string) => void
}

/**
 * Makes a backup while everything runs. The order is what makes it one state: a record is deleted from PostgreSQL's
 * outbox after the engine has it, so records that are copied later lack none.
 */
export async function createBackup(
  deps: CreateDeps,
  { recipients }: { readonly recipients: readonly string[] },
): Promise<Manifest> {
  const { place, stores, machineClock, log } = deps
  const packing = packingFor(recipients)
  const { id: installationId, mode } = await findInstallation(stores.database)
  const { placeId } = await claimPlace(place, installationId)
  const lock = await lockPlace({ place, machineClock, log }, { purpose: 'backup' })
  try {
    const started = machineClock.now()
    const run = { backupId: backupIdOf(started, newId()), packing, lock }
    const options = { connectionString: stores.ownerUrl(), application_name: BACKUP_NAME, keepAlive: true }
    return await withClient(options, async (client) => {
      const copied = await copyAll({ ...deps, client }, run)
      const { parts, ...facts } = copied
      const manifest: Manifest = {
        form: FORM,
        backupId: run.backupId,
        placeId,
        installationId,
        copyId: await findCopyId(stores.database.db),
        mode,
        version: deps.version,
        migrations: { postgres: readMigrations().length, records: readRecordMigrations().length },
        startedAt: started.toString(),
        finishedAt: machineClock.now().toString(),
        recipients,
        hasSecretKey: recipients.length > 0,
        ...facts,
        ...parts,
      }
      // Somebody else may have taken over while this process stood still, and pruned what this backup needs.
      await lock.assertHeld()
      await place.put(manifestKey(run.backupId), Buffer.from(formatManifest(manifest)))
      return manifest
    })
  } finally {
    await lock.release().catch((error: Error) => log.warn({ reason: error.message }, 'the lock was not released'))
  }
}

type Run = { readonly backupId: string; readonly packing: Packing; readonly lock: PlaceLock }

async function copyAll(deps: CreateDeps & { readonly client: pg.Client }, { backupId, packing }: Run) {
  const { place, stores, client, log, onProgress } = deps
  const { secrets, database, engine, files: reports } = stores
  onProgress('looking at what the place has')
  const known = await findKnownObjects(place, packing)
  const last = await findLastBackup({ place, packing, secrets, known, log })
  const writer = new PieceWriter({ place, packing, secrets, known })
  const keys = new Set<string>()
  const collectKeys = async (): Promise<void> => {
    for await (const key of storedReportFiles(database.db)) keys.add(key)
  }
  // Before and after: a report may be removed after PostgreSQL was copied, or be made while it is.
  await collectKeys()
  onProgress('PostgreSQL')
  const isEncrypted = packing.recipients.length > 0
  const postgres = await backUpPostgres({ stores, client, writer, isEncrypted, log }, backupId)
  await collectKeys()
  const recordsFrom = await database.now()
  const copiedRecords = await backUpRecords({ engine, writer, last, onProgress })
  const records = { ...copiedRecords, startedAt: recordsFrom.toString() }
  const reportFiles = await backUpReports({ reports, writer, last, onProgress }, keys)
  await backUpSettings({ ...deps, folder: stores.folder, writer }, { isEncrypted })
  const { files, objects, newCount, newBytes } = await writer.finish()
  // Retention has left report files alone for as long as this connection was there.
  await client.query('select 1')
  const list: FileList = { files, objects, folders: postgres.folders, server: postgres.server }
  return {
    moment: postgres.moment.toString(),
    postgres: postgres.part,
    records,
    reports: reportFiles,
    objects: { count: objects.length, bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0), newCount, newBytes },
    parts: {
      fileList: await storeFileList(place, backupId, { list, packing }),
      sealedFileList: isEncrypted ? await storeSealedFileList(place, backupId, { list, secrets }) : undefined,
      objectList: await storeObjectList(
        place,
        backupId,
        objects.map(({ name, bytes }) => ({ key: objectKey(name, packing.suffix), bytes })),
      ),
    },
  }
}
