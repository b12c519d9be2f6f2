import { mkdir, rm } from 'node:fs/promises'
import { DuckDbEngine } from '../../../src/platform/duckdb/duckdb-engine.ts'
import type { DuckDbSettings } from '../../../src/platform/duckdb/process-settings.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { fileResources } from '../run/file-resources.ts'
import { openHostedEngine } from './engine-host.ts'
import { copyRecordTables } from './record-tables.ts'
import { engineSettings, engineUrl } from './restartable-duckdb.ts'
import { aTemporaryDuckDb } from './temporary-duckdb.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { createTestDatabase } from './test-database.ts'

const log = createLogger({ level: 'silent' })

export type RecordStore = {
  readonly engine: Engine
  /** Where the engine keeps everything. */
  readonly folder: string
  /** Where it may write files. */
  readonly exportsFolder: string
}

/** An engine of this file's own, with all record tables. Files of a worker share its process. */
export async function aRecordStore(): Promise<RecordStore> {
  const root = makeTemporaryFolder()
  fileResources.defer(() => rm(root, { recursive: true, force: true }))
  await copyRecordTables(root)
  const settings = engineSettings(root)
  await mkdir(settings.exportsFolder, { recursive: true })
  const { port, close } = await openHostedEngine(settings)
  fileResources.defer(close)
  const { folder, exportsFolder } = settings
  const engine = new DuckDbEngine(engineUrl(port, settings), { exportsFolder, log })
  fileResources.defer(() => engine.close())
  return { engine, folder, exportsFolder }
}

/** The same in a process of its own, with other settings, such as less memory. */
export async function aLimitedRecordStore(settings: Partial<DuckDbSettings>): Promise<RecordStore> {
  const temporary = await aTemporaryDuckDb(settings, copyRecordTables)
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
