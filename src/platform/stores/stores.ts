import type pg from 'pg'
import { DuckDbEngine } from '../duckdb/duckdb-engine.ts'
import type { Engine } from '../engine/engine.ts'
import { readRecordMigrations } from '../engine/read-record-migrations.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openFileStore } from '../file-store/open-file-store.ts'
import type { DataFolder } from '../files/data-folder.ts'
import type { MigrationReport } from '../files/migration-files.ts'
import type { StoreName, StoreUrls } from '../keeper/lease-protocol.ts'
import type { Logger } from '../log/log.ts'
import { Database } from '../postgres/database.ts'
import { isEmptyPostgres, migratePostgres, withMigrationLock } from '../postgres/migrate-postgres.ts'
import { prepareServiceRole, serviceUrlOf } from '../postgres/service-role.ts'
import { migrateQueue } from '../queue/queue.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { claimRecordsHome, claimSecretKey, ensureInstallation, type RecordsHome } from './installation.ts'
import { type PreparedStores, prepareStores, type StoresConfig } from './prepare-stores.ts'

/** PostgreSQL, embedded or not, and the resources that are closed with it. */
export type PostgresStore = {
  readonly folder: DataFolder
  readonly database: Database
  readonly databaseUrl: () => string
  /** For migrations. The embedded PostgreSQL has a role for the service, which does not own the tables. */
  readonly ownerUrl: () => string
  /** The key to the encrypted values in it. */
  readonly secrets: Secrets
  readonly isEmbedded: Readonly<Record<StoreName, boolean>>
  /** The addresses of the embedded stores, as they are now. */
  readonly embeddedUrls: () => StoreUrls
  /** Calls the listener with the addresses now, and whenever they change. */
  readonly onMove: (listener: (urls: StoreUrls) => void) => void
  readonly close: () => Promise<void>
}

/** Both stores, and the file store. */
export type Stores = PostgresStore & {
  readonly engine: Engine
  readonly files: FileStore
}

/** Opens the configured stores, and starts the embedded ones if they are not running. */
export async function openStores(config: StoresConfig, log: Logger): Promise<Stores> {
  return openPreparedStores(config, await prepareStores(config, ['postgres', 'records'], log), log)
}

/** Opens stores that were prepared before; ends their lease if that fails. */
export async function openPreparedStores(config: StoresConfig, prepared: PreparedStores, log: Logger): Promise<Stores> {
  await using opened = new AsyncDisposableStack()
  const { store, urls } = open(config, prepared, log)
  opened.defer(store.close)
  const files = await openFileStore(config.fileStore)
  const engine = await openEngine(config, { store, url: urls.records ?? '', log })
  opened.move()
  return {
    ...store,
    engine,
    files,
    close: async () => {
      files.close()
      await engine.close()
      await store.close()
    },
  }
}

async function openEngine(
  { clickhouseUrl, clickhouseCluster: cluster }: StoresConfig,
  { store, url, log }: { readonly store: PostgresStore; readonly url: string; readonly log: Logger },
): Promise<Engine> {
  if (clickhouseUrl !== undefined) {
    // Most installations have no use for its client, and start sooner without it.
    const { ClickHouseEngine } = await import('../clickhouse/clickhouse-engine.ts')
    return new ClickHouseEngine(clickhouseUrl, { cluster, log })
  }
  const engine = new DuckDbEngine(url, { exportsFolder: store.folder.exports, log })
  store.onMove((moved) => {
    if (moved.records !== undefined) engine.moveTo(moved.records)
  })
  return engine
}

/** Opens PostgreSQL only, without starting an embedded engine. */
export async function openPostgresStore(config: StoresConfig, log: Logger): Promise<PostgresStore> {
  return open(config, await prepareStores(config, ['postgres'], log), log).store
}

