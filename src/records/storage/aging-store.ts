import { KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { withinSql } from './record-sql.ts'

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
export function agingSource(dialect: Dialect, span: AgingSpan): string {
  const { merchantIds, endsAtMs, timeZone, lookBackDays } = span
  const fromMs = endsAtMs - lookBackDays * MS_PER_DAY
  const { localMs } = localTimeSql(dialect, timeZone, { fromMs, toMs: endsAtMs })
  const itemMs = localMs(dialect.ms('occurred_at'))
  const endMs = localMs(`${endsAtMs}`)
  const columns = columnsOf(KINDS['batch-item']).map(({ name }) => name)
  const within = withinSql(dialect, { merchantIds, fromMs, toMs: endsAtMs })
  const agingDays = dialect.wholes(`${endMs} - ${itemMs}`, MS_PER_DAY)
  // A funding comes after its item, so those before the look back belong to items before it.
  return `(
    select ${columns.join(', ')}, ${agingDays} as aging_days
    from ${dialect.newest(KINDS['batch-item'].table)}
    where ${within}
      and (merchant_id, request_id) not in (
        select (merchant_id, request_id) from ${dialect.newest(KINDS.funding.table)}
        where ${within} and request_id != '')
  )`
}
