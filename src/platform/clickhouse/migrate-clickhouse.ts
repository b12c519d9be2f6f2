import type { Logger } from '../log.ts'
import {
  type AppliedMigration,
  type MigrationReport,
  pendingMigrations,
  readMigrations,
} from '../migration-files.ts'
import { StartupError } from '../startup-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { EVERYWHERE_PATH } from './cluster-statements.ts'
import { explainClickHouse, explainCluster } from './explain-clickhouse.ts'

const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') default now64(3)
) engine = MergeTree order by version`

/**
 * Brings the record tables up to date. ClickHouse has no transactions over its tables, so every
 * statement must bear being run twice: after a crash a migration starts over. The caller holds the
 * migration lock in PostgreSQL.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  log: Logger,
): Promise<MigrationReport> {
  try {
    await clickhouse.createDatabase()
    await refuseOtherForm(clickhouse)
    await define(clickhouse, MIGRATIONS_TABLE)
    const known = readMigrations('clickhouse')
    const pending = pendingMigrations('ClickHouse', known, await appliedTo(clickhouse))
    for (const { version, name, checksum, sql } of pending) {
      for (const statement of statementsOf(sql)) await run(clickhouse, name, statement)
      await clickhouse.client.insert({
        table: 'schema_migrations',
        values: [{ version, name, checksum }],
        columns: ['version', 'name', 'checksum'],
        clickhouse_settings: clickhouse.writeSettings,
        format: 'JSONEachRow',
      })
      log.info({ migration: name }, 'ClickHouse migrated')
    }
    return { applied: pending.map(({ name }) => name), version: known.length }
  } catch (error) {
    throw explained(error, clickhouse)
  }
}

/** Tables of a single server cannot become those of a cluster, nor the other way round. */
async function refuseOtherForm(clickhouse: ClickHouse): Promise<void> {
  const answer = await clickhouse.client.query({
    query: `select engine_full as engine from system.tables
      where database = {database: String} and name = 'schema_migrations'`,
    query_params: { database: clickhouse.database },
    format: 'JSONEachRow',
  })
  const [found] = await answer.json<{ engine: string }>()
  if (found === undefined || found.engine.includes(EVERYWHERE_PATH) === clickhouse.isCluster) return
  throw new StartupError(
    clickhouse.isCluster
      ? `The ClickHouse database ${clickhouse.database} was made for a single server: name another one in CLICKHOUSE_URL and move the records ("quittance records export" and "load").`
      : `The ClickHouse database ${clickhouse.database} was made for a cluster: set QUITTANCE_CLICKHOUSE_CLUSTER as on the other nodes.`,
  )
}

function explained(error: unknown, { place, clusterName }: ClickHouse): unknown {
  const inWords = clusterName === undefined ? error : explainCluster(error, clusterName)
  return inWords instanceof StartupError ? inWords : explainClickHouse(error, place)
}

/** How many migrations are still to be run; all of them where nothing has been made yet. */
export async function pendingInClickHouse(clickhouse: ClickHouse): Promise<number> {
  const known = readMigrations('clickhouse')
  try {
    return pendingMigrations('ClickHouse', known, await appliedTo(clickhouse)).length
  } catch (error) {
    if (ABSENT_CODES.has((error as { code?: string }).code ?? '')) return known.length
    throw explainClickHouse(error, clickhouse.place)
  }
}

/** Unknown table, unknown database. */
const ABSENT_CODES = new Set(['60', '81'])

async function appliedTo(clickhouse: ClickHouse): Promise<readonly AppliedMigration[]> {
  const answer = await clickhouse.client.query({
    query: 'select distinct version, name, checksum from schema_migrations order by version',
    clickhouse_settings: clickhouse.readSettings,
    format: 'JSONEachRow',
  })
  return answer.json<AppliedMigration>()
}

/** A statement ends with a semicolon at the end of a line. */
export function statementsOf(sql: string): readonly string[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
}

async function run(clickhouse: ClickHouse, name: string, statement: string): Promise<void> {
  try {
    await define(clickhouse, statement)
  } catch (error) {
    const inWords = explained(error, clickhouse)
    if (inWords instanceof StartupError) throw inWords
    throw new StartupError(`ClickHouse refused migration ${name}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function define(clickhouse: ClickHouse, statement: string): Promise<void> {
  for (const query of clickhouse.definitionsOf(statement))
    await clickhouse.client.command({ query })
}
