import { ClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../src/platform/clickhouse/migrate-clickhouse.ts'
import { createLogger } from '../../src/platform/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { fileResources } from './file-resources.ts'
import { aTemporaryEngine } from './temporary-engine.ts'
import { createTestDatabase } from './test-database.ts'

const log = createLogger({ level: 'silent' })

export type RecordStore = {
  readonly engine: Engine
  /** Where the engine keeps everything. */
  readonly folder: string
}

/** An engine of this file's own, with all record tables. */
export async function aRecordStore(): Promise<RecordStore> {
  const temporary = await aTemporaryEngine()
  fileResources.defer(temporary.remove)
  const { engine, settings } = temporary
  const url = `http://default:${encodeURIComponent(settings.password)}@127.0.0.1:${engine.port}`
  return { engine: await migrated(url), folder: settings.folder }
}

/** The tables at an address of the caller's. */
export async function migrated(url: string, cluster?: string): Promise<Engine> {
  const engine = new Engine(url, { isEmbedded: cluster === undefined, cluster, log })
  fileResources.defer(() => engine.close())
  await migrateClickHouse(engine, log)
  return engine
}

/** A database of this file's own, without a service. */
export async function aDatabase(): Promise<Database> {
  const database = new Database(await createTestDatabase(), log)
  fileResources.defer(() => database.close())
  return database
}
