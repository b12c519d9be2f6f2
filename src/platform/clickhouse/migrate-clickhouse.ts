import type { Logger } from '../log.ts'
import {
  type AppliedMigration,
  type MigrationReport,
  pendingMigrations,
  readMigrations,
} from '../migration-files.ts'
import { StartupError } from '../startup-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { explainClickHouse } from './explain-clickhouse.ts'

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
    await clickhouse.client.command({
      query: `create table if not exists schema_migrations (
        version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') default now64(3)
      ) engine = MergeTree order by version`,
    })
    const known = readMigrations('clickhouse')
    const pending = pendingMigrations('ClickHouse', known, await appliedTo(clickhouse))
    for (const { version, name, checksum, sql } of pending) {
      for (const query of statementsOf(sql)) await run(clickhouse, name, query)
      await clickhouse.client.insert({
        table: 'schema_migrations',
        values: [{ version, name, checksum }],
        columns: ['version', 'name', 'checksum'],
        format: 'JSONEachRow',
      })
      log.info({ migration: name }, 'ClickHouse migrated')
    }
    return { applied: pending.map(({ name }) => name), version: known.length }
  } catch (error) {
    throw explainClickHouse(error, clickhouse.place)
  }
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

async function run(clickhouse: ClickHouse, name: string, query: string): Promise<void> {
  try {
    await clickhouse.client.command({ query })
  } catch (error) {
    throw new StartupError(`ClickHouse refused migration ${name}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
