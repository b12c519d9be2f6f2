import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import { type AppliedMigration, checksumOf, type MigrationReport, pendingMigrations } from '../files/migration-files.ts'
import { StartupError } from '../processes/startup-error.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { createDatabaseStatement, EVERYWHERE_PATH } from './cluster-statements.ts'
import { explainClickHouse, explainCluster } from './explain-clickhouse.ts'
import { quoteText } from './sql-quoting.ts'
import { migrationStatements, migrationsTableStatements, migrationText } from './table-sql.ts'

const STORE = { name: 'ClickHouse', remedy: 'name another database in CLICKHOUSE_URL' }

/**
 * Brings the record tables up to date. ClickHouse has no transactions over its tables, so every
 * statement must be idempotent: after a crash a migration starts over. The caller holds the
 * migration lock in PostgreSQL.
 */
export async function migrateClickHouse(
  connection: ClickHouseConnection,
  migrations: readonly RecordMigration[],
): Promise<MigrationReport> {
  const { database, cluster } = connection
  try {
    await connection.defineOnServer(createDatabaseStatement(database, cluster))
    await refuseOtherForm(connection)
    for (const query of migrationsTableStatements(cluster)) await connection.define(query)
    const known = migrations.map(withChecksum)
    const pending = pendingMigrations(STORE, known, await appliedTo(connection))
    for (const migration of pending) {
      await run(connection, migration)
      const { version, name, checksum } = migration
      await connection.insertRow('schema_migrations', { version, name, checksum })
    }
    return { applied: pending.map(({ name }) => name), version: known.length }
  } catch (error) {
    throw explained(error, connection)
  }
}

/** The number of pending migrations; all of them if there are no tables yet. */
export async function pendingInClickHouse(
  connection: ClickHouseConnection,
  migrations: readonly RecordMigration[],
): Promise<number> {
  const known = migrations.map(withChecksum)
  try {
    return pendingMigrations(STORE, known, await appliedTo(connection)).length
  } catch (error) {
    if (ABSENT_CODES.has((error as { code?: string }).code ?? '')) return known.length
    throw explained(error, connection)
  }
}

/** Unknown table, unknown database. */
const ABSENT_CODES = new Set(['60', '81'])

type Checked = RecordMigration & AppliedMigration

function withChecksum(migration: RecordMigration): Checked {
  return { ...migration, checksum: checksumOf(migrationText(migration)) }
}

/** Tables of a single server cannot become those of a cluster, nor the other way round. */
async function refuseOtherForm(connection: ClickHouseConnection): Promise<void> {
  const { database } = connection
  const isCluster = connection.cluster !== undefined
  const [found] = await connection.rows<{ readonly engine: string }>(
    `select engine_full as engine from system.tables
      where database = ${quoteText(database)} and name = 'schema_migrations'`,
  )
  if (found === undefined || found.engine.includes(EVERYWHERE_PATH) === isCluster) return
  throw new StartupError(
    isCluster
      ? `The ClickHouse database ${database} was made for a single server: name another one in CLICKHOUSE_URL and move the records ("quittance records export" and "load").`
      : `The ClickHouse database ${database} was made for a cluster: set QUITTANCE_CLICKHOUSE_CLUSTER as on the other nodes.`,
  )
}

/** Explains an error to the person at the terminal; returns it as it is if it was explained already, or cannot be. */
export function explained(error: unknown, { place, cluster }: ClickHouseConnection): unknown {
  if (error instanceof StartupError) return error
  // Losses contain the server's own error, whose code selects the sentence.
  const own = error instanceof EngineUnavailable ? (error.cause ?? error) : error
  const inWords = cluster === undefined ? own : explainCluster(own, cluster.name)
  if (inWords instanceof StartupError) return inWords
  const reached = explainClickHouse(own, place)
  return reached instanceof StartupError ? reached : error
}

async function appliedTo(connection: ClickHouseConnection): Promise<readonly AppliedMigration[]> {
  return connection.rows<AppliedMigration>(
    'select distinct version, name, checksum from schema_migrations order by version',
  )
}

async function run(connection: ClickHouseConnection, migration: Checked): Promise<void> {
  for (const query of migrationStatements(migration, connection.cluster)) {
    try {
      await connection.define(query)
    } catch (error) {
      const inWords = explained(error, connection)
      if (inWords instanceof StartupError) throw inWords
      throw new StartupError(`ClickHouse refused migration ${migration.name}: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}
