import { type ZoneOffset, zoneOffsets } from '../kernel/zone-offsets.ts'
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

export type RecordSourceSql = {
  /** To be read from, in the place of a table. */
  readonly sql: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * Batch items that were not funded when the period ended, with every column of a batch item and
 * `aging_days`, the whole local days since it was sent. It is a picture of one moment, so the period's
 * start is of no interest.
 */
export function agingSource(span: AgingSpan): RecordSourceSql {
  const { merchantIds, endsAtMs, timeZone, lookBackDays } = span
  const fromMs = endsAtMs - lookBackDays * MS_PER_DAY
  const offsets = zoneOffsets(timeZone, { fromMs, toMs: endsAtMs })
  const itemMs = localMsSql('toUnixTimestamp64Milli(occurred_at)', offsets)
  const endMs = localMsSql('{agingTo: Int64}', offsets)
  const columns = columnsOf(KINDS['batch-item']).map(({ name }) => name)
  const within = `merchant_id in {agingMerchantIds: Array(String)}
      and occurred_at >= fromUnixTimestamp64Milli({agingFrom: Int64}, 'UTC')
      and occurred_at < fromUnixTimestamp64Milli({agingTo: Int64}, 'UTC')`
  // A funding comes after its item, so those before the look back belong to items before it.
  const sql = `(
    select ${columns.join(', ')}, intDiv(${endMs} - ${itemMs}, ${MS_PER_DAY}) as aging_days
    from batch_items final
    where ${within}
      and (merchant_id, request_id) not in (
        select merchant_id, request_id from fundings final where ${within} and request_id != '')
  )`
  return {
    sql,
    parameters: { agingMerchantIds: merchantIds, agingFrom: fromMs, agingTo: endsAtMs },
  }
}

/** Local time in milliseconds, as if it were UTC, of an instant in milliseconds. */
function localMsSql(instantMs: string, offsets: readonly ZoneOffset[]): string {
  const last = offsets.at(-1)?.offsetMs ?? 0
  if (offsets.length === 1) return `(${instantMs} + ${last})`
  const cases = offsets
    .slice(0, -1)
    .map(({ offsetMs }, index) => `${instantMs} < ${offsets[index + 1]?.fromMs}, ${offsetMs}`)
  return `(${instantMs} + multiIf(${cases.join(', ')}, ${last}))`
}