function open(
  config: StoresConfig,
  { folder, secrets, isEmbedded, lease }: PreparedStores,
  log: Logger,
): { readonly store: PostgresStore; readonly urls: StoreUrls } {
  let ownerUrl = config.databaseUrl ?? lease?.urls.postgres ?? ''
  let databaseUrl = isEmbedded.postgres ? serviceUrlOf(ownerUrl) : ownerUrl
  const database = new Database(databaseUrl, log)
  const listeners: ((urls: StoreUrls) => void)[] = []
  let embeddedUrls = lease?.urls ?? {}
  lease?.onMove((urls) => {
    embeddedUrls = { ...embeddedUrls, ...urls }
    if (urls.postgres !== undefined) {
      ownerUrl = urls.postgres
      databaseUrl = serviceUrlOf(ownerUrl)
      database.moveTo(databaseUrl)
    }
    const moved = urls.postgres === undefined ? urls : { ...urls, postgres: databaseUrl }
    for (const tell of listeners) tell(moved)
  })
  const store: PostgresStore = {
    folder,
    database,
    databaseUrl: () => databaseUrl,
    ownerUrl: () => ownerUrl,
    secrets,
    isEmbedded,
    embeddedUrls: () => embeddedUrls,
    onMove: (listener) => {
      listeners.push(listener)
      // It may have moved while the listener's own connection was being made.
      listener({ postgres: databaseUrl })
    },
    close: async () => {
      await database.close()
      await lease?.release()
    },
  }
  return { store, urls: lease?.urls ?? {} }
}

export type StoresReport = {
  readonly postgres: MigrationReport
  readonly records: MigrationReport
}

/** Brings both stores up to date and makes sure that they belong together. */
export async function migrateStores(stores: Stores, log: Logger): Promise<StoresReport> {
  return withMigrationLock(stores.ownerUrl(), async (client) => {
    const { isEmbedded, engine } = stores
    const migrateRecords = (): Promise<MigrationReport> => engine.migrate(readRecordMigrations())
    // The stores of a new data folder belong together. Other records change only after everything else has succeeded.
    const isNew = isEmbedded.postgres && isEmbedded.records && (await isEmptyPostgres(client))
    const early = isNew ? migrateRecords() : undefined
    const [postgres, records] = await Promise.allSettled([preparePostgres(stores, client, log), early])
    if (postgres.status === 'rejected') throw postgres.reason
    if (records.status === 'rejected') throw records.reason
    const { report, installationId } = postgres.value
    const recordsReport = records.value ?? (await migrateRecords())
    logMigrated(log, 'records', recordsReport)
    await engine.claim(installationId)
    return { postgres: report, records: recordsReport }
  })
}

/** One line for each store; `quittance migrate` lists the migrations. */
function logMigrated(log: Logger, store: StoreName, { applied, version }: MigrationReport): void {
  if (applied.length > 0) log.info({ store, migrations: applied.length, version }, 'store migrated')
}

type PreparedPostgres = { readonly report: MigrationReport; readonly installationId: string }

async function preparePostgres(stores: Stores, client: pg.Client, log: Logger): Promise<PreparedPostgres> {
  const report = await migratePostgres(client)
  logMigrated(log, 'postgres', report)
  const installationId = await claimRecordsHome(client, recordsHomeOf(stores))
  await claimSecretKey(client, stores.secrets)
  await prepareQueue(stores, client)
  return { report, installationId }
}

/** Brings PostgreSQL up to date, and leaves the record store alone. */
export async function migratePostgresStore(store: PostgresStore, log: Logger): Promise<void> {
  await withMigrationLock(store.ownerUrl(), async (client) => {
    logMigrated(log, 'postgres', await migratePostgres(client))
    await prepareQueue(store, client)
    await ensureInstallation(client, recordsHomeOf(store))
    await claimSecretKey(client, store.secrets)
  })
}

/** The role needs rights on the queue's tables, too. */
async function prepareQueue(store: PostgresStore, client: pg.Client): Promise<void> {
  await migrateQueue(store.ownerUrl())
  if (store.isEmbedded.postgres) await prepareServiceRole(client, store.ownerUrl())
}

function recordsHomeOf({ folder, isEmbedded }: PostgresStore): RecordsHome {
  return isEmbedded.records ? { kind: 'embedded', folderId: folder.id, place: folder.path } : { kind: 'external' }
}
