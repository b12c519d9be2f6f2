import { beforeAll, describe, expect, test } from 'vitest'
import { fileResources } from '../../test/support/file-resources.ts'
import { engineOfThisFile } from '../../test/support/temporary-engine.ts'
import { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../platform/clickhouse/migrate-clickhouse.ts'
import { createLogger } from '../platform/log.ts'
import { columnsOf } from './domain/record-table.ts'
import { ALL_KINDS, SQL_TYPES } from './record-table-sql.ts'

const log = createLogger({ level: 'silent' })
const { engine, settings } = await engineOfThisFile()
const url = `http://default:${encodeURIComponent(settings.password)}@127.0.0.1:${engine.port}`
const engine = new Engine(url, { isEmbedded: true, log })
fileResources.defer(() => engine.close())

beforeAll(async () => {
  await migrateClickHouse(engine, log)
})

async function rows<T>(query: string): Promise<readonly T[]> {
  const answer = await engine.client.query({ query, format: 'JSONEachRow' })
  return answer.json<T>()
}

describe('the record tables that the migrations make', () => {
  test.each(ALL_KINDS.map((kind) => [kind.table, kind] as const))(
    '%s has the columns of the catalogue, in order',
    async (table, kind) => {
      const described = await rows<{ name: string; type: string }>(`describe table ${table}`)

      expect(described.map(({ name, type }) => ({ name, type }))).toEqual(
        columnsOf(kind).map(({ name, type }) => ({ name, type: SQL_TYPES[type] })),
      )
    },
  )

  test('each keeps the last version of a record, month by month', async () => {
    const tables = await rows<object>(
      `select distinct engine_full like 'ReplacingMergeTree(version, is_deleted)%' as isReplacing,
        partition_key as partitionKey, sorting_key as sortingKey
      from system.tables where database = 'quittance' and engine like 'Replacing%'`,
    )

    expect(tables).toEqual([
      {
        isReplacing: 1,
        partitionKey: 'toYYYYMM(occurred_at)',
        sortingKey: 'merchant_id, occurred_at, record_id',
      },
    ])
  })

  test('those that are searched by request have an index for it', async () => {
    const indexes = await rows<{ table: string; name: string; type: string }>(
      `select table, name, type_full as type from system.data_skipping_indices
        where database = 'quittance' order by table, name`,
    )

    const byRequest = { name: 'request_id_index', type: 'bloom_filter(0.0001)' }
    expect(indexes).toEqual([
      { table: 'batch_items', ...byRequest },
      { table: 'batch_items', name: 'transaction_date_index', type: 'minmax' },
      { table: 'fees', ...byRequest },
      { table: 'fundings', ...byRequest },
      { table: 'processor_events', ...byRequest },
      { table: 'settlements', ...byRequest },
      { table: 'transactions', ...byRequest },
    ])
  })

  test('a second migration finds nothing to do', async () => {
    expect((await migrateClickHouse(engine, log)).applied).toEqual([])
  })
})
