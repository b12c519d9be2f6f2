import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import { type AppliedMigration, checksumOf, type MigrationReport, pendingMigrations } from '../files/migration-files.ts'
import { StartupError } from '../processes/startup-error.ts'
import { DUCKDB_DIALECT } from './duckdb-dialect.ts'
import { migrationSql } from './table-sql.ts'

type RecordFile = {
  readonly rows: <Row>(sql: string) => Promise<readonly Row[]>
  readonly define: (statements: readonly string[]) => Promise<void>
}

const STORE = { name: 'The embedded record store', remedy: 'set QUITTANCE_DATA_DIR to another folder' }
const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  version integer not null, name varchar not null, checksum varchar not null, applied_at timestamp not null)`

/** Brings the tables up to date, each migration in one transaction. The caller holds the migration lock in PostgreSQL. */
export async function migrateDuckDb(
  file: RecordFile,
  migrations: readonly RecordMigration[],
): Promise<MigrationReport> {
  await file.define([MIGRATIONS_TABLE])
  const known = migrations.map(withChecksum)
  const pending = pendingMigrations(STORE, known, await appliedTo(file))
  for (const migration of pending) await run(file, migration)
  return { applied: pending.map(({ name }) => name), version: known.length }
}

/** The number of pending migrations; all of them if there are no tables yet. */
export async function pendingInDuckDb(file: RecordFile, migrations: readonly RecordMigration[]): Promise<number> {
  const made = await file.rows(`select 1 from duckdb_tables() where table_name = 'schema_migrations'`)
  if (made.length === 0) return migrations.length
  return pendingMigrations(STORE, migrations.map(withChecksum), await appliedTo(file)).length
}

/** Marks the file as this installation's: two installations on one file would mix their records. */
export async function claimRecordFile(file: RecordFile, installationId: string): Promise<void> {
  const owners = await file.rows<{ id: string }>('select id from installation')
  if (owners.some(({ id }) => id === installationId)) return
  if (owners.length > 0) {
    throw new StartupError(
      'The record store of this data folder belongs to another Quittance installation: set QUITTANCE_DATA_DIR to another folder, or use the database that belongs to this one.',
    )
  }
  const { text, instant } = DUCKDB_DIALECT
  await file.define([`insert into installation values (${text(installationId)}, ${instant(Date.now())})`])
}

async function appliedTo(file: RecordFile): Promise<readonly AppliedMigration[]> {
  return file.rows<AppliedMigration>('select version, name, checksum from schema_migrations order by version')
}

type Checked = RecordMigration & AppliedMigration

/** The checksum covers the steps only, so that their SQL may be improved. */
function withChecksum(migration: RecordMigration): Checked {
  return { ...migration, checksum: checksumOf(canonicalJson(migration.steps)) }
}

/** Returns the same text for the same content, whatever the order of its members. */
function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

async function run(file: RecordFile, { version, name, checksum, steps }: Checked): Promise<void> {
  const { text, instant } = DUCKDB_DIALECT
  const noted = `insert into schema_migrations values
    (${version}, ${text(name)}, ${text(checksum)}, ${instant(Date.now())})`
  try {
    await file.define([...migrationSql(steps), noted])
  } catch (error) {
    if (error instanceof EngineUnavailable) throw error
    throw new StartupError(
      `${STORE.name} refused migration ${name}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
