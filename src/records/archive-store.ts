import { type RowColumn, rowBinaryHeader } from '../platform/clickhouse/row-binary.ts'
import type { Engine } from '../platform/engine/engine.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import { insertSettings } from './record-store.ts'

/** Which records are meant; a part left out is no bound. */
export type RecordRange = {
  /** So many that their names fit in one query. */
  readonly merchantIds?: readonly string[] | undefined
  readonly from?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly to?: Temporal.Instant | undefined
}

/** As 202603, and all its rows of the range, every version counted. */
type Month = { readonly partition: string; readonly rows: number }

export async function monthsOf(
  engine: Engine,
  kind: RecordKind,
  range: RecordRange,
): Promise<readonly Month[]> {
  const { where, params } = conditionOf(range)
  return engine.rows<Month>(
    `select _partition_id as partition, count() as rows from ${kind.table} where ${where}
      group by partition order by partition`,
    params,
  )
}

type WantedRows = {
  readonly partition: string
  readonly columns: readonly RowColumn[]
  readonly range: RecordRange
}

/** Hands the rows of a month to the reader as they come, in the order of the table, as RowBinary. */
export async function readRows<T>(
  engine: Engine,
  kind: RecordKind,
  { partition, columns, range }: WantedRows,
  read: (rows: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const { where, params } = conditionOf(range)
  const names = columns.map(({ name }) => name).join(', ')
  return engine.patiently(async (client) => {
    const { stream } = await client.exec({
      query: `select ${names} from ${kind.table}
        where _partition_id = {partition: String} and ${where}
        order by merchant_id, occurred_at, record_id, version format RowBinary`,
      query_params: { ...params, partition },
      clickhouse_settings: engine.readSettings,
    })
    return read(stream as AsyncIterable<Buffer>)
  })
}

/** Stores rows as they were read, all or none. */
export async function insertRows(
  engine: Engine,
  kind: RecordKind,
  { columns, rows }: { readonly columns: readonly RowColumn[]; readonly rows: readonly Buffer[] },
): Promise<void> {
  const written = {
    columnNames: columns.map(({ name }) => name),
    format: 'RowBinaryWithNamesAndTypes',
    bytes: Buffer.concat([rowBinaryHeader(columns), ...rows]),
  }
  await engine.insert(kind.table, written, insertSettings(engine))
}

function conditionOf({ merchantIds, from, to }: RecordRange) {
  const conditions = [
    ...(merchantIds === undefined ? [] : ['merchant_id in {merchantIds: Array(String)}']),
    ...(from === undefined
      ? []
      : [`occurred_at >= fromUnixTimestamp64Milli({from: Int64}, 'UTC')`]),
    ...(to === undefined ? [] : [`occurred_at < fromUnixTimestamp64Milli({to: Int64}, 'UTC')`]),
  ]
  const params = {
    ...(merchantIds === undefined ? {} : { merchantIds }),
    ...(from === undefined ? {} : { from: from.epochMilliseconds }),
    ...(to === undefined ? {} : { to: to.epochMilliseconds }),
  }
  return { where: ['true', ...conditions].join(' and '), params }
}
