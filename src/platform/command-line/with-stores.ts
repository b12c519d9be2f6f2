import { userInfo } from 'node:os'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type Clock, systemClock } from '../clock/clock.ts'
import { SandboxClock } from '../clock/sandbox-clock.ts'
import type { PlatformConfig } from '../config/config.ts'
import { plaintextProblems } from '../config/live-settings.ts'
import type { Engine } from '../engine/engine.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { DataFolder } from '../files/data-folder.ts'
import type { Database } from '../postgres/database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { findMode, refuseOtherMode, refuseSettings } from '../stores/installation-mode.ts'
import { isUnactivatedCopyAt, notActivated } from '../stores/restored-copy.ts'
import {
  migratePostgresStore,
  migrateStores,
  openPostgresStore,
  openStores,
  type PostgresStore,
} from '../stores/stores.ts'
import type { CommandDeps } from './run-command.ts'
import { progress } from './terminal.ts'

/** The dependencies of a command. */
export type ActingDeps = {
  readonly db: Database
  readonly secrets: Secrets
  /** The installation's, never the environment's. */
  readonly mode: Mode
  readonly clock: Clock
  readonly machineClock: Clock
  /** The person at the terminal. */
  readonly by: AuditActor
}

/** The dependencies of a command that needs the record store. */
export type RecordActingDeps = ActingDeps & {
  readonly engine: Engine
  readonly folder: DataFolder
  readonly reports: FileStore
}

type CommandTerms = {
  /** Whether the command changes a restored copy that is not activated. All others may only read it. */
  readonly changesCopies?: boolean
  /** Whether the command changes the record store itself, which PostgreSQL cannot refuse. */
  readonly changesRecords?: boolean
}

/** Runs the work on a migrated PostgreSQL, which is started for the time of the work if it is not running. */
export async function withPostgres<T>(
  { config, log }: CommandDeps,
  work: (deps: ActingDeps) => Promise<T>,
  terms: CommandTerms = {},
): Promise<T> {
  progress('connecting to PostgreSQL')
  const store = await openPostgresStore(config, log)
  try {
    await migratePostgresStore(store, log)
    await protectCopy(store, terms)
    return await work(await actingDepsOf(config, store))
  } finally {
    await store.close()
  }
}

/** Runs the work on both stores, migrated, which are started for the time of the work if they are not running. */
export async function withStores<T>(
  { config, log }: CommandDeps,
  work: (deps: RecordActingDeps) => Promise<T>,
  terms: CommandTerms = {},
): Promise<T> {
  progress('connecting to the stores')
  const stores = await openStores(config, log)
  try {
    await migrateStores(stores, log)
    await protectCopy(stores, terms)
    const { engine, folder, files: reports } = stores
    return await work({ ...(await actingDepsOf(config, stores)), engine, folder, reports })
  } finally {
    await stores.close()
  }
}

/** As `withStores`, for work that changes the record store itself: a restored copy that is not activated refuses it. */
export async function withRecordsToChange<T>(
  deps: CommandDeps,
  work: (deps: RecordActingDeps) => Promise<T>,
): Promise<T> {
  return withStores(deps, work, { changesRecords: true })
}

/** In a copy PostgreSQL refuses changes itself, so that no command has to know about copies. */
async function protectCopy(
  { database, ownerUrl }: PostgresStore,
  { changesCopies = false, changesRecords = false }: CommandTerms,
): Promise<void> {
  if (changesCopies || !(await isUnactivatedCopyAt(ownerUrl()))) return
  if (changesRecords) throw notActivated()
  database.refuseChanges()
}

/** The dependencies of a command that has opened its stores itself. */
export async function actingDepsOf(config: PlatformConfig, { database, secrets }: PostgresStore): Promise<ActingDeps> {
  const stored = await findMode(database.db)
  if (stored !== undefined) refuseOtherMode(stored, config.requestedMode)
  if (stored === 'live') refuseSettings(plaintextProblems(config))
  const mode = stored ?? config.requestedMode
  return {
    db: database,
    secrets,
    mode: mode ?? 'sandbox',
    // Before the first start, irreversible actions must not follow a clock that someone may have moved.
    clock: mode === 'sandbox' ? await SandboxClock.open({ database }) : systemClock,
    machineClock: systemClock,
    by: { kind: 'command-line', name: userName() },
  }
}

/** In a container the user may have a number but no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
