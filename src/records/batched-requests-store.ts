import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { quoteText } from '../platform/clickhouse/sql-quoting.ts'
import type { CardScheme } from './domain/catalogue/card-schemes.ts'
import { writingsOf } from './domain/catalogue/card-schemes.ts'
import { fieldNamed } from './domain/catalogue/catalogue.ts'
import { KINDS } from './domain/catalogue/kinds.ts'
import {
  INDEXED_SETTINGS,
  indexedSql,
  instantSql,
  ofMerchantsSql,
  type RecordWindow,
  receivedSql,
  valueSql,
  withinSql,
} from './record-sql.ts'

/** A request of which something was sent to the processor. */
export type BatchedRequest = {
  readonly merchantId: string
  /** Where what was sent names no request, the id of its own record stands for one. */
  readonly requestId: string
}

/** 1 where the id of a record stands for the request, else 0. */
export type StandIn = { readonly isOfRecord: number }

export type BatchedRequestQuery = {
  readonly window: RecordWindow
  /** Which time is to lie in the window: that of the request, or that at which it was sent. */
  readonly viewBy: 'requestDate' | 'submissionDate'
  readonly cardScheme: CardScheme | undefined
  /** What came later is left out. */
  readonly receivedUntilMs: number | undefined
}

const KIND = KINDS['batch-item']
const REQUEST_ID = valueSql(KIND, fieldNamed('Request.RequestID'))
const REQUESTED_AT = valueSql(KIND, fieldNamed('Request.TransactionDate'))
const CARD_TYPE = valueSql(KIND, fieldNamed('PaymentMethod.CardType'))

/** Of a batch item: its request, or what stands for it. */
export const REQUEST_OR_RECORD_SQL = `if(${REQUEST_ID} = '', record_id, ${REQUEST_ID})`

/** By the time of the first batch item that fits, then by merchant and request. */
export async function listBatchedRequests(
  clickhouse: ClickHouse,
  query: BatchedRequestQuery & { readonly offset: number; readonly limit: number },
): Promise<readonly (BatchedRequest & StandIn)[]> {
  const { viewBy, offset, limit } = query
  const time = viewBy === 'submissionDate' ? 'occurred_at' : `ifNull(${REQUESTED_AT}, occurred_at)`
  return clickhouse.rows<BatchedRequest & StandIn>(
    `select merchant_id as merchantId, ${REQUEST_OR_RECORD_SQL} as requestId,
        max(${REQUEST_ID} = '') as isOfRecord
      from ${itemsSql(query)}
      group by merchantId, requestId order by min(${time}), merchantId, requestId
      limit ${limit} offset ${offset}`,
    {},
    INDEXED_SETTINGS,
  )
}

/** When the last of the batch items that fit came; undefined where none fits. */
export async function findNewestArrival(
  clickhouse: ClickHouse,
  query: BatchedRequestQuery,
): Promise<Temporal.Instant | undefined> {
  const [row] = await clickhouse.rows<{ readonly count: number; readonly ms: number }>(
    `select count() as count, toUnixTimestamp64Milli(max(received_at)) as ms
      from ${itemsSql(query)}`,
    {},
    INDEXED_SETTINGS,
  )
  if (row === undefined || row.count === 0) return undefined
  return Temporal.Instant.fromEpochMilliseconds(row.ms)
}

function itemsSql({ window, viewBy, cardScheme, receivedUntilMs }: BatchedRequestQuery): string {
  const within = viewBy === 'submissionDate' ? withinSql(window) : requestedWithinSql(window)
  const { from, where } =
    viewBy === 'submissionDate'
      ? { from: `${KIND.table} final`, where: within }
      : indexedSql(KIND, within)
  const conditions = [
    where,
    ...(receivedUntilMs === undefined ? [] : arrivedSql(within, receivedUntilMs)),
    ...(cardScheme === undefined ? [] : [paidWithSql(cardScheme)]),
  ]
  return `${from} where ${conditions.join(' and ')}`
}

/**
 * What had arrived by then. A record that has been corrected since may have come before; it has not where its first
 * version is still stored and came later.
 */
function arrivedSql(within: string, untilMs: number): readonly string[] {
  const later = `version = 1 and received_at > ${instantSql(untilMs)}`
  return [
    receivedSql(untilMs),
    `(merchant_id, occurred_at, record_id) not in (
      select merchant_id, occurred_at, record_id from ${KIND.table} where ${within} and ${later})`,
  ]
}

/** Both halves can be told from an index alone, which a function of the two times could not. */
function requestedWithinSql({ merchantIds, fromMs, toMs }: RecordWindow): string {
  const within = (time: string): string =>
    `${time} >= ${instantSql(fromMs)} and ${time} < ${instantSql(toMs)}`
  return `${ofMerchantsSql(merchantIds)} and ((${within(REQUESTED_AT)})
    or (${REQUESTED_AT} is null and ${within('occurred_at')}))`
}

function paidWithSql(scheme: CardScheme): string {
  const writings = writingsOf(scheme).map((writing) => quoteText(writing.toLowerCase()))
  return `lower(${CARD_TYPE}) in (${writings.join(', ')})`
}
