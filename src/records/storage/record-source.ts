import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import {
  instantSql,
  ofMerchantsSql,
  type RecordWindow,
  receivedSql,
  refundSql,
  valueSql,
  withinSql,
} from './record-sql.ts'

/**
 * Records of one kind, each in its newest version, to read from instead of a table. It has the columns
 * `merchant_id`, `occurred_at`, `record_id`, `version`, `received_at` and `first_received_at`, and all fields.
 */
export type RecordSource = {
  readonly dialect: Dialect
  readonly from: string
  /**
   * The field's value in the type of its column: a missing text is empty, any other missing value is null.
   * Amounts are decimals of four places, other decimals of eight, instants are in UTC.
   */
  readonly valueIn: (wireName: string) => string
  /**
   * Selects the field under its wire name: texts, dates and decimals as texts, which keep all digits, integers and
   * the milliseconds of instants as numbers; null where the record has no value.
   */
  readonly selected: (wireName: string) => string
  /** Whether the record gives money back. */
  readonly isRefund: string
}

/** Which time of a record must be in the window: when it occurred, or when its request was made. */
type WindowTime = 'occurrence' | 'request'

/** Reads the records of a window; those that first arrived after `receivedUntilMs` are left out. */
export function recordsWithin(
  dialect: Dialect,
  kindName: KindName,
  window: RecordWindow & { readonly receivedUntilMs?: number | undefined },
  time: WindowTime = 'occurrence',
): RecordSource {
  const { table } = KINDS[kindName]
  const { receivedUntilMs } = window
  const { from, where } =
    time === 'occurrence'
      ? { from: dialect.newest(table), where: withinSql(dialect, window) }
      : eitherWay(dialect, table, requestedWithinSql(dialect, kindName, window))
  const received = receivedUntilMs === undefined ? [] : [receivedSql(dialect, receivedUntilMs)]
  return sourceOf(dialect, kindName, { from, where: [where, ...received].join(' and ') })
}

type RequestedWithin = {
  readonly always: string
  /** A record has one of them. */
  readonly ways: readonly { readonly requestedAt: string; readonly condition: string }[]
}

/** Each of the two can be answered from an index, which `coalesce` of the two times could not. */
function requestedWithinSql(
  dialect: Dialect,
  kindName: KindName,
  { merchantIds, fromMs, toMs }: RecordWindow,
): RequestedWithin {
  const named = valueSql(dialect, KINDS[kindName], fieldNamed('Request.TransactionDate'))
  const isWithin = (time: string): string =>
    `${time} >= ${instantSql(dialect, fromMs)} and ${time} < ${instantSql(dialect, toMs)}`
  return {
    always: ofMerchantsSql(dialect, merchantIds),
    ways: [
      { requestedAt: named, condition: isWithin(named) },
      { requestedAt: 'occurred_at', condition: `${named} is null and ${isWithin('occurred_at')}` },
    ],
  }
}

function eitherWay(dialect: Dialect, table: string, { always, ways }: RequestedWithin) {
  return dialect.eitherOf(table, { always, conditions: ways.map(({ condition }) => condition) })
}

/** Records of a window by the time of their requests, in two parts, each of which knows the column of that time. */
export function partsByRequestTime(
  dialect: Dialect,
  kindName: KindName,
  window: RecordWindow,
): readonly { readonly source: RecordSource; readonly requestedAt: string }[] {
  const { always, ways } = requestedWithinSql(dialect, kindName, window)
  return ways.map(({ requestedAt, condition }) => ({
    source: sourceOf(dialect, kindName, dialect.indexed(KINDS[kindName].table, `${always} and ${condition}`)),
    requestedAt,
  }))
}

/** Reads all records of some requests, whenever they occurred. */
export function recordsOfRequests(
  dialect: Dialect,
  kindName: KindName,
  {
    merchantIds,
    requestIds,
    orOfRecords = false,
  }: {
    readonly merchantIds: readonly string[]
    readonly requestIds: readonly string[]
    /** Also reads records that name no request and whose own id is among the request ids. */
    readonly orOfRecords?: boolean
  },
): RecordSource {
  const kind = KINDS[kindName]
  const requestId = valueSql(dialect, kind, fieldNamed('Request.RequestID'))
  // Records that name no request have no number either.
  const near = orOfRecords ? undefined : dialect.nearEqual(requestId, requestIds)
  const isOfRequest = amongSql(dialect, near === undefined ? requestId : dialect.comparedLast(requestId), requestIds)
  const isMeant = orOfRecords
    ? `(${isOfRequest} or (${requestId} = '' and ${amongSql(dialect, 'record_id', requestIds)}))`
    : isOfRequest
  const condition = [ofMerchantsSql(dialect, merchantIds), ...(near === undefined ? [] : [near]), isMeant].join(' and ')
  return sourceOf(dialect, kindName, dialect.indexed(kind.table, condition))
}

function sourceOf(
  dialect: Dialect,
  kindName: KindName,
  { from, where }: { readonly from: string; readonly where: string },
): RecordSource {
  const kind = KINDS[kindName]
  const valueIn = (wireName: string): string => valueSql(dialect, kind, fieldNamed(wireName))
  return {
    dialect,
    from: `(select * from ${from} where ${where})`,
    valueIn,
    selected: (wireName) => {
      const { type } = fieldNamed(wireName)
      return `${selectedSql(dialect, valueIn(wireName), type.kind)} as "${wireName}"`
    },
    isRefund: refundSql(dialect, kind, (field) => valueIn(field.wireName)),
  }
}

function selectedSql(dialect: Dialect, value: string, kind: Field['type']['kind']): string {
  switch (kind) {
    case 'text':
    case 'code':
      return `nullif(${dialect.textOf(value)}, '')`
    case 'instant':
      return dialect.ms(value)
    case 'integer':
      return value
    case 'amount':
    case 'decimal':
      return dialect.plainDecimal(value)
    case 'date':
      return dialect.textOf(value)
  }
}
