import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecordMigrations } from '../../../src/platform/engine/read-record-migrations.ts'
import { madeOnce } from '../run/made-once.ts'
import { startRestartableDuckDb } from './restartable-duckdb.ts'

/** Copies empty record tables into a data folder, which is faster than creating them. No engine runs on it yet. */
export async function copyRecordTables(dataFolder: string): Promise<void> {
  const original = await madeOnce('record-tables', createRecordTables)
  await cp(join(original, 'records'), join(dataFolder, 'records'), { recursive: true })
}

async function createRecordTables(folder: string): Promise<void> {
  const duckDb = await startRestartableDuckDb(folder)
  try {
    await duckDb.engine.migrate(readRecordMigrations())
  } finally {
    await duckDb.stop()
  }
}
