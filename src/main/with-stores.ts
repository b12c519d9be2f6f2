import { migrateStores, openStores, type Stores } from '../platform/stores.ts'
import type { CommandDeps } from './run-command.ts'
import { progress } from './terminal.ts'

/** Does a command's work with both stores up to date; those that nobody ran are stopped again. */
export async function withStores<T>(
  { config, log }: CommandDeps,
  use: (stores: Stores) => Promise<T>,
): Promise<T> {
  progress('reaching the stores')
  const stores = await openStores(config, log)
  try {
    await migrateStores(stores, log)
    return await use(stores)
  } finally {
    await stores.close()
  }
}
