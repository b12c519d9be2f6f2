import { systemClock } from '../platform/clock.ts'
import { SandboxClock } from '../platform/sandbox-clock.ts'
import { migrateStores, openStores, type Stores } from '../platform/stores.ts'
import type { CommandDeps } from './run-command.ts'
import { progress } from './terminal.ts'
import { type ActingDeps, atTheTerminal } from './with-postgres.ts'

/** Runs the work on up-to-date stores, started for its time where nobody runs them. */
export async function withStores<T>(
  { config, log }: CommandDeps,
  work: (deps: ActingDeps & Pick<Stores, 'clickhouse'>) => Promise<T>,
): Promise<T> {
  progress('reaching the stores')
  const stores = await openStores(config, log)
  try {
    await migrateStores(stores, log)
    const { database, secrets, clickhouse } = stores
    return await work({
      db: database,
      clickhouse,
      secrets,
      clock: config.mode === 'live' ? systemClock : await SandboxClock.open({ database }),
      machineClock: systemClock,
      by: atTheTerminal(),
    })
  } finally {
    await stores.close()
  }
}
