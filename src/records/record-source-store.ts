import { quoteText } from '../platform/clickhouse/sql-quoting.ts'
import { fieldNamed } from './domain/catalogue/catalogue.ts'
import type { Field } from './domain/catalogue/field.ts'
import { KINDS, type KindName } from './domain/catalogue/kinds.ts'
import {
  indexedSql,
  ofMerchantsSql,
  type RecordWindow,
  refundSql,
  valueSql,
  withinSql,
} from './record-sql.ts'

/**
 * Records of one kind, to be read from in the place of a table, each in its newest version. It has the columns
 * `merchant_id`, `occurred_at`, `record_id`, `version` and `received_at`, and all fields by their wire names.
 */
export type RecordSource = {
  readonly from: string
  /**
   * The field's value as its type keeps it: a text is empty where there is none, everything else is null.
   * Amounts are decimals of four places, other decimals of eight, dates Date32, instants DateTime64(3) in UTC.
   */
  readonly valueIn: (wireName: string) => string
  /** Whether the record gives money back. */
  readonly isRefund: string
}

/** Records by the time at which they occurred. */
export function recordsWithin(kindName: KindName, window: RecordWindow): RecordSource {
  return sourceOf(kindName, withinSql(window))
}

/** All records of some requests, whenever they occurred. */
export function recordsOfRequests(
  kindName: KindName,
  {
    merchantIds,
    requestIds,
    orOfRecords = false,
  }: {
    readonly merchantIds: readonly string[]
    readonly requestIds: readonly string[]
    /** Whether those that name no request are meant too where their own id is among these. */
    readonly orOfRecords?: boolean
  },
): RecordSource {
  const { valueIn } = sourceOf(kindName, '1')
  const requestId = valueIn('Request.RequestID')
  const among = requestIds.map(quoteText).join(', ')
  const isAmong = orOfRecords
    ? `(${requestId} in (${among}) or (${requestId} = '' and record_id in (${among})))`
    : `${requestId} in (${among})`
  const { from, where } = indexedSql(
    KINDS[kindName],
    `${ofMerchantsSql(merchantIds)} and ${isAmong}`,
  )
  return sourceOf(kindName, where, from)
}

function sourceOf(
  kindName: KindName,
  condition: string,
  from = `${KINDS[kindName].table} final`,
): RecordSource {
  const kind = KINDS[kindName]
  const valueIn = (wireName: string): string => valueSql(kind, fieldNamed(wireName))
  return {
    from: `(select * from ${from} where ${condition})`,
    valueIn,
    isRefund: refundSql(kind, (field) => valueIn(field.wireName)),
  }
}

/** Values of a row by wire name, as travelSql writes them. */
export type Travelling = Readonly<Record<string, string | number | null>>

/**
 * The field's value under its wire name, to be selected: texts and dates as texts, amounts and other decimals as
 * texts that keep all digits, integers and the milliseconds of instants as numbers; null where there is none.
 */
export function travelSql({ valueIn }: RecordSource, wireName: string): string {
  return `${travelling(valueIn(wireName), fieldNamed(wireName).type.kind)} as \`${wireName}\``
}

function travelling(value: string, kind: Field['type']['kind']): string {
  switch (kind) {
    case 'text':
    case 'code':
      return `nullIf(toString(${value}), '')`
    case 'instant':
      return `toUnixTimestamp64Milli(${value})`
    case 'integer':
      return value
    case 'amount':
    case 'decimal':
    case 'date':
      return `toString(${value})`
  }
}
