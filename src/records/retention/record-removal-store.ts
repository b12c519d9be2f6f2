import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { instantSql, ofMerchantsSql } from '../storage/record-sql.ts'

/** As 202603, and how many rows of it are meant, every version counted. */
export type CountedMonth = { readonly month: string; readonly rows: number }

/** The rows of each month that fit the condition. */
export async function countByMonth(engine: Engine, kind: RecordKind, where: string): Promise<readonly CountedMonth[]> {
  const month = engine.dialect.textOf(engine.dialect.month('occurred_at'))
  return engine.rows<CountedMonth>(
    `select ${month} as "month", count(*) as "rows" from ${kind.table} where ${where}
      group by "month" order by "month"`,
  )
}

/** Whose records there are from before the instant. */
export async function merchantsBefore(
  engine: Engine,
  kind: RecordKind,
  instant: Temporal.Instant,
): Promise<readonly string[]> {
  const rows = await engine.rows<{ readonly merchantId: string }>(
    `select distinct merchant_id as "merchantId" from ${kind.table}
      where ${isBeforeSql(engine.dialect, instant)}`,
  )
  return rows.map(({ merchantId }) => merchantId)
}

/** The merchants' records from before the instant, as a condition. */
export function recordsBefore(dialect: Dialect, instant: Temporal.Instant, merchantIds: readonly string[]): string {
  return `${ofMerchantsSql(dialect, merchantIds)} and ${isBeforeSql(dialect, instant)}`
}

function isBeforeSql(dialect: Dialect, instant: Temporal.Instant): string {
  return `occurred_at < ${instantSql(dialect, instant.epochMilliseconds)}`
}
