import { beforeAll, describe, expect, test } from 'vitest'
import { CLUSTER, clusterOfOne } from '../../../test/support/cluster-of-one.ts'
import { fileResources } from '../../../test/support/file-resources.ts'
import { createLogger } from '../log.ts'
import { ClickHouse } from './clickhouse.ts'
import { migrateClickHouse } from './migrate-clickhouse.ts'

const log = createLogger({ level: 'silent' })
const { url, statements, temporary } = await clusterOfOne()
const spread = new ClickHouse(`${url}/spread`, { isEmbedded: false, cluster: CLUSTER, log })
const single = new ClickHouse(`${url}/single`, { isEmbedded: false, log })
for (const opened of [spread, single]) fileResources.defer(() => opened.close())

beforeAll(async () => {
  await migrateClickHouse(single, log)
  await migrateClickHouse(spread, log)
})

type Shape = Readonly<Record<string, unknown>> & { readonly name: string }

/** By table; what the table is called in `database` is left to the caller. */
async function shapesOf(query: string, database: string): Promise<readonly Shape[]> {
  const answer = await temporary.client.query({
    query,
    query_params: { database },
    format: 'JSONEachRow',
  })
  return answer.json<Shape>()
}

const COLUMNS = `select table as name, groupArray((column, type, position, default_expression)) as columns
  from (select table, name as column, type, position, default_expression from system.columns where database = {database: String} order by table, position)
  group by table order by table`
const KEYS = `select name, sorting_key, partition_key, primary_key,
    extract(engine_full, 'min_bytes_for_wide_part = \\\\d+') as settings, engine
  from system.tables where database = {database: String} and engine != 'Null' order by name`

describe('the tables of a cluster', () => {
  test('have the columns of a single server’s, where the data are and where they are asked for', async () => {
    const expected = await shapesOf(COLUMNS, 'single')
    const found = new Map((await shapesOf(COLUMNS, 'spread')).map((shape) => [shape.name, shape]))

    expect(expected.length).toBeGreaterThan(16)
    for (const { name, columns } of expected) {
      expect(found.get(name)?.['columns'], name).toEqual(columns)
      const local = found.get(`${name}_local`)
      if (local !== undefined) expect(local['columns'], name).toEqual(columns)
    }
    const locals = [...found.keys()].filter((name) => name.endsWith('_local'))
    expect(locals.length).toBe(expected.length - 2)
  })

  test('have the same keys, settings and kind of engine', async () => {
    const expected = await shapesOf(KEYS, 'single')
    const found = (await shapesOf(KEYS, 'spread')).map((shape) => ({
      ...shape,
      name: shape.name.replace(/_local$/, ''),
    }))

    expect(found).toEqual(expected)
  })

  test('can be made twice, and are not made again', async () => {
    const definitions = statements.filter((statement) => statement.includes(' on cluster '))
    expect(definitions.length).toBeGreaterThan(32)

    for (const query of definitions) {
      await spread.client.command({ query })
    }

    expect((await migrateClickHouse(spread, log)).applied).toEqual([])
  })

  test('a database of a single server is not taken for a cluster’s, nor the other way round', async () => {
    const spreadLater = new ClickHouse(`${url}/single`, {
      isEmbedded: false,
      cluster: CLUSTER,
      log,
    })
    const singleLater = new ClickHouse(`${url}/spread`, { isEmbedded: false, log })
    for (const opened of [spreadLater, singleLater]) fileResources.defer(() => opened.close())

    await expect(migrateClickHouse(spreadLater, log)).rejects.toThrow(/made for a single server/)
    await expect(migrateClickHouse(singleLater, log)).rejects.toThrow(/made for a cluster/)
  })
})
