import { recordsWithin } from '../../../records/index.ts'
import { listReport } from '../responses/list-report.ts'
import type { OnDemandDeps, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordWindowOf } from '../responses/record-items.ts'
import { formatMs } from '../responses/record-value.ts'
import { column, countColumn, type Item, type ItemForm } from '../responses/report-form.ts'
import { type DisputeKind, isDisputeSql } from './dispute-kinds.ts'

type DisputeCount = { readonly merchantId: string; readonly dayMs: number; readonly count: number }

const MS_PER_DAY = 86_400_000

const DISPUTE_SUMMARY_COLUMNS: ItemForm['columns'] = [countColumn('count'), column('time'), column('accountId')]

/** Loads the number of disputes by merchant and day; days without disputes are left out. */
async function* loadDisputeSummaries(
  { engine }: OnDemandDeps,
  scope: OnDemandScope,
  kind: DisputeKind,
): AsyncGenerator<readonly Item[], void> {
  const window = recordWindowOf(scope)
  const source = recordsWithin(engine.dialect, 'chargeback-or-retrieval', window)
  // The offset is constant, so days can be computed by plain arithmetic.
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

/** Number of disputes. */
export const CHARGEBACK_SUMMARIES = listReport({
  name: 'chargeback-summaries',
  operationId: 'getChargebackSummaries',
  summary: 'Chargeback summaries',
  description: 'Number of disputes by merchant and day. Days start at midnight in the offset of startTime.',
  form: {
    title: 'Chargeback Summary Report',
    version: '1.0',
    dtdCode: 'cbs',
    item: {
      listName: 'chargebackSummaries',
      element: 'ChargebackSummary',
      columns: DISPUTE_SUMMARY_COLUMNS,
    },
  },
  items: (deps, scope) => loadDisputeSummaries(deps, scope, 'chargeback'),
})

/** Number of requests for documents about payments. */
export const RETRIEVAL_SUMMARIES = listReport({
  name: 'retrieval-summaries',
  operationId: 'getRetrievalSummary',
  summary: 'Retrieval summaries',
  description: 'Number of retrieval requests by merchant and day. Days start at midnight in the offset of startTime.',
  form: {
    title: 'Retrieval Summary Report',
    version: '1.0',
    dtdCode: 'rts',
    item: {
      listName: 'retrievalSummaries',
      element: 'RetrievalSummary',
      columns: DISPUTE_SUMMARY_COLUMNS,
    },
  },
  items: (deps, scope) => loadDisputeSummaries(deps, scope, 'retrieval'),
})
