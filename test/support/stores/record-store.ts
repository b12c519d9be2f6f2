import type { Engine } from '../../../src/platform/engine/engine.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { fileResources } from '../run/file-resources.ts'
import { copyRecordTables } from './record-tables.ts'
import { aTemporaryDuckDb, type TemporaryDuckDb } from './temporary-duckdb.ts'
import { createTestDatabase } from './test-database.ts'

const log = createLogger({ level: 'silent' })

export type RecordStore = {
  readonly engine: Engine
  /** Where the engine keeps everything. */
  readonly folder: string
  /** Where it may write files. */
  readonly exportsFolder: string
}

/** An engine of this file's own, with all record tables. */
export async function aRecordStore(settings: Parameters<typeof aTemporaryDuckDb>[0] = {}): Promise<RecordStore> {
  const temporary: TemporaryDuckDb = await aTemporaryDuckDb(settings, copyRecordTables)
  fileResources.defer(temporary.remove)
  const { folder, exportsFolder } = temporary.settings
  return { engine: temporary.engine, folder, exportsFolder }
}

/** A database of this file's own, without a service. */
export async function aDatabase(): Promise<Database> {
  const database = new Database(await createTestDatabase(), log)
  fileResources.defer(() => database.close())
  return database
}
