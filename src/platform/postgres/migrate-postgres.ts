import type pg from 'pg'
import {
  type AppliedMigration,
  type Migration,
  type MigrationReport,
  pendingMigrations,
  readMigrations,
} from '../files/migration-files.ts'
import { StartupError } from '../processes/startup-error.ts'
import type { Database } from './database.ts'
import { explainPostgres } from './explain-postgres.ts'
import { withClient } from './with-client.ts'

/** A fixed number that no other program is likely to lock. */
const MIGRATION_LOCK = 7_148_265_013n
const SERVER_VERSION_MIN = 15
const STORE = { name: 'PostgreSQL', remedy: 'use an empty database' }

/**
 * Runs the work while only this process may migrate. Nodes that start together queue here; the lock belongs to the
 * connection, so it is free when a node dies.
 */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withClient({ connectionString: url, connectionTimeoutMillis: 10_000 }, async (client) => {
      await refuseOldServer(client)
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      return work(client)
    })
  } catch (error) {
    throw explainPostgres(error, url)
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version < SERVER_VERSION_MIN) {
    throw new StartupError(
      `DATABASE_URL leads to PostgreSQL ${version}; Quittance needs ${SERVER_VERSION_MIN} or newer.`,
    )
  }
}

/** Brings the schema up to date; each migration and its note are one transaction. */
export async function migratePostgres(client: pg.Client): Promise<MigrationReport> {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const known = readMigrations()
  const pending = pendingMigrations(STORE, known, await appliedTo(client))
  // Commits reach the disk in their order, so a crash undoes the latest migrations only. The next durable commit keeps
  // them all.
  await client.query('set synchronous_commit = off')
  for (const migration of pending) await apply(client, migration)
  await client.query('reset synchronous_commit')
  return { applied: pending.map(({ name }) => name), version: known.length }
}

/** The number of pending migrations; all of them on an empty database. */
export async function pendingInPostgres({ pool }: Database): Promise<number> {
  const applied = (await isEmptyPostgres(pool)) ? [] : await appliedTo(pool)
  return pendingMigrations(STORE, readMigrations(), applied).length
}

/** Whether no migration was ever started. */
export async function isEmptyPostgres(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('schema_migrations')::text as found`,
  )
  return rows[0]?.found == null
}

async function appliedTo(client: pg.Client | pg.Pool): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

async function apply(client: pg.Client, { version, name, checksum, sql }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw refusedMigration(name, error as Error)
  }
}

/** Extensions are part of PostgreSQL, but some systems install them separately or let only a superuser create them. */
function refusedMigration(name: string, cause: Error): StartupError {
  const [, extension] = /extension "(\w+)"/.exec(cause.message) ?? []
  const remedy =
    extension === undefined
      ? ''
      : ` Install PostgreSQL's contrib package, or have a superuser run in this database: create extension ${extension};`
  return new StartupError(`PostgreSQL refused migration ${name}: ${cause.message}.${remedy}`, { cause })
}
