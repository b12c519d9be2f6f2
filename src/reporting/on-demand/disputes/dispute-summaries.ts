import { recordsWithin } from '../../../records/index.ts'
import type { OnDemandScope } from '../responses/asked-by.ts'
import type { OnDemandDeps } from '../responses/on-demand-report.ts'
import { recordWindowOf } from '../responses/record-items.ts'
import { formatMs } from '../responses/record-value.ts'
import { column, countColumn, type Item, type ItemForm } from '../responses/report-form.ts'
import { type DisputeKind, isDisputeSql } from './dispute-kinds.ts'

type DisputeCount = { readonly merchantId: string; readonly dayMs: number; readonly count: number }

const MS_PER_DAY = 86_400_000

export const DISPUTE_SUMMARY_COLUMNS: ItemForm['columns'] = [countColumn('count'), column('time'), column('accountId')]

/** How many disputes each merchant had on each day; days without any are not told. */
export async function* loadDisputeSummaries(
  { engine }: OnDemandDeps,
  scope: OnDemandScope,
  kind: DisputeKind,
): AsyncGenerator<readonly Item[], void> {
  const window = recordWindowOf(scope)
  const source = recordsWithin(engine.dialect, 'chargeback-or-retrieval', window)
  // Days begin by an offset that never changes: plain arithmetic, without any calendar.
  const offsetMs = offsetMsOf(scope.window.offset)
  const at = engine.dialect.ms('occurred_at')
  const sinceMidnight = engine.dialect.modulo(`${at} + (${offsetMs})`, MS_PER_DAY)
  const counted = await engine.rows<DisputeCount>(
    `select merchant_id as "merchantId", count(*) as count, ${at} - ${sinceMidnight} as "dayMs"
      from ${source.from} as disputes where ${isDisputeSql(source, kind)}
      group by "merchantId", "dayMs" order by "merchantId", "dayMs"`,
  )
  yield counted.map(({ merchantId, dayMs, count }) => ({
    count,
    time: formatMs(Math.max(dayMs, window.fromMs)),
    accountId: merchantId,
  }))
}

function offsetMsOf(offset: string): number {
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(offset).offsetNanoseconds / 1e6
}
