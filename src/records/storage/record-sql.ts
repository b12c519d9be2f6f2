import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { placeOf } from '../../catalogue/record-table.ts'
import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { ERASED_HASH } from './content-hash.ts'

/** The merchants and the time whose records are read. */
export type RecordWindow = {
  readonly merchantIds: readonly string[]
  /** Included. */
  readonly fromMs: number
  /** Excluded. */
  readonly toMs: number
}

/** The columns that identify a record of a kind, and the order in which records are listed. */
export const IDENTITY = 'merchant_id, occurred_at, record_id'

const NEVER = '(1 = 0)'

export function withinSql(dialect: Dialect, window: RecordWindow): string {
  const { merchantIds, fromMs, toMs } = window
  return `${ofMerchantsSql(dialect, merchantIds)}
    and occurred_at >= ${instantSql(dialect, fromMs)} and occurred_at < ${instantSql(dialect, toMs)}`
}

export function ofMerchantsSql(dialect: Dialect, merchantIds: readonly string[]): string {
  return amongSql(dialect, 'merchant_id', merchantIds)
}

/** The range of the store's instants: a bound outside of it selects the same records as its nearest end. */
const INSTANT_MS_MIN = Date.UTC(1900, 0, 1)
const INSTANT_MS_MAX = Date.UTC(2299, 11, 31)

export function instantSql(dialect: Dialect, ms: number): string {
  return dialect.instant(Math.min(Math.max(ms, INSTANT_MS_MIN), INSTANT_MS_MAX))
}

/** Records that had arrived by then, in any version; a correction does not change when a record arrived. */
export function receivedSql(dialect: Dialect, untilMs: number): string {
  return `first_received_at <= ${instantSql(dialect, untilMs)}`
}

/** Whether the record gives money back. */
export function refundSql(dialect: Dialect, kind: RecordKind, valueIn: (field: Field) => string): string {
  const { refund } = kind
  if (refund === undefined) return NEVER
  return amongSql(dialect, valueIn(fieldNamed(refund.field)), refund.values)
}

/** The field's value in the type of its column: a missing text is empty, any other missing value is null. */
export function valueSql(dialect: Dialect, kind: RecordKind, field: Field): string {
  const { column, key } = placeOf(kind, field)
  if (key === undefined) return column.name
  const { kind: type } = field.type
  return dialect.inMap(column.name, key, type === 'code' ? 'text' : type)
}

/** The only columns that can be long. */
const LONG_TYPES: readonly ColumnType[] = [
  'text',
  'repetitive-text',
  'text-map',
  'integer-map',
  'decimal-map',
  'instant-map',
]

/** About how many bytes the columns of a row take. */
export function sizeSql({ bytes }: Dialect, columns: readonly Column[]): string {
  const long = columns.filter(({ type }) => LONG_TYPES.includes(type))
  return ['0', ...long.map(({ name }) => bytes(name))].join(' + ')
}

/** The content hash of erased records. */
export function erasedHashSql(dialect: Dialect): string {
  return dialect.hash(ERASED_HASH.toString('hex'))
}
