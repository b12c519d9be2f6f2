import { ClickHouse } from './clickhouse/clickhouse.ts'
import { migrateClickHouse } from './clickhouse/migrate-clickhouse.ts'
import type { Config } from './config.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import {
  claimRecordStore,
  claimRecordsHome,
  claimSecretKey,
  type RecordsHome,
} from './installation.ts'
import type { StoreUrls } from './keeper/lease-protocol.ts'
import { leaseStores, type StoreLease } from './keeper/lease-stores.ts'
import type { Logger } from './log.ts'
import type { MigrationReport } from './migration-files.ts'
import { Database } from './postgres/database.ts'
import { migratePostgres, withMigrationLock } from './postgres/migrate-postgres.ts'
import { migrateQueue } from './queue/queue.ts'
import { loadSecrets, type Secrets } from './secrets.ts'

/** Both stores, embedded or not, and what goes away with them. */
export type Stores = {
  readonly folder: DataFolder
  readonly database: Database
  readonly databaseUrl: () => string
  readonly clickhouse: ClickHouse
  /** What is encrypted in them. */
  readonly secrets: Secrets
  readonly isEmbedded: { readonly postgres: boolean; readonly clickhouse: boolean }
  readonly onMove: (listener: (urls: StoreUrls) => void) => void
  readonly close: () => Promise<void>
}

type StoresConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'clickhouseUrl' | 'engineMemoryBytesMax' | 'secretKey'
>

/** Reaches the configured stores, starting the embedded ones where nobody has yet. */
export async function openStores(config: StoresConfig, log: Logger): Promise<Stores> {
  const folder = openDataFolder(config.dataDir)
  const secrets = loadSecrets(config, folder)
  const isEmbedded = {
    postgres: config.databaseUrl === undefined,
    clickhouse: config.clickhouseUrl === undefined,
  }
  const lease = await leaseNeeded(config, folder, isEmbedded, log)
  let databaseUrl = config.databaseUrl ?? lease?.urls.postgres ?? ''
  const database = new Database(databaseUrl, log)
  const clickhouse = new ClickHouse(config.clickhouseUrl ?? lease?.urls.clickhouse ?? '', {
    isEmbedded: isEmbedded.clickhouse,
    log,
  })
  const listeners: ((urls: StoreUrls) => void)[] = []
  lease?.onMove((urls) => {
    if (urls.postgres !== undefined) {
      databaseUrl = urls.postgres
      database.moveTo(urls.postgres)
    }
    if (urls.clickhouse !== undefined) clickhouse.moveTo(urls.clickhouse)
    for (const tell of listeners) tell(urls)
  })
  return {
    folder,
    database,
    databaseUrl: () => databaseUrl,
    clickhouse,
    secrets,
    isEmbedded,
    onMove: (listener) => void listeners.push(listener),
    close: async () => {
      await Promise.all([database.close(), clickhouse.close()])
      await lease?.release()
    },
  }
}

async function leaseNeeded(
  { engineMemoryBytesMax }: StoresConfig,
  folder: DataFolder,
  isEmbedded: Stores['isEmbedded'],
  log: Logger,
): Promise<StoreLease | undefined> {
  const needs = (['postgres', 'clickhouse'] as const).filter((name) => isEmbedded[name])
  if (needs.length === 0) return undefined
  return leaseStores({ folder, needs, engineMemoryBytesMax, log })
}

export type StoresReport = {
  readonly postgres: MigrationReport
  readonly clickhouse: MigrationReport
}

/** Brings both stores up to date and makes sure that they belong together. */
export async function migrateStores(stores: Stores, log: Logger): Promise<StoresReport> {
  const { clickhouse, folder, isEmbedded } = stores
  const home: RecordsHome = isEmbedded.clickhouse
    ? { kind: 'embedded', folderId: folder.id, place: folder.path }
    : { kind: 'external' }
  const url = stores.databaseUrl()
  return withMigrationLock(url, async (client) => {
    const postgresReport = await migratePostgres(client, log)
    await migrateQueue(url)
    const installationId = await claimRecordsHome(client, home)
    await claimSecretKey(client, stores.secrets)
    const clickhouseReport = await migrateClickHouse(clickhouse, log)
    await claimRecordStore(clickhouse, installationId)
    return { postgres: postgresReport, clickhouse: clickhouseReport }
  })
}
