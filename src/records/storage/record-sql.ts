import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { placeOf } from '../../catalogue/record-table.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { ERASED_HASH } from './content-hash.ts'

/** Whose records, and of which time. */
export type RecordWindow = {
  readonly merchantIds: readonly string[]
  /** Included. */
  readonly fromMs: number
  /** Excluded. */
  readonly toMs: number
}

/** By which records of a kind are told apart, and in which order they are listed. */
export const IDENTITY = 'merchant_id, occurred_at, record_id'

const NEVER = '(1 = 0)'

export function withinSql(dialect: Dialect, window: RecordWindow): string {
  const { merchantIds, fromMs, toMs } = window
  return `${ofMerchantsSql(dialect, merchantIds)}
    and occurred_at >= ${instantSql(dialect, fromMs)} and occurred_at < ${instantSql(dialect, toMs)}`
}

export function ofMerchantsSql(dialect: Dialect, merchantIds: readonly string[]): string {
  const [only, ...others] = merchantIds
  // An empty list would not be a query.
  if (only === undefined) return `merchant_id = ''`
  return others.length === 0
    ? `merchant_id = ${dialect.text(only)}`
    : `merchant_id in (${textsSql(dialect, merchantIds)})`
}

/** Texts with commas between them, for IN. */
export function textsSql(dialect: Dialect, values: readonly string[]): string {
  return values.map(dialect.text).join(', ')
}

/** What the store can hold: a time beyond it selects nothing. */
const INSTANT_MS_MIN = Date.UTC(1900, 0, 1)
const INSTANT_MS_MAX = Date.UTC(2299, 11, 31)

export function instantSql(dialect: Dialect, ms: number): string {
  return dialect.instant(Math.min(Math.max(ms, INSTANT_MS_MIN), INSTANT_MS_MAX))
}

/** What had arrived by then, in whatever version; a correction does not change when a record arrived. */
export function receivedSql(dialect: Dialect, untilMs: number): string {
  return `first_received_at <= ${instantSql(dialect, untilMs)}`
}

/** Whether the record gives money back. */
export function refundSql(dialect: Dialect, kind: RecordKind, valueIn: (field: Field) => string): string {
  const { refund } = kind
  if (refund === undefined) return NEVER
  return `${valueIn(fieldNamed(refund.field))} in (${textsSql(dialect, refund.values)})`
}

/** The field's value as its type keeps it: a text is empty where there is none, everything else is null. */
export function valueSql(dialect: Dialect, kind: RecordKind, field: Field): string {
  const { column, key } = placeOf(kind, field)
  if (key === undefined) return column.name
  const { kind: type } = field.type
  return dialect.inMap(column.name, key, type === 'code' ? 'text' : type)
}

/** In place of a hash. */
export function erasedHashSql(dialect: Dialect): string {
  return dialect.hash(ERASED_HASH.toString('hex'))
}
