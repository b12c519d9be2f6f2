import type { Engine } from '../platform/engine/engine.ts'
import type { FileStore } from '../platform/file-store/file-store.ts'
import type { DataFolder } from '../platform/files/data-folder.ts'
import { migrateStores, openStores } from '../platform/stores/stores.ts'
import type { CommandDeps } from './run-command.ts'
import { progress } from './terminal.ts'
import { type ActingDeps, actingDepsOf } from './with-postgres.ts'

/** What a command acts with that needs records. */
export type RecordActingDeps = ActingDeps & {
  readonly engine: Engine
  readonly folder: DataFolder
  readonly reports: FileStore
}

/** Runs the work on both stores, up to date, started for its time where nobody runs them. */
export async function withStores<T>(
  { config, log }: CommandDeps,
  work: (deps: RecordActingDeps) => Promise<T>,
): Promise<T> {
  progress('reaching the stores')
  const stores = await openStores(config, log)
  try {
    await migrateStores(stores, log)
    const { engine, folder, files: reports } = stores
    return await work({ ...(await actingDepsOf(config, stores)), engine, folder, reports })
  } finally {
    await stores.close()
  }
}
