import type { PlatformConfig } from '../config/config.ts'
import { type DataFolder, openDataFolder } from '../files/data-folder.ts'
import type { StoreName } from '../keeper/lease-protocol.ts'
import { leaseStores, type StoreLease } from '../keeper/lease-stores.ts'
import type { Logger } from '../log/log.ts'
import { loadSecrets, type Secrets } from '../secrets/secrets.ts'

export type StoresConfig = Pick<
  PlatformConfig,
  | 'dataDir'
  | 'databaseUrl'
  | 'clickhouseUrl'
  | 'clickhouseCluster'
  | 'engineMemoryBytesMax'
  | 'secretKey'
  | 'fileStore'
  | 'backupTo'
  | 'backupArchiveSeconds'
>

/** The data folder, and the embedded stores that run. */
export type PreparedStores = {
  readonly folder: DataFolder
  readonly secrets: Secrets
  readonly isEmbedded: Readonly<Record<StoreName, boolean>>
  /** Undefined where no store is embedded. */
  readonly lease: StoreLease | undefined
}

/**
 * Starts the embedded stores if they are not running. This module loads little code, so that a service can start its
 * stores while it loads the rest.
 */
export async function prepareStores(
  config: StoresConfig,
  wanted: readonly StoreName[],
  log: Logger,
): Promise<PreparedStores> {
  const folder = openDataFolder(config.dataDir)
  const secrets = loadSecrets(config, folder)
  const isEmbedded = {
    postgres: config.databaseUrl === undefined,
    records: config.clickhouseUrl === undefined,
  }
  const needs = wanted.filter((name) => isEmbedded[name])
  const { engineMemoryBytesMax, backupTo } = config
  const archiveSeconds = backupTo === undefined ? undefined : config.backupArchiveSeconds
  const leasing = { folder, needs, engineMemoryBytesMax, archiveSeconds, log }
  const lease = needs.length === 0 ? undefined : await leaseStores(leasing)
  return { folder, secrets, isEmbedded, lease }
}
