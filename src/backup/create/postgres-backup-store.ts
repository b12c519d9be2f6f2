import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'

/** Says what PostgreSQL is, for the manifest. */
type Cluster = { readonly systemIdentifier: string; readonly timeline: number }

/**
 * Begins a backup of the cluster. The log that it needs is kept by a slot that goes with the connection, so that a killed
 * backup leaves nothing behind.
 */
export async function startClusterBackup(
  client: pg.Client,
  backupId: string,
): Promise<Cluster & { readonly startLsn: string }> {
  const slot = `quittance_backup_${backupId.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`
  // A physical slot without immediate reservation would keep nothing yet.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const { rows } = await client.query<{ systemIdentifier: string; timeline: number; startLsn: string }>(
    `select system_identifier::text as "systemIdentifier", timeline_id as timeline,
       pg_backup_start($1, fast => true)::text as "startLsn"
     from pg_control_system(), pg_control_checkpoint()`,
    [`quittance ${backupId}`],
  )
  return only(rows)
}

export type EndedBackup = {
  readonly stopLsn: string
  /** By PostgreSQL's clock; everything committed by then is in the backup. */
  readonly moment: Temporal.Instant
  readonly labelFile: string
  /** The first and the last segment of the log that it needs. */
  readonly firstSegment: string
  readonly lastSegment: string
  readonly segmentBytes: number
}

export async function stopClusterBackup(client: pg.Client, startLsn: string): Promise<EndedBackup> {
  const { moment } = await logPosition(client)
  const { rows } = await client.query<Omit<EndedBackup, 'moment'>>(
    `select lsn::text as "stopLsn", labelfile as "labelFile", pg_walfile_name($1::pg_lsn) as "firstSegment",
       pg_walfile_name(lsn) as "lastSegment",
       (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentBytes"
     from pg_backup_stop(wait_for_archive => false)`,
    [startLsn],
  )
  return { ...only(rows), moment }
}

export type Server = {
  readonly version: string
  readonly major: number
  readonly moment: Temporal.Instant
  readonly mayReplicate: boolean
  readonly walLevel: string
  readonly sendersMax: number
  readonly slotsMax: number
  readonly segmentBytes: number
  readonly hasTablespaces: boolean
  readonly database: string
  readonly hasMaintenanceDatabase: boolean
}

/** Describes a server, and whether it allows a base backup. */
export async function describeServer(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Omit<Server, 'moment' | 'hasTablespaces'>>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       current_setting('server_version_num')::integer / 10000 as major,
       current_setting('wal_level') as "walLevel",
       current_setting('max_wal_senders')::integer as "sendersMax",
       current_setting('max_replication_slots')::integer as "slotsMax",
       (select rolsuper or rolreplication from pg_roles where rolname = session_user) as "mayReplicate",
       (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentBytes",
       current_database() as database,
       exists (select from pg_database where datname = 'postgres') as "hasMaintenanceDatabase"`,
  )
  const { moment } = await logPosition(client)
  return { ...only(rows), hasTablespaces: await hasTablespaces(client), moment }
}

/** A moment, and where the log was then or a little later. */
export async function logPosition(
  client: pg.Client,
): Promise<{ readonly moment: Temporal.Instant; readonly lsn: string }> {
  const { rows } = await client.query<{ moment: string; lsn: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
       pg_current_wal_insert_lsn()::text as lsn`,
  )
  const { moment, lsn } = only(rows)
  return { moment: Temporal.Instant.from(moment), lsn }
}

export async function hasTablespaces(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as found`,
  )
  return only(rows).found
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0]
  assert(row !== undefined, 'PostgreSQL answered a query for one row with none.')
  return row
}
