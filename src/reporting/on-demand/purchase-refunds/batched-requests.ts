import type { CardScheme } from '../../../catalogue/codes/card-schemes.ts'
import { writingsOf } from '../../../catalogue/codes/card-schemes.ts'
import { amongSql } from '../../../platform/engine/among-sql.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type RecordSource, type RecordWindow, recordsWithin } from '../../../records/index.ts'
import { type BatchedRequest, requestOrRecordSql } from './request-records.ts'

export type BatchedRequestQuery = {
  readonly window: RecordWindow
  /** Which time must be in the window: that of the request, or when it was sent to the processor. */
  readonly viewBy: 'requestDate' | 'submissionDate'
  readonly cardScheme: CardScheme | undefined
  /** Batch items that arrived later are left out. */
  readonly receivedUntilMs: number | undefined
}

type ListedRequests = {
  readonly requests: readonly BatchedRequest[]
  /** When the last matching batch item arrived, also if it is on another page; undefined if no request is listed. */
  readonly newestArrival: Temporal.Instant | undefined
}

/** Lists requests by the time of their first matching batch item, then by merchant and request. */
export async function listBatchedRequests(
  engine: Engine,
  query: BatchedRequestQuery & { readonly offset: number; readonly limit: number },
): Promise<ListedRequests> {
  const { viewBy, offset, limit } = query
  const { dialect } = engine
  const items = batchItems(dialect, query)
  const requestedAt = items.valueIn('Request.TransactionDate')
  const time = viewBy === 'submissionDate' ? 'occurred_at' : `coalesce(${requestedAt}, occurred_at)`
  const requests = await engine.rows<BatchedRequest & { readonly newestMs: number }>(
    `select merchant_id as "merchantId", ${requestOrRecordSql(items)} as "requestId",
        max(case when ${items.valueIn('Request.RequestID')} = '' then 1 else 0 end) as "isOfRecord",
        max(max(${dialect.ms('first_received_at')})) over () as "newestMs"
      from ${items.from}${paidWithSql(items, query)}
      group by "merchantId", "requestId" order by min(${time}), "merchantId", "requestId"
      limit ${limit} offset ${offset}`,
    { plan: 'indexed' },
  )
  const [first] = requests
  return { requests, newestArrival: first && Temporal.Instant.fromEpochMilliseconds(first.newestMs) }
}

/** Finds when the last matching batch item arrived; undefined if none matches. */
export async function findNewestArrival(
  engine: Engine,
  query: BatchedRequestQuery,
): Promise<Temporal.Instant | undefined> {
  const { dialect } = engine
  const items = batchItems(dialect, query)
  const [row] = await engine.rows<{ readonly count: number; readonly ms: number }>(
    `select count(*) as count, max(${dialect.ms('first_received_at')}) as ms
      from ${items.from}${paidWithSql(items, query)}`,
    { plan: 'indexed' },
  )
  if (row === undefined || row.count === 0) return undefined
  return Temporal.Instant.fromEpochMilliseconds(row.ms)
}

function batchItems(dialect: Dialect, { window, viewBy, receivedUntilMs }: BatchedRequestQuery): RecordSource {
  const time = viewBy === 'submissionDate' ? 'occurrence' : 'request'
  return recordsWithin(dialect, 'batch-item', { ...window, receivedUntilMs }, time)
}

function paidWithSql({ dialect, valueIn }: RecordSource, { cardScheme }: BatchedRequestQuery): string {
  if (cardScheme === undefined) return ''
  const writings = writingsOf(cardScheme).map((writing) => writing.toLowerCase())
  return ` where ${amongSql(dialect, dialect.lowerAscii(valueIn('PaymentMethod.CardType')), writings)}`
}
