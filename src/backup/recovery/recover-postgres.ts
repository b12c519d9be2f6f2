import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import type { Logger } from '../../platform/log/log.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded/embedded-postgres.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import type { RunningStore } from '../../platform/processes/child-process.ts'

/** A day of changes is replayed within minutes. */
const RECOVERY_MS_MAX = 6 * 3_600_000

/** The end of PostgreSQL's message when the log ends before the moment. */
const LOG_ENDED = /recovery ended before configured recovery target/

export type Recovered = {
  readonly postgres: RunningStore
  /** The last change; undefined if the log had none after the backup. */
  readonly lastChangeAt: Temporal.Instant | undefined
  /** Whether the log goes beyond the moment; if not, changes after its end are missing. */
  readonly isLogComplete: boolean
}

/**
 * Replays the log that is in the cluster's folder up to the moment, and lets PostgreSQL begin a new timeline there. Where
 * the log ends earlier, all of it is replayed. A recovery that was interrupted continues when it is repeated.
 */
export async function recoverPostgres(
  { folder, log }: { readonly folder: DataFolder; readonly log: Logger },
  { to }: { readonly to: Temporal.Instant },
): Promise<Recovered> {
  writeFileSync(join(folder.postgres, 'recovery.signal'), '', { mode: 0o600 })
  // This early PostgreSQL knows no names of time zones, not even Z.
  const moment = to.toString().replace('T', ' ').replace('Z', '+00')
  const target = { recovery_target_time: moment, recovery_target_action: 'promote' }
  try {
    return { ...(await recovered(folder, log, target)), isLogComplete: true }
  } catch (error) {
    if (!LOG_ENDED.test((error as Error).message)) throw error
    return { ...(await recovered(folder, log, {})), isLogComplete: false }
  }
}

async function recovered(folder: DataFolder, log: Logger, target: Readonly<Record<string, string>>) {
  const settings = {
    // It answers when the recovery has ended.
    hot_standby: 'off',
    // Required; that it has nothing makes PostgreSQL look into its own folder.
    restore_command: 'exit 1',
    ...target,
  }
  const postgres = await startEmbeddedPostgres(folder, log, { settings, readyMsMax: RECOVERY_MS_MAX })
  const lastChangeAt = await withClient({ connectionString: postgres.url }, async (client) => {
    const { rows } = await client.query<{ at: string | null }>(
      `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    )
    return rows[0]?.at ?? undefined
  })
  return { postgres, lastChangeAt: lastChangeAt === undefined ? undefined : Temporal.Instant.from(lastChangeAt) }
}
