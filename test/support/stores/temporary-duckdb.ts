import { rm } from 'node:fs/promises'
import type { DuckDbSettings } from '../../../src/platform/duckdb/process-settings.ts'
import { fileResources } from '../run/file-resources.ts'
import { type RestartableDuckDb, startRestartableDuckDb } from './restartable-duckdb.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type TemporaryDuckDb = RestartableDuckDb & { readonly remove: () => Promise<void> }

type Prepare = (folder: string) => Promise<void>

/** A record engine on a folder of its own, both gone after `remove`. */
export async function aTemporaryDuckDb(
  overrides: Partial<DuckDbSettings> = {},
  prepare?: Prepare,
): Promise<TemporaryDuckDb> {
  const folder = makeTemporaryFolder()
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    await prepare?.(folder)
    const duckDb = await startRestartableDuckDb(folder, overrides)
    const remove = async (): Promise<void> => {
      await duckDb.stop()
      await removeFolder()
    }
    // Not spread: its process changes when it is started again.
    return Object.assign(duckDb, { remove })
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** The engine that all tests of a file share; it goes away with the file. */
export async function duckDbOfThisFile(overrides: Partial<DuckDbSettings> = {}): Promise<TemporaryDuckDb> {
  const temporary = await aTemporaryDuckDb(overrides)
  fileResources.defer(temporary.remove)
  return temporary
}
