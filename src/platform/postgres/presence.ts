import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readMigrations } from '../files/migration-files.ts'
import type { Logger } from '../log/log.ts'
import type { Database } from './database.ts'
import { openPersistentConnection, type PersistentConnection } from './persistent-connection.ts'

/** The loss of a node's machine is noticed after about half a minute. */
const KEEPALIVE_SETTINGS = [
  'set tcp_keepalives_idle = 10',
  'set tcp_keepalives_interval = 5',
  'set tcp_keepalives_count = 4',
]

const NAME = 'quittance presence'
/** Later than any. */
const MIGRATION_MAX = 2 ** 31 - 1

/** This process, as the others on the same database see it. */
export type Presence = PersistentConnection & { readonly id: string }

/**
 * Shows that this process is alive: it holds a lock that goes with its connection, so the others know
 * of its death immediately and without comparing clocks. After a lost connection it comes back under the
 * same id; work that relies on its absence must be guarded by more than presence.
 */
export async function announcePresence(url: string, log: Logger): Promise<Presence> {
  const id = randomUUID()
  const connection = await openPersistentConnection({
    url,
    // With the schema that this version of the service knows, for `isNodeRunning`.
    name: `${NAME} ${readMigrations().length}`,
    prepare: async (client) => {
      for (const setting of KEEPALIVE_SETTINGS) await client.query(setting)
      await client.query('select pg_advisory_lock($1)', [lockOf(id)])
    },
    absenceMessage: 'other nodes do not see this node',
    log,
  })
  return { id, ...connection }
}

/** Those of the given ids that no living process holds. */
export async function absentAmong(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await pool.query<{ lock: bigint }>(
    `select (classid::bigint << 32) | objid::bigint as lock from pg_locks
     where locktype = 'advisory' and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  const held = new Set(rows.map(({ lock }) => BigInt.asIntN(64, lock)))
  return ids.filter((id) => !held.has(lockOf(id)))
}

/**
 * Whether a node runs on this database, or one of a version from before a migration. Such a node cannot start once the
 * migration has run, but one that started earlier goes on. Its connection may be lost for a moment, so look twice before
 * you remove something that it needs.
 */
export async function isNodeRunning(
  { db }: Pick<Database, 'db'>,
  { beforeMigration = MIGRATION_MAX } = {},
): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name like ${`${NAME} %`}
        and substring(application_name from '[0-9]+$')::integer < ${beforeMigration}
    ) as is_running`.execute(db)
  return rows[0]?.is_running === true
}

/** The name of the connection that a backup holds for as long as it runs. */
export const BACKUP_NAME = 'quittance backup'

/** Whether a backup copies this installation now: files that its database names must stay until it has them. */
export async function isBackupRunning({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ is_running: boolean }>(
    `select exists (
       select from pg_stat_activity where datname = current_database() and application_name = $1
     ) as is_running`,
    [BACKUP_NAME],
  )
  return rows[0]?.is_running === true
}

/** The lock's number: 64 bits of the id's hash. */
function lockOf(id: string): bigint {
  return createHash('sha256').update(`quittance node ${id}`).digest().readBigInt64BE()
}
