import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { DeliverySource } from '../storage/record-batch.ts'
import { instantSql, ofMerchantsSql } from '../storage/record-sql.ts'

/** Lists merchants that have records from before the instant. */
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

/** The condition for the merchants' records from before the instant. */
export function recordsBefore(dialect: Dialect, instant: Temporal.Instant, merchantIds: readonly string[]): string {
  return `${ofMerchantsSql(dialect, merchantIds)} and ${isBeforeSql(dialect, instant)}`
}

/** The condition for records of a source, of some merchants or of all. */
export function recordsFrom(
  dialect: Dialect,
  source: DeliverySource,
  merchantIds: readonly string[] | undefined,
): string {
  const isFromSource = `source = '${source}'`
  return merchantIds === undefined ? isFromSource : `${isFromSource} and ${ofMerchantsSql(dialect, merchantIds)}`
}

function isBeforeSql(dialect: Dialect, instant: Temporal.Instant): string {
  return `occurred_at < ${instantSql(dialect, instant.epochMilliseconds)}`
}
