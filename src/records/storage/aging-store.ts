import { KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { withinSql } from './record-sql.ts'

const MS_PER_DAY = 86_400_000

type AgingSpan = {
  readonly merchantIds: readonly string[]
  /** The end of the report's period; later events do not count. */
  readonly endsAtMs: number
  readonly timeZone: string
  /** Older items are left out, funded or not. */
  readonly lookBackDays: number
}

/**
 * Batch items that were not funded when the period ended, to read from instead of a table: every column of a batch
 * item, and `aging_days`, the whole local days since it was sent. The start of the period does not matter.
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
  // A funding follows its item, so fundings before the look-back belong to items before it.
  return `(
    select ${columns.join(', ')}, ${agingDays} as aging_days
    from ${dialect.newest(KINDS['batch-item'].table)}
    where ${within}
      and (merchant_id, request_id) not in (
        select (merchant_id, request_id) from ${dialect.newest(KINDS.funding.table)}
        where ${within} and request_id != '')
  )`
}
