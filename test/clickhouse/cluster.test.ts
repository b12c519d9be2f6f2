import { beforeAll, describe, expect, test } from 'vitest'
import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { quoteText } from '../../src/platform/clickhouse/sql-quoting.ts'
import { readRecordMigrations } from '../../src/platform/engine/read-record-migrations.ts'
import type { RecordMigration } from '../../src/platform/engine/record-migration.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'
import { CLUSTER, clusterOfOne } from './cluster-of-one.ts'

const { url, statements } = await clusterOfOne()
/** Of these tables alone: what holds for them holds for the others, which are made the same way. */
const TABLES: ReadonlySet<string> = new Set(['transactions', 'batch_items', 'fees'])
const released = readRecordMigrations().map((migration) => ({
  ...migration,
  steps: migration.steps.filter((step) => !('table' in step) || TABLES.has(step.table)),
}))
/** Adds a column to each table, as a later version may. */
const later: RecordMigration = {
  version: released.length + 1,
  name: 'later',
  owner: 'records',
  steps: [...TABLES].map((table) => ({
    do: 'add-column',
    table,
    column: { name: 'seen_at', type: 'instant' },
    after: 'received_at',
    valueFrom: 'received_at',
  })),
}
const migrations = [...released, later]
const spreadUrl = aDatabaseUrl(url)
const singleUrl = aDatabaseUrl(url)
const connection = aConnection(spreadUrl)
const single = aConnection(singleUrl)

function anEngine(at: string, cluster?: string): ClickHouseEngine {
  const engine = new ClickHouseEngine(at, { cluster, log })
  fileResources.defer(() => engine.close())
  return engine
}

beforeAll(async () => {
  await anEngine(singleUrl).migrate(migrations)
  // In two steps, as an upgrade makes them.
  await anEngine(spreadUrl, CLUSTER).migrate(released)
  await anEngine(spreadUrl, CLUSTER).migrate(migrations)
})

type Shape = Readonly<Record<string, unknown>> & { readonly name: string }

const columnsIn = (database: string): Promise<readonly Shape[]> =>
  connection.rows<Shape>(
    `select table as name, groupArray((column, type, position, default_expression)) as columns
      from (select table, name as column, type, position, default_expression from system.columns
        where database = ${quoteText(database)} order by table, position)
      group by table order by table`,
  )
const keysIn = (database: string): Promise<readonly Shape[]> =>
  connection.rows<Shape>(
    `select name, sorting_key, partition_key, primary_key,
        extract(engine_full, 'min_bytes_for_wide_part = \\\\d+') as settings, engine
      from system.tables where database = ${quoteText(database)} and engine != 'Null' order by name`,
  )

describe('the tables of a cluster', () => {
  test('local and distributed tables have the columns of a single server’s tables', async () => {
    const expected = await columnsIn(single.database)
    const found = new Map((await columnsIn(connection.database)).map((shape) => [shape.name, shape]))

    expect(expected.length).toBe(TABLES.size + 2)
    for (const { name, columns } of expected) {
      expect(found.get(name)?.['columns'], name).toEqual(columns)
      const local = found.get(`${name}_local`)
      if (local !== undefined) expect(local['columns'], name).toEqual(columns)
    }
    const locals = [...found.keys()].filter((name) => name.endsWith('_local'))
    expect(locals.length).toBe(expected.length - 2)
  })

  test('cluster tables have the keys, settings and engine kind of a single server’s tables', async () => {
    const expected = await keysIn(single.database)
    const found = (await keysIn(connection.database)).map((shape) => ({
      ...shape,
      name: shape.name.replace(/_local$/, ''),
    }))

    expect(found).toEqual(expected)
  })

  test('creating a table twice is harmless, and a second migration creates none', async () => {
    const definitions = statements.filter(
      (statement) => statement.includes(' on cluster ') && / `\w+`\.`(fees|installation)/.test(statement),
    )
    expect(definitions.length).toBe(6)

    for (const statement of definitions) await connection.define(statement)

    expect((await anEngine(spreadUrl, CLUSTER).migrate(migrations)).applied).toEqual([])
  })

  test('a single server’s database is refused as a cluster’s, and the reverse', async () => {
    await expect(anEngine(singleUrl, CLUSTER).migrate(migrations)).rejects.toThrow(/made for a single server/)
    await expect(anEngine(spreadUrl).migrate(migrations)).rejects.toThrow(/made for a cluster/)
  })
})
