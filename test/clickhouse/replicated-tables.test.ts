import { expect, test } from 'vitest'
import { explainCluster } from '../../src/platform/clickhouse/explain-clickhouse.ts'
import { quoteText } from '../../src/platform/clickhouse/sql-quoting.ts'
import { migrationStatements, migrationsTableStatements } from '../../src/platform/clickhouse/table-sql.ts'
import { readRecordMigrations } from '../../src/platform/engine/read-record-migrations.ts'
import { aConnection, aDatabaseUrl } from './clickhouse-database.ts'

const connection = aConnection(aDatabaseUrl())
const { database } = connection
const cluster = { name: 'main', database }
await connection.defineOnServer(`create database ${database}`)
const macros = await connection.rows("select macro from system.macros where macro in ('shard', 'replica')")

/**
 * chdb neither forwards statements to other nodes nor replicates: such a table can be created but not changed.
 */
const definitions = [
  ...migrationsTableStatements(cluster),
  ...readRecordMigrations().flatMap((migration) => migrationStatements(migration, cluster)),
]
  .filter((statement) => statement.startsWith('create '))
  .map((statement) => statement.replace(" on cluster 'main'", ''))

test.skipIf(macros.length < 2)(
  'a node with a Keeper creates every replicated and distributed table, also a second time',
  async () => {
    expect(definitions.length).toBe(36)

    for (const statement of [...definitions, ...definitions.slice(0, 4)]) {
      await connection.define(statement)
    }

    expect(
      await connection.rows(
        `select zookeeper_path as path, replica_name as replica from system.replicas
          where database = ${quoteText(database)} and table in ('fees_local', 'installation') order by table`,
      ),
    ).toEqual([
      { path: `/clickhouse/tables/01/${database}/fees_local`, replica: 'a' },
      { path: `/clickhouse/everywhere/${database}/installation`, replica: '01-a' },
    ])
    expect(
      await connection.rows(
        `select engine_full as engine from system.tables where database = ${quoteText(database)} and name = 'fees'`,
      ),
    ).toEqual([{ engine: `Distributed('main', '${database}', 'fees_local', cityHash64(merchant_id))` }])
  },
)

test('a node without the macros fails with an explanation', async () => {
  const [statement = ''] = definitions.filter((each) => each.includes('{shard}'))

  const refusal = await connection
    .define(statement.replace('{shard}', '{nowhere}').replace('schema_migrations', 'nowhere'))
    .catch((error: unknown) => explainCluster(error, 'main') as Error)

  expect(refusal?.message).toContain('need the macros {shard} and {replica}')
})
