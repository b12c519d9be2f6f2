import { recordsWithin } from '../../records/index.ts'
import type { AskedBy } from './asked-by.ts'
import { type DisputeKind, isDisputeSql } from './dispute-kinds.ts'
import type { OnDemandDeps } from './on-demand-report.ts'
import { recordWindowOf } from './record-items.ts'
import { writtenMs } from './record-value.ts'
import { column, countColumn, type Item, type ItemForm } from './report-form.ts'

type Counted = { readonly merchantId: string; readonly dayMs: number; readonly count: number }

const MS_PER_DAY = 86_400_000

export const DISPUTE_SUMMARY_COLUMNS: ItemForm['columns'] = [
  countColumn('count'),
  column('time'),
  column('accountId'),
]

/** How many disputes each merchant had on each day; days without any are not told. */
export async function* disputeSummaries(
  { engine }: OnDemandDeps,
  by: AskedBy,
  kind: DisputeKind,
): AsyncGenerator<readonly Item[], void> {
  const window = recordWindowOf(by)
  const source = recordsWithin('chargeback-or-retrieval', window)
  // Days begin by an offset that never changes: plain arithmetic, without any calendar.
  const offsetMs = offsetMsOf(by.window.offset)
  const at = 'toUnixTimestamp64Milli(occurred_at)'
  const counted = await engine.rows<Counted>(
    `select merchant_id as merchantId, toUInt32(count()) as count,
        ${at} - positiveModulo(${at} + ${offsetMs}, ${MS_PER_DAY}) as dayMs
      from ${source.from} where ${isDisputeSql(source, kind)}
      group by merchantId, dayMs order by merchantId, dayMs`,
    {},
    { do_not_merge_across_partitions_select_final: 1 },
  )
  yield counted.map(({ merchantId, dayMs, count }) => ({
    count,
    time: writtenMs(Math.max(dayMs, window.fromMs)),
    accountId: merchantId,
  }))
}

function offsetMsOf(offset: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(offset).offsetNanoseconds / 1e6
  )
}
