import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { renewAccess } from '../../platform/postgres/embedded/renew-access.ts'

/** PostgreSQL's message when the log ends before the moment. */
const LOG_ENDED = /recovery ended before configured recovery target/
const LAST_CHANGE = /last completed transaction was at log time (\S+) (\S+)\+00/

export type Recovered = {
  /** By PostgreSQL's clock; undefined if the log had no change after the backup. */
  readonly lastChangeAt: Temporal.Instant | undefined
  /** Whether the log goes beyond the moment; if not, changes after its end are missing. */
  readonly isLogComplete: boolean
}

/**
 * Replays the log that is in the cluster's folder up to the moment, and begins a new timeline there. Where the log ends
 * earlier, all of it is replayed.
 */
export async function recoverPostgres(
  folder: DataFolder,
  { to }: { readonly to: Temporal.Instant },
): Promise<Recovered> {
  writeFileSync(join(folder.postgres, 'recovery.signal'), '', { mode: 0o600 })
  // This early PostgreSQL knows no names of time zones, not even Z.
  const moment = to.toString().replace('T', ' ').replace('Z', '+00')
  const target = { recovery_target_time: moment, recovery_target_action: 'promote' }
  try {
    return { lastChangeAt: await replay(folder, target), isLogComplete: true }
  } catch (error) {
    if (!LOG_ENDED.test((error as Error).message)) throw error
    return { lastChangeAt: await replay(folder, {}), isLogComplete: false }
  }
}

async function replay(
  folder: DataFolder,
  target: Readonly<Record<string, string>>,
): Promise<Temporal.Instant | undefined> {
  // PostgreSQL requires the command, and looks into its own folder because the command has nothing. Alone, it has no
  // room for readers during the recovery.
  const output = await renewAccess(folder, { restore_command: 'exit 1', hot_standby: 'off', ...target })
  const [, day, time] = LAST_CHANGE.exec(output.join('\n')) ?? []
  return day === undefined ? undefined : Temporal.Instant.from(`${day}T${time}Z`)
}
