import { expect, test } from 'vitest'
import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { quoteText } from '../../src/platform/clickhouse/sql-quoting.ts'
import { migrationsTableStatements } from '../../src/platform/clickhouse/table-sql.ts'
import { readRecordMigrations } from '../../src/platform/engine/read-record-migrations.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'

const url = aDatabaseUrl()
const connection = aConnection(url)

const tables = () =>
  connection.rows(`select name, create_table_query, total_rows, toString(metadata_modification_time) as changed
    from system.tables where database = ${quoteText(connection.database)} order by name`)

test('a database of a build before 0.1.0 is refused with instructions and left unchanged', async () => {
  await connection.defineOnServer(`create database ${connection.database}`)
  for (const query of migrationsTableStatements()) await connection.define(query)
  await connection.define(`insert into schema_migrations (version, name, checksum)
    select number + 1, '000' || toString(number + 1) || '_records', 'former' from numbers(5)`)
  await connection.define('create table fees (merchant_id String) engine = MergeTree order by merchant_id')
  await connection.define(`insert into fees values ('m')`)
  const before = await tables()
  const engine = new ClickHouseEngine(url, { log })
  fileResources.defer(() => engine.close())

  await expect(engine.migrate(readRecordMigrations())).rejects.toThrow(
    /^ClickHouse ran another migration 1 .* such as a build from before 0\.1\.0; start that one, or name another database in CLICKHOUSE_URL\.$/,
  )

  expect(before).toHaveLength(2)
  expect(await tables()).toEqual(before)
})
