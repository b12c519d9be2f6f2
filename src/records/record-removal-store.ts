import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'

type Chosen = {
  /** A condition, with parameters as `{name: Type}`. */
  readonly where: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** As 202603, and how many rows of it are meant, every version counted. */
export type CountedMonth = { readonly month: string; readonly rows: number }

export async function countByMonth(
  clickhouse: ClickHouse,
  kind: RecordKind,
  { where, params = {} }: Chosen,
): Promise<readonly CountedMonth[]> {
  return clickhouse.rows<CountedMonth>(
    `select _partition_id as month, count() as rows from ${kind.table} where ${where}
      group by month order by month`,
    params,
  )
}

/** Whose records there are from before the instant. */
export async function merchantsBefore(
  clickhouse: ClickHouse,
  kind: RecordKind,
  instant: Temporal.Instant,
): Promise<readonly string[]> {
  const rows = await clickhouse.rows<{ readonly merchantId: string }>(
    `select distinct merchant_id as merchantId from ${kind.table} where ${IS_BEFORE}`,
    { before: instant.epochMilliseconds },
  )
  return rows.map(({ merchantId }) => merchantId)
}

const IS_BEFORE = `occurred_at < fromUnixTimestamp64Milli({before: Int64}, 'UTC')`

/** The merchants' records from before the instant. */
export function recordsBefore(
  instant: Temporal.Instant,
  merchantIds: readonly string[],
): Required<Chosen> {
  return {
    where: `merchant_id in {merchantIds: Array(String)} and ${IS_BEFORE}`,
    params: { merchantIds, before: instant.epochMilliseconds },
  }
}

/**
 * Deletes records, on all shards: nobody reads them any more when it returns. Their bytes go when the parts
 * that hold them are merged, or with their month.
 */
export async function deleteRecords(
  clickhouse: ClickHouse,
  kind: RecordKind,
  { where, params = {}, month }: Chosen & { readonly month?: string },
): Promise<void> {
  const place = month === undefined ? '' : ` in partition id '${Number(month)}'`
  const table = clickhouse.mutated(kind.table)
  await clickhouse.mutate(`delete from ${table}${place} where ${where}`, params)
}

/** Removes a month with its files, on all shards. */
export async function dropMonth(
  clickhouse: ClickHouse,
  kind: RecordKind,
  month: string,
): Promise<void> {
  const table = clickhouse.mutated(kind.table)
  await clickhouse.mutate(`alter table ${table} drop partition id '${Number(month)}'`)
}
