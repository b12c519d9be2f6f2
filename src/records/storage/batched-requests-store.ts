import type { CardScheme } from '../../catalogue/card-schemes.ts'
import { writingsOf } from '../../catalogue/card-schemes.ts'
import { fieldNamed } from '../../catalogue/catalogue.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import {
  instantSql,
  ofMerchantsSql,
  type RecordWindow,
  receivedSql,
  textsSql,
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

/** Of a batch item. */
function columnsOfItem(dialect: Dialect) {
  const valueNamed = (wireName: string): string => valueSql(dialect, KIND, fieldNamed(wireName))
  return {
    requestId: valueNamed('Request.RequestID'),
    requestedAt: valueNamed('Request.TransactionDate'),
    cardType: valueNamed('PaymentMethod.CardType'),
  }
}

/** Of a batch item: its request, or what stands for it. */
export function requestOrRecordSql(dialect: Dialect): string {
  const { requestId } = columnsOfItem(dialect)
  return `case when ${requestId} = '' then record_id else ${requestId} end`
}

/** By the time of the first batch item that fits, then by merchant and request. */
export async function listBatchedRequests(
  engine: Engine,
  query: BatchedRequestQuery & { readonly offset: number; readonly limit: number },
): Promise<readonly (BatchedRequest & StandIn)[]> {
  const { viewBy, offset, limit } = query
  const { dialect } = engine
  const { requestId, requestedAt } = columnsOfItem(dialect)
  const time = viewBy === 'submissionDate' ? 'occurred_at' : `coalesce(${requestedAt}, occurred_at)`
  return engine.rows<BatchedRequest & StandIn>(
    `select merchant_id as "merchantId", ${requestOrRecordSql(dialect)} as "requestId",
        max(case when ${requestId} = '' then 1 else 0 end) as "isOfRecord"
      from ${itemsSql(dialect, query)}
      group by "merchantId", "requestId" order by min(${time}), "merchantId", "requestId"
      limit ${limit} offset ${offset}`,
    { plan: 'indexed' },
  )
}

/** When the last of the batch items that fit came; undefined where none fits. */
export async function findNewestArrival(
  engine: Engine,
  query: BatchedRequestQuery,
): Promise<Temporal.Instant | undefined> {
  const { dialect } = engine
  const [row] = await engine.rows<{ readonly count: number; readonly ms: number }>(
    `select count(*) as count, max(${dialect.ms('first_received_at')}) as ms
      from ${itemsSql(dialect, query)}`,
    { plan: 'indexed' },
  )
  if (row === undefined || row.count === 0) return undefined
  return Temporal.Instant.fromEpochMilliseconds(row.ms)
}

function itemsSql(dialect: Dialect, query: BatchedRequestQuery): string {
  const { window, viewBy, cardScheme, receivedUntilMs } = query
  const { from, where } =
    viewBy === 'submissionDate'
      ? { from: dialect.newest(KIND.table), where: withinSql(dialect, window) }
      : dialect.indexed(KIND.table, requestedWithinSql(dialect, window))
  const conditions = [
    where,
    ...(receivedUntilMs === undefined ? [] : [receivedSql(dialect, receivedUntilMs)]),
    ...(cardScheme === undefined ? [] : [paidWithSql(dialect, cardScheme)]),
  ]
  return `${from} where ${conditions.join(' and ')}`
}

/** Both halves can be told from an index alone, which a function of the two times could not. */
function requestedWithinSql(dialect: Dialect, window: RecordWindow): string {
  const { merchantIds, fromMs, toMs } = window
  const { requestedAt } = columnsOfItem(dialect)
  const within = (time: string): string =>
    `${time} >= ${instantSql(dialect, fromMs)} and ${time} < ${instantSql(dialect, toMs)}`
  return `${ofMerchantsSql(dialect, merchantIds)} and ((${within(requestedAt)})
    or (${requestedAt} is null and ${within('occurred_at')}))`
}

function paidWithSql(dialect: Dialect, scheme: CardScheme): string {
  const writings = writingsOf(scheme).map((writing) => writing.toLowerCase())
  const { cardType } = columnsOfItem(dialect)
  return `${dialect.lowerAscii(cardType)} in (${textsSql(dialect, writings)})`
}
