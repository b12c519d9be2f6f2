import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { ofMerchantsSql, type RecordWindow, refundSql, textsSql, valueSql, withinSql } from './record-sql.ts'

/**
 * Records of one kind, to be read from in the place of a table, each in its newest version. It has the columns
 * `merchant_id`, `occurred_at`, `record_id`, `version` and `received_at`, and all fields by their wire names.
 */
export type RecordSource = {
  readonly dialect: Dialect
  readonly from: string
  /**
   * The field's value as its type keeps it: a text is empty where there is none, everything else is null.
   * Amounts are decimals of four places, other decimals of eight, instants are in UTC.
   */
  readonly valueIn: (wireName: string) => string
  /** Whether the record gives money back. */
  readonly isRefund: string
}

/** Records by the time at which they occurred. */
export function recordsWithin(dialect: Dialect, kindName: KindName, window: RecordWindow): RecordSource {
  return sourceOf(dialect, kindName, { where: withinSql(dialect, window) })
}

/** All records of some requests, whenever they occurred. */
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
    /** Whether those that name no request are meant too where their own id is among these. */
    readonly orOfRecords?: boolean
  },
): RecordSource {
  const kind = KINDS[kindName]
  const requestId = valueSql(dialect, kind, fieldNamed('Request.RequestID'))
  const among = textsSql(dialect, requestIds)
  const isAmong = orOfRecords
    ? `(${requestId} in (${among}) or (${requestId} = '' and record_id in (${among})))`
    : `${requestId} in (${among})`
  const condition = `${ofMerchantsSql(dialect, merchantIds)} and ${isAmong}`
  return sourceOf(dialect, kindName, dialect.indexed(kind.table, condition))
}

function sourceOf(
  dialect: Dialect,
  kindName: KindName,
  { where, from }: { readonly where: string; readonly from?: string },
): RecordSource {
  const kind = KINDS[kindName]
  const valueIn = (wireName: string): string => valueSql(dialect, kind, fieldNamed(wireName))
  return {
    dialect,
    from: `(select * from ${from ?? dialect.newest(kind.table)} where ${where})`,
    valueIn,
    isRefund: refundSql(dialect, kind, (field) => valueIn(field.wireName)),
  }
}

/** Values of a row by wire name, as travelSql writes them. */
export type Travelling = Readonly<Record<string, string | number | null>>

/**
 * The field's value under its wire name, to be selected: texts and dates as texts, amounts and other decimals as
 * texts that keep all digits, integers and the milliseconds of instants as numbers; null where there is none.
 */
export function travelSql({ dialect, valueIn }: RecordSource, wireName: string): string {
  const { kind } = fieldNamed(wireName).type
  return `${travelling(dialect, valueIn(wireName), kind)} as "${wireName}"`
}

function travelling(dialect: Dialect, value: string, kind: Field['type']['kind']): string {
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
      return dialect.dateText(value)
  }
}
