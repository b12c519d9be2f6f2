import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { migrationsTableStatements } from '../../src/platform/clickhouse/table-sql.ts'
import { readRecordMigrations } from '../../src/platform/engine/read-record-migrations.ts'
import { checksumOf } from '../../src/platform/files/migration-files.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'

const FORMER = new URL('../fixtures/clickhouse-migrations/', import.meta.url)
const INSTALLATION = '0b8ee3f4-7b3e-4b61-9f0e-8c5c0f6f3a51'

/** As the version did that had its migrations in SQL: a statement ends with a semicolon at the end of a line. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
}

const url = aDatabaseUrl()
const connection = aConnection(url)

async function storeAsFormerVersion(): Promise<void> {
  await connection.defineOnServer(`create database ${connection.database}`)
  for (const query of migrationsTableStatements()) await connection.define(query)
  for (const [index, file] of readdirSync(FORMER).sort().entries()) {
    const sql = readFileSync(new URL(file, FORMER), 'utf8')
    for (const statement of statementsOf(sql)) await connection.define(statement)
    const name = file.replace(/\.sql$/, '')
    await connection.define(
      `insert into schema_migrations (version, name, checksum) values (${index + 1}, '${name}', '${checksumOf(sql)}')`,
    )
  }
  await connection.define(`insert into installation (id) values ('${INSTALLATION}')`)
  await connection.define(`insert into fees (merchant_id, occurred_at, record_id, version, received_at)
    values ('m', '2026-03-09 10:00:00.000', 'a', 1, '2026-03-10 10:00:00.001'),
      ('m', '2026-03-09 10:00:00.000', 'b', 1, '2026-03-10 10:00:00.002')`)
  await connection.define(`insert into fees (merchant_id, occurred_at, record_id, version, received_at)
    values ('m', '2026-03-09 10:00:00.000', 'b', 2, '2026-03-11 10:00:00.003')`)
}

test('a database of the former version is taken over', async () => {
  await storeAsFormerVersion()
  const engine = new ClickHouseEngine(url, { log })
  fileResources.defer(() => engine.close())
  const migrations = readRecordMigrations()
  expect(await engine.pendingMigrations(migrations)).toBe(2)

  const report = await engine.migrate(migrations, log)
  await engine.claim(INSTALLATION)

  expect(report).toEqual({ applied: ['0004_first_received_at', '0005_external_payments'], version: 5 })
  const stored = `select record_id as id, version, toString(received_at) as at, toString(first_received_at) as first
    from fees final order by record_id`
  const [a, b] = ['2026-03-10 10:00:00.001', '2026-03-11 10:00:00.003']
  expect(await engine.rows(stored)).toEqual([
    { id: 'a', version: 1, at: a, first: a },
    { id: 'b', version: 2, at: b, first: b },
  ])

  // The value stays that of the row when it is rewritten.
  await engine.change({ table: 'fees', set: `source = 'x'`, where: `record_id = 'a'` })
  await connection.define('optimize table fees final')
  expect(await engine.rows(`${stored} limit 1`)).toEqual([{ id: 'a', version: 1, at: a, first: a }])
})
