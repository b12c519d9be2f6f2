import { userInfo } from 'node:os'
import type { AuditActor } from '../kernel/actor.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { migratePostgresStore, openPostgresStore, type PostgresStore } from '../platform/stores/stores.ts'
import type { Config } from './config.ts'
import type { CommandDeps } from './run-command.ts'
import { progress } from './terminal.ts'

/** What a command acts with. */
export type ActingDeps = {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly machineClock: Clock
  /** Who is at the terminal. */
  readonly by: AuditActor
}

/** Runs the work on an up-to-date PostgreSQL, started for its time where nobody runs it. */
export async function withPostgres<T>(
  { config, log }: CommandDeps,
  work: (deps: ActingDeps) => Promise<T>,
): Promise<T> {
  progress('reaching PostgreSQL')
  const store = await openPostgresStore(config, log)
  try {
    await migratePostgresStore(store, log)
    return await work(await actingDepsOf(config, store))
  } finally {
    await store.close()
  }
}

/** What a command acts with on a store that is open and up to date. */
export async function actingDepsOf(
  { mode }: Pick<Config, 'mode'>,
  { database, secrets }: PostgresStore,
): Promise<ActingDeps> {
  return {
    db: database,
    secrets,
    clock: mode === 'live' ? systemClock : await SandboxClock.open({ database }),
    machineClock: systemClock,
    by: { kind: 'command-line', name: userName() },
  }
}

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
