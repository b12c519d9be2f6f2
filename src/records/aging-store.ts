import { localTimeSql } from '../platform/clickhouse/local-time-sql.ts'
import { quoteText } from '../platform/clickhouse/sql-quoting.ts'
import { KINDS } from './domain/catalogue/kinds.ts'
import { columnsOf } from './domain/record-table.ts'

const MS_PER_DAY = 86_400_000

type AgingSpan = {
  readonly merchantIds: readonly string[]
  /** The end of the report's period: what has happened from then on is unknown to it. */
  readonly endsAtMs: number
  readonly timeZone: string
  /** Older items are left out, paid or not. */
  readonly lookBackDays: number
}

/**
 * Batch items that were not funded when the period ended, with every column of a batch item and
 * `aging_days`, the whole local days since it was sent. It is a picture of one moment, so the period's
 * start is of no interest. To be read from, in the place of a table.
 */
export function agingSource(span: AgingSpan): string {
  const { merchantIds, endsAtMs, timeZone, lookBackDays } = span
  const fromMs = endsAtMs - lookBackDays * MS_PER_DAY
  const { localMs } = localTimeSql(timeZone, { fromMs, toMs: endsAtMs })
  const itemMs = localMs('toUnixTimestamp64Milli(occurred_at)')
  const endMs = localMs(`toInt64(${endsAtMs})`)
  const columns = columnsOf(KINDS['batch-item']).map(({ name }) => name)
  const within = `merchant_id in (${merchantIds.map(quoteText).join(', ')})
      and occurred_at >= fromUnixTimestamp64Milli(${fromMs}, 'UTC')
      and occurred_at < fromUnixTimestamp64Milli(${endsAtMs}, 'UTC')`
  // A funding comes after its item, so those before the look back belong to items before it.
  return `(
    select ${columns.join(', ')}, intDiv(${endMs} - ${itemMs}, ${MS_PER_DAY}) as aging_days
    from batch_items final
    where ${within}
      and (merchant_id, request_id) not in (
        select merchant_id, request_id from fundings final where ${within} and request_id != '')
  )`
}
